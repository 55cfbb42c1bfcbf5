// Whether a record may be shown, by the marks of its tables (D26, what a patient may see; D35, what was never true).
import { isJsonObject, type Json, wordOf } from '../../../../domain/model/json.ts';
import { isAbsent } from '../../translation/values.ts';
import { soundsLikeMark } from '../mark-names.ts';
import type { Steps } from '../source-path.ts';
import type { MarkTest } from '../tables.ts';
import { conditionState } from './condition-state.ts';
import { find, holdsAt } from './find.ts';
import { readWritten } from './read-text.ts';
import type { RecordReading } from './record-reading.ts';

type Looking = RecordReading & { readonly now: number };

/** Whether the time of a mark has come. */
const hasCome = (
  record: Json,
  { steps, reading, times }: Extract<MarkTest, { kind: 'clock' }>,
  looking: Looking,
): boolean => {
  const text = readWritten(find(record, steps, { outer: looking.outer }), reading, looking);
  if (typeof text !== 'string') return false;
  const moment = times.moment(text);
  return typeof moment === 'object' && moment.epoch <= looking.now;
};

/** Words with which an EHR says yes or no. */
const flags: ReadonlySet<string> = new Set(['true', 'false', 'j', 'n', 'y', 'ja', 'nej', 'yes', 'no']);

/** The object in which a value would be that is not there. */
const holderOf = (record: Json, steps: Steps, { outer }: Looking): Json => {
  for (let length = steps.length - 1; length > 0; length--) {
    const holder = find(record, steps.slice(0, length), { outer });
    if (isJsonObject(holder as Json)) return holder as Json;
  }
  return record;
};

/**
 * Whether a mark that is not there may have got another name: nothing reads a value beside it that says yes or no, or whose name sounds
 * like a mark. Call it when the rows have been applied.
 */
const mayBeRenamed = (record: Json, { steps }: MarkTest, looking: Looking): boolean => {
  const { reads } = looking;
  const holder = holderOf(record, steps, looking);
  if (!isJsonObject(holder)) return true;
  const read = reads.get(holder) ?? [];
  return Object.entries(holder).some(([name, value = null]) => {
    if (read.includes(name) || isAbsent(value)) return false;
    return soundsLikeMark(name) || flags.has((wordOf(value) ?? '').toLowerCase());
  });
};

const isShownBy = (record: Json, mark: MarkTest, looking: Looking): boolean => {
  // Of a condition that is not understood, the mark counts.
  if (mark.when.length > 0 && conditionState(mark.when, record, looking) === 'fails') return true;
  const { outer } = looking;
  const hasNoMark = find(record, mark.steps, { outer }) === undefined;
  const isShownWithout = () => mark.isShownWithout && !mayBeRenamed(record, mark, looking);
  if (mark.kind === 'clock') return hasNoMark ? isShownWithout() : hasCome(record, mark, looking);
  const { steps, shown: words } = mark;
  if (hasNoMark && typeof words !== 'string') return isShownWithout();
  return holdsAt(record, { steps, words }, { format: looking.format, outer }) === true;
};

/** The words that tables list for a mark; none if it counts whether there is a value, or when a time has come. */
export const wordsOfMark = (mark: MarkTest): readonly string[] =>
  mark.kind === 'words' && typeof mark.shown !== 'string' ? [...mark.shown, ...mark.hidden] : [];

/** The first mark that does not let a record be shown; undefined if all do. */
export const hidingMark = (
  record: Json,
  marks: readonly MarkTest[],
  looking: Looking,
): MarkTest | undefined => marks.find(mark => !isShownBy(record, mark, looking));
