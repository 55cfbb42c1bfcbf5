// Whose record it is: the names of people as the health record system has them, and what to call them before their name is known.
import { reads } from './reads.js';
import { w } from './words/words.js';

/** The name in an answer of operation 4; empty if it has none. */
const nameIn = ([record] = []) => {
  const { PatientGivenName: given = [], PatientFamilyName: family } =
    record?.PatientEHRExtract?.[0]?.Patient?.PatientName ?? {};
  return {
    calledBy: given.find(({ qualifier }) => qualifier === 'CL')?.value ?? given[0]?.value,
    all: [...given.map(({ value }) => value), family].filter(Boolean).join(' '),
  };
};

/** Reads the name of the patient of a call; undefined if the region does not offer it, or the record has none. */
export const readName = async ({ call, patient, isOffered }) => {
  if (!isOffered(reads.person.operation)) return undefined;
  const { json } = await call(reads.person.path, { patient });
  const { calledBy, all } = nameIn(json);
  return all === '' ? undefined : { full: all, short: calledBy ?? all };
};

/** The year of birth that a number says; undefined if it is not a personal identity or coordination number. */
const yearOfBirth = number => /^(18|19|20)\d{10}$/.exec(number.replaceAll(/\D/g, ''))?.[0].slice(0, 4);

/**
 * What to call each of some people without their names: by the year of birth, and a number where two have the same. A patient's
 * number is never a name.
 * @param {string[]} numbers
 */
export const labelsOf = numbers => {
  const words = w().people;
  const labels = numbers.map(number => {
    const year = yearOfBirth(number);
    return year === undefined ? words.withoutNumber : words.born(year);
  });
  return labels.map((label, index) => {
    const same = labels.filter(other => other === label).length > 1;
    return same
      ? words.nth(label, labels.slice(0, index + 1).filter(other => other === label).length)
      : label;
  });
};

/** `TT`; a dot without a name. */
export const initialsOf = name =>
  name === undefined
    ? '·'
    : name.full
        .split(' ')
        .filter(Boolean)
        .map(part => part[0].toUpperCase())
        .filter((_, index, all) => index === 0 || index === all.length - 1)
        .join('');
