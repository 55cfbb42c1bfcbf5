// Whether a record may be shown, by the marks of its tables (D26, what a patient may see; D35, what was never true).
import { isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import { isAbsent } from '../../values/values.ts';
import { soundsLikeMark } from '../mark-names.ts';
import type { Steps } from '../source-path.ts';
import type { MarkTest } from '../tables.ts';
import type { Count, Counter } from './counts.ts';
import { conditionState, find, holdsAt, wordIn } from './find.ts';
import type { RecordReading } from './record-reading.ts';
import { textReader, type Writing } from './text-reader.ts';

/** Words with which an EHR says yes or no. */
const flags: ReadonlySet<string> = new Set(['true', 'false', 'j', 'n', 'y', 'ja', 'nej', 'yes', 'no']);

/** The object in which a value would be that is not there. */
const holderOf = (record: Json, steps: Steps, { outside }: RecordReading): Json => {
  for (let length = steps.length - 1; length > 0; length--) {
    const holder = find(record, steps.slice(0, length), { outside });
    if (isJsonObject(holder as Json)) return holder as Json;
  }
  return record;
};

/**
 * Whether a mark that is not there may have got another name: nothing reads a value beside it that says yes or no, or whose name sounds
 * like a mark. Call it when the rows have been applied.
 */
const mayBeRenamed = (record: Json, { steps }: MarkTest, reading: RecordReading): boolean => {
  const { reads } = reading;
  const holder = holderOf(record, steps, reading);
  if (!isJsonObject(holder)) return true;
  const read = reads.get(holder);
  return Object.entries(holder).some(([name, value = null]) => {
    if (read?.has(name) === true || isAbsent(value)) return false;
    return soundsLikeMark(name) || flags.has((wordOf(value) ?? '').toLowerCase());
  });
};

/** Whether a mark lets a record be shown; undefined if the record has no such mark. */
type ShownBy = (record: Json, reading: RecordReading, now: number) => boolean | undefined;

const hasCome = (
  { steps, reading, times }: Extract<MarkTest, { kind: 'clock' }>,
  writing: Writing,
): ShownBy => {
  const textOf = textReader(reading, writing);
  return (record, { format, outside }, now) => {
    const value = find(record, steps, { outside });
    if (value === undefined) return undefined;
    const text = textOf(value, { format });
    const moment = typeof text === 'string' ? times.moment(text) : undefined;
    return typeof moment === 'object' && moment.epoch <= now;
  };
};

const hasShownWord =
  (
    { steps, shown }: Extract<MarkTest, { kind: 'words' }>,
    counters: ReadonlyMap<string, Counter> | undefined,
  ): ShownBy =>
  (record, { format, outside, seen }) => {
    if (typeof shown === 'string')
      return holdsAt(record, { steps, words: shown }, { format, outside }) === true;
    const value = find(record, steps, { outside });
    if (value === undefined) return undefined;
    const word = wordIn(value, { format });
    if (typeof word !== 'string') return false;
    const counter = counters?.get(word);
    if (counter !== undefined) seen.push(counter);
    return shown.has(word);
  };

const markReader = (mark: MarkTest, writing: Writing, counters: ReadonlyMap<string, Counter> | undefined) => {
  const { when, isShownWithout } = mark;
  const shownBy = mark.kind === 'clock' ? hasCome(mark, writing) : hasShownWord(mark, counters);
  return (record: Json, reading: RecordReading, now: number): boolean => {
    const isShown = shownBy(record, reading, now);
    // Of a condition that is not understood, the mark counts.
    if (when.length > 0 && conditionState(when, record, reading) === 'fails') return true;
    return isShown ?? (isShownWithout && !mayBeRenamed(record, mark, reading));
  };
};

/**
 * Compiles the marks of a kind. @param counts of the marks, which the reading of a record takes.
 * @returns what finds the first mark that does not let a record be shown. Call it when the rows have been applied.
 */
export const hidingMarkOf = (
  marks: readonly MarkTest[],
  writing: Writing,
  counts?: ReadonlyMap<MarkTest, Count>,
) => {
  const readers = marks.map(mark => [mark, markReader(mark, writing, counts?.get(mark)?.words)] as const);
  return (record: Json, reading: RecordReading, now: number): MarkTest | undefined => {
    let hiding: MarkTest | undefined;
    // All marks, also after one has hidden the record: each counts its word.
    for (const [mark, isShownBy] of readers) if (!isShownBy(record, reading, now)) hiding ??= mark;
    return hiding;
  };
};
