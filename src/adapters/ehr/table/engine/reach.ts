// Limits how much records read of what stands outside them: what their keys refer to, and lists around them. Each record reads that anew,
// so a small answer could become a thousand times as large (D32, what a document may hold).
import { maxValuesAtOnce } from '../../../../domain/model/yield-to-event-loop.ts';
import { beyondLimit } from '../../xml/limits.ts';
import type { Sought } from './find.ts';

/** The most values that the records of an answer read outside them. */
const maxOfAnswer = 5_000_000;
/** Characters of a text that count as much as a value. */
const charactersOfValue = 64;

/** The members and items of a value, and its texts by their length. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue);
  let size = 1;
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) size += sizeOf(inner);
  return size;
};

const sizes = new WeakMap<object, number>();

/** The size of what is read outside a record. That of an object is looked up once. */
const knownSizeOf = (found: Sought): number => {
  if (typeof found !== 'object' || found === null) return sizeOf(found);
  const known = sizes.get(found);
  if (known !== undefined) return known;
  const size = sizeOf(found);
  sizes.set(found, size);
  return size;
};

/** Counts what one record reads outside it. Throws `Failure` `ehr-unusable` beyond the limits. */
export type Reach = (found: Sought) => void;

/** Begins an answer; the result begins a record of it, which is translated without yielding. */
export const reachOfAnswer = (): (() => Reach) => {
  let ofAnswer = 0;
  return () => {
    let ofRecord = 0;
    return found => {
      const size = knownSizeOf(found);
      ofRecord += size;
      ofAnswer += size;
      if (ofRecord > maxValuesAtOnce)
        throw beyondLimit(`a record that reads more than ${maxValuesAtOnce} values outside it`);
      if (ofAnswer > maxOfAnswer)
        throw beyondLimit(`records that read more than ${maxOfAnswer} values outside them`);
    };
  };
};
