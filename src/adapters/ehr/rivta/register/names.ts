// The name of a person in the population register, and which of the given names is in use.
import { type CountLoss, nonBlank, nonEmptyList, partialObject } from '../../translation/values.ts';
import type { NamnType } from './wire-types.ts';

const partsOf = (name: string) => name.split(/[-\u2010\u2011]/).filter(part => part !== '');

/**
 * The given names; the one in use is marked. The mark's digits are the places of one or two of them, where the parts of a
 * hyphenated name are counted one by one: of `Anna-Karin Maria`, `12` is `Anna-Karin` and `30` is `Maria`. A part of a
 * hyphenated name marks the whole name.
 */
const givenNames = ({ Fornamn, Tilltalsnamnsmarkering: mark }: NamnType, lose: CountLoss) => {
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
  const isSound = /^([1-9]\d)?$/.test(mark ?? '') && places.every(place => place <= counted);
  if (!isSound) lose('Personpost/Namn/Tilltalsnamnsmarkering');
  return nonEmptyList(
    numbered.map(({ value, isMarked }) => (isSound && isMarked ? { qualifier: 'CL', value } : { value })),
  );
};

export const nameOf = (name: NamnType = {}, lose: CountLoss) =>
  partialObject({
    PatientFamilyName: nonBlank(name.Efternamn),
    PatientMiddleName: nonBlank(name.Mellannamn),
    PatientGivenName: givenNames(name, lose),
  });
