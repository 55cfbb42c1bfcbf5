// The patients of the bench: fictional numbers in the series reserved for tests (birth number 980 or higher).
import { checkDigit } from '../../test/adapters/ehr/contract/persons.ts';
import { two } from './seeded.ts';

/** Number of patients, and so the number of different bodies per size. */
export const population = 200;

/** The 12 digits of a patient's number. */
const numberOf = (index: number): string => {
  const day = `90${two((Math.floor(index / 28) % 12) + 1)}${two((index % 28) + 1)}`;
  const nine = `${day}98${index % 10}`;
  return `18${nine}${checkDigit(nine)}`;
};

export const patients: readonly string[] = Array.from({ length: population }, (_, index) => numberOf(index));
