// The name of a person in the population register, and which of the given names is in use.
import { limitedParts, wordsOf } from '../../translation/parts-of-text.ts';
import { definedItems, nonBlank, nonEmptyList, partialObject } from '../../translation/values.ts';
import type { CountLoss } from '../losses.ts';
import type { NamnType } from './wire-types.ts';

const hyphens = /[-\u2010\u2011]+/;

/** Either no name is in use or two positions are. */
const markForm = /^([1-9]\d)?$/;

/**
 * The given names, with the one in use marked. The digits of the mark are the positions of one or two names. The parts of a
 * hyphenated name are counted separately: in `Anna-Karin Maria`, `12` is `Anna-Karin` and `30` is `Maria`. A part of a
 * hyphenated name marks the whole name. Thousands of names or parts are unreadable.
 */
const givenNames = ({ Fornamn, Tilltalsnamnsmarkering: mark }: NamnType, countLoss: CountLoss) => {
  const names = wordsOf(Fornamn ?? '');
  const parts = definedItems((names ?? []).map(name => limitedParts(name, hyphens)));
  if (names === undefined || parts.length < names.length) {
    countLoss({ path: 'Personpost/Namn/Fornamn', reason: 'unreadable', hides: [] });
    return undefined;
  }
  const hasMarkForm = markForm.test(mark ?? '');
  const places = hasMarkForm ? Array.from(mark ?? '', Number).filter(place => place !== 0) : [];
  let counted = 0;
  const numbered = names.map((value, at) => {
    const first = counted + 1;
    counted += parts[at]?.length ?? 0;
    return { value, isMarked: places.some(place => first <= place && place <= counted) };
  });
  const isValidMark = hasMarkForm && places.every(place => place <= counted);
  if (!isValidMark)
    countLoss({ path: 'Personpost/Namn/Tilltalsnamnsmarkering', reason: 'unreadable', hides: [] });
  return nonEmptyList(
    numbered.map(({ value, isMarked }) => (isValidMark && isMarked ? { qualifier: 'CL', value } : { value })),
  );
};

/** The published name of a person, with the call name among the given names; undefined if the register has none. */
export const registeredName = (name: NamnType = {}, countLoss: CountLoss) =>
  partialObject({
    PatientFamilyName: nonBlank(name.Efternamn),
    PatientMiddleName: nonBlank(name.Mellannamn),
    PatientGivenName: givenNames(name, countLoss),
  });
