// A journal, loaded from its newest end by slices of time: a journal of many years may be too large for one answer. The interval of a
// call is about when a note was registered; both its ends are included, and a note without a time is in every slice.

import { pathWith, reads } from './reads.js';
import { keyed } from './records/keys.js';
import { idOfNote, newestFirst, timeOf } from './records/notes.js';

const { path } = reads.notes;
/** How many notes are worth a look; with fewer, the next slice is loaded at once. */
const enough = 20;
/** With more notes than this, the next slice is shorter. */
const many = 500;
/**
 * After so many slices without a note, or with so few that a longer one than this is next, the rest is one slice, open at its
 * beginning.
 */
const emptyAtMost = 2;
const longest = 16;

const first = year => `${year}-01-01T00:00:00`;
const last = year => `${year}-12-31T23:59:59`;

/** The path of a slice, `{ from?: 2017, to?: 2020 }`: whole years, open where one is missing. */
export const pathOfSlice = ({ from, to }) =>
  pathWith(path, {
    fromDateTime: from === undefined ? undefined : first(from),
    toDateTime: to === undefined ? undefined : last(to),
  });

/** The notes of an answer for a slice, each with its key in URLs. */
export const entriesOf = (records, slice) =>
  [...keyed(records, idOfNote)].map(([key, record]) => ({ key, record, slice }));

/** What makes a note the same in two slices: the time at which the answer was made differs. */
const textOf = record =>
  JSON.stringify(record, (name, value) => (name === 'time_created' ? undefined : value));

const largest = (one, other) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map(name => [
      name,
      Math.max(one[name] ?? 0, other[name] ?? 0),
    ]),
  );

/**
 * @param {{ read: (path: string) => Promise<object>, hasInterval: boolean, now: string }} options `hasInterval`: whether the region
 *   accepts an interval. If not, the first slice is the whole journal.
 * @returns `begin` loads until there are a few notes, once; `more` loads at least the next slice; `state` says what has been loaded:
 *   the notes, the newest first and those without a time last; the year since which (undefined: all); whether that is the end; what was
 *   left out; and the calls.
 */
export const journalOf = ({ read, hasInterval, now }) => {
  const found = new Map();
  let [span, emptySlices] = [2, 0];
  let leftOut = {};
  let slice;
  let isEnd = false;
  let isTooLarge = false;
  let loading;
  const calls = [];

  /** Whether the notes of the last years are so few that the rest is one slice: most journals are short. */
  const isSparse = () => {
    const timed = [...found.values()].filter(({ record }) => timeOf(record) !== undefined).length;
    return timed > 0 && timed < enough && !isTooLarge;
  };

  const nextSlice = () => {
    if (!hasInterval) return {};
    if (slice === undefined) return { from: Number(now.slice(0, 4)) - span + 1 };
    const to = slice.from - 1;
    const isRest = isSparse() || emptySlices >= emptyAtMost || span > longest;
    return isRest ? { to } : { from: to - span + 1, to };
  };

  /** @returns how many notes of the slice were new. */
  const loadNext = async () => {
    const next = nextSlice();
    const {
      json,
      leftOut: missing,
      call,
    } = await read(pathOfSlice(next)).catch(error => {
      // The next attempt reads less.
      if (next.from === undefined) isTooLarge = true;
      throw error;
    });
    calls.push(call);
    const before = found.size;
    for (const entry of entriesOf(json, next)) {
      const text = textOf(entry.record);
      if (!found.has(text)) found.set(text, entry);
    }
    const added = found.size - before;
    leftOut = largest(leftOut, missing);
    emptySlices = added === 0 ? emptySlices + 1 : 0;
    if (added < enough) span *= 2;
    if (added > many) span = Math.max(1, Math.floor(span / 2));
    slice = next;
    isEnd = next.from === undefined;
    return added;
  };

  const loadMore = async wanted => {
    for (let added = 0; added < wanted && !isEnd; ) added += await loadNext();
  };

  /** Loads more; while it does, it does not begin again. */
  const more = (wanted = enough) => {
    loading ??= loadMore(wanted).finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const state = () => {
    const all = [...found.values()].toSorted(newestFirst);
    return {
      all,
      notes: all.filter(({ record }) => timeOf(record) !== undefined),
      untimed: all.filter(({ record }) => timeOf(record) === undefined),
      since: slice?.from,
      isEnd,
      leftOut,
      calls,
    };
  };

  /** Loads until there are as many notes as are wanted, or all of them. Returns the state. */
  const begin = async (wanted = enough) => {
    const count = () => state().notes.length;
    while (!isEnd && (slice === undefined || count() < wanted)) await more(wanted - count());
    return state();
  };
  return { begin, more, state };
};
