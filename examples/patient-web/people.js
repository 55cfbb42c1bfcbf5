// Whose record it is: the names of people as the health record system has them, and what to call them before their name is known.
import { reads } from './reads.js';
import { w } from './words/words.js';

const joined = names => names.filter(Boolean).join(' ');

/** The name and number in an answer of operation 4. The name is empty if it has none. */
const personIn = ([record] = []) => {
  const { PatientID: id, PatientName: name } = record?.PatientEHRExtract?.[0]?.Patient ?? {};
  const { PatientGivenName: given = [], PatientFamilyName: family } = name ?? {};
  const calledBy = given.find(({ qualifier }) => qualifier === 'CL')?.value ?? given[0]?.value;
  return {
    short: calledBy,
    called: joined([calledBy, family]),
    full: joined([...given.map(({ value }) => value), family]),
    number: id?.extension,
  };
};

/**
 * Reads what the patient of a call is called; undefined if the region does not offer it, or the record has no name.
 * @returns {{ full: string, called: string, short: string, number?: string } | undefined}
 */
export const readName = async ({ call, patient, isOffered }) => {
  if (!isOffered(reads.person.operation)) return undefined;
  const { json } = await call(reads.person.path, { patient });
  const person = personIn(json);
  return person.full === '' ? undefined : { ...person, short: person.short ?? person.full };
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

/** A digest of a number, by which it is recognised. */
export const digestOf = async number => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(number));
  return [...new Uint8Array(bytes)].join('.');
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
