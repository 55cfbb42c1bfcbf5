// The name of a person in the population register, and which of the given names is in use.
import { nonBlank, nonEmptyList, partialObject } from '../../translation/values.ts';
import type { CountLoss } from '../losses.ts';
import type { NamnType } from './wire-types.ts';

const partsOf = (name: string) => name.split(/[-\u2010\u2011]/).filter(part => part !== '');

/**
 * The given names, with the one in use marked. The digits of the mark are the positions of one or two names. The parts of a
 * hyphenated name are counted separately: in `Anna-Karin Maria`, `12` is `Anna-Karin` and `30` is `Maria`. A part of a
 * hyphenated name marks the whole name.
 */
const givenNames = ({ Fornamn, Tilltalsnamnsmarkering: mark }: NamnType, countLoss: CountLoss) => {
  const names = (nonBlank(Fornamn) ?? '')
    .trim()
    .split(/\s+/)
    .filter(name => name !== '');
  const places = [...(nonBlank(mark)?.trim() ?? '')].map(Number).filter(place => place !== 0);
  let counted = 0;
  const numbered = names.map(value => {
    const first = counted + 1;
    counted += partsOf(value).length;
    return { value, isMarked: places.some(place => first <= place && place <= counted) };
  });
  const isValidMark = /^([1-9]\d)?$/.test(mark ?? '') && places.every(place => place <= counted);
  if (!isValidMark)
    countLoss({ path: 'Personpost/Namn/Tilltalsnamnsmarkering', reason: 'unreadable', hides: [] });
  return nonEmptyList(
    numbered.map(({ value, isMarked }) => (isValidMark && isMarked ? { qualifier: 'CL', value } : { value })),
  );
};

export const nameOf = (name: NamnType = {}, countLoss: CountLoss) =>
  partialObject({
    PatientFamilyName: nonBlank(name.Efternamn),
    PatientMiddleName: nonBlank(name.Mellannamn),
    PatientGivenName: givenNames(name, countLoss),
  });
