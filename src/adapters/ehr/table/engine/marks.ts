// Whether a record may be shown, by the marks of its tables (D26, what a patient may see; D35, what was never true).
import type { Json } from '../../../../domain/model/json.ts';
import type { MarkTest } from '../tables.ts';
import { type RecordReading, stateOf } from './fill.ts';
import { find, holdsAt } from './find.ts';
import { textOf } from './read-text.ts';

type Looking = RecordReading & { readonly now: number };

/** Whether the time of a mark has come. */
const hasCome = (
  record: Json,
  { steps, reading, times }: Extract<MarkTest, { kind: 'clock' }>,
  looking: Looking,
): boolean => {
  const text = textOf(find(record, steps), reading, looking);
  if (typeof text !== 'string') return false;
  const moment = times.moment(text);
  return typeof moment === 'object' && moment.epoch <= looking.now;
};

const isShownBy = (record: Json, mark: MarkTest, looking: Looking): boolean => {
  // Of a condition that is not understood, the mark counts.
  if (mark.when.length > 0 && stateOf(mark.when, record, looking) === 'fails') return true;
  const hasNoMark = find(record, mark.steps) === undefined;
  if (mark.kind === 'clock') return hasNoMark ? mark.isShownWithout : hasCome(record, mark, looking);
  const { steps, shown: words } = mark;
  if (hasNoMark && typeof words !== 'string') return mark.isShownWithout;
  return holdsAt(record, { steps, words }, { format: looking.format }) === true;
};

/** Whether all marks let a record be shown. */
export const isShown = (record: Json, marks: readonly MarkTest[], looking: Looking): boolean =>
  marks.every(mark => isShownBy(record, mark, looking));
