// The name of a person in the population register, and which of the given names is in use.
import { markedNames, partsOfNames } from '../../translation/names-in-use.ts';
import { wordsOf } from '../../translation/parts-of-text.ts';
import { nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import type { CountLoss } from '../losses.ts';
import type { NamnType } from './wire-types.ts';

/** The given names, with the one in use marked. Thousands of names or parts are unreadable. */
const givenNames = ({ Fornamn, Tilltalsnamnsmarkering: mark = '' }: NamnType, countLoss: CountLoss) => {
  const names = wordsOf(Fornamn ?? '');
  const parts = names && partsOfNames(names);
  if (names === undefined || parts === undefined) {
    countLoss({ path: 'Personpost/Namn/Fornamn', reason: 'unreadable', hides: [] });
    return undefined;
  }
  const marked = mark === '' ? [] : markedNames(parts, mark);
  if (marked === undefined)
    countLoss({ path: 'Personpost/Namn/Tilltalsnamnsmarkering', reason: 'unreadable', hides: [] });
  return nonEmptyList(
    names.map((value, at) => (marked?.[at] === true ? { qualifier: 'CL', value } : { value })),
  );
};

/** The published name of a person, with the call name among the given names; undefined if the register has none. */
export const registeredName = (name: NamnType = {}, countLoss: CountLoss) =>
  partialObject({
    PatientFamilyName: nonBlank(name.Efternamn),
    PatientMiddleName: nonBlank(name.Mellannamn),
    PatientGivenName: givenNames(name, countLoss),
  });
