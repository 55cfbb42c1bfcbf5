// Meters the work that is done with a record more often than it was sent: columns that cells span, lists and objects outside of the record
// (D32, what a document costs). What is done once with each part of a record is in proportion to its size, and is not metered.
import { beyondLimit } from './xml/limits.ts';

/** What work costs. A unit is about 50 ns. */
const unitsOf = {
  /** A column that a cell spans, or that stays empty before it. */
  column: 3,
  /** An item or value outside of the record that is looked at, but not published. */
  passed: 2,
  /** A value that is read from an object or list outside of the record. */
  outside: 30,
} as const;

/** The most units of one record: 50 ms, because a record is translated without yielding. */
const maxOfRecord = 1_000_000;
/** The most units of all records of an answer. */
const maxOfAnswer = 150_000_000;

/** Spends so much work on a record. Throws `Failure` `ehr-unusable` beyond a limit, and for all that is metered after that. */
export type Meter = (work: keyof typeof unitsOf, times: number) => void;

/** Begins an answer; the result begins a record of it. All texts of a record share its meter. */
export const answerMeter = (): (() => Meter) => {
  let ofAnswer = 0;
  return () => {
    let ofRecord = 0;
    return (work, times) => {
      const units = unitsOf[work] * times;
      ofRecord += units;
      ofAnswer += units;
      if (ofRecord > maxOfRecord || ofAnswer > maxOfAnswer)
        throw beyondLimit(
          `${ofRecord > maxOfRecord ? 'a record' : 'an answer'} that costs more than its size: spanned columns, or what is outside its records`,
        );
    };
  };
};

/** Characters of a text that count as much as a value. */
const charactersOfValue = 64;

const measured = (value: unknown): number => {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersOfValue);
  let size = 1;
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) size += measured(inner);
  return size;
};

const sizes = new WeakMap<object, number>();

/** The members and items of a value, and its texts by their length: `times` of a `Meter`. That of an object is looked up once. */
export const sizeOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return measured(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = measured(value);
  sizes.set(value, size);
  return size;
};

/** The size of an object without one of its members, and what that holds. */
export const sizeBeside = (object: Readonly<Record<string, unknown>>, name: string): number =>
  sizeOf(object) - sizeOf(object[name]);
