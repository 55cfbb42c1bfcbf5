// Counts what of a record no row has read (D29, nothing is left out in silence).
import { isJsonList, isJsonObject, type Json } from '../../../../domain/model/json.ts';
import type { Hidden } from '../../../../domain/model/loss.ts';
import { boundedPaths } from '../../../../domain/model/loss-paths.ts';
import { findUnread, markRead, type Reads, type UnreadOptions } from '../../translation/unread.ts';
import { unreadable } from '../../translation/written-values.ts';
import type { Scope } from '../scope.ts';
import { isOutward, isSelection, type Steps } from '../source-path.ts';
import type { BesideRows, KindTables } from '../tables.ts';
import { find, wordAt } from './find.ts';
import type { ListedRecord } from './located-records.ts';
import { addLoss, type RecordReading } from './record-reading.ts';

/** Marks what is at a path as read as a whole, in every item of the lists on the way. */
const markWhole = (value: Json | undefined, steps: Steps, reads: Reads): void => {
  const [step, ...rest] = steps;
  if (isSelection(step)) {
    const item = value === undefined ? undefined : find(value, [step]);
    if (item !== undefined && item !== unreadable) markWhole(item, rest, reads);
    return;
  }
  if (isJsonList(value)) {
    for (const item of value) markWhole(item, steps, reads);
    return;
  }
  if (!isJsonObject(value)) return;
  if (typeof step !== 'string') {
    reads.delete(value);
    return;
  }
  markRead(reads, value, step);
  markWhole(value[step], rest, reads);
};

/** Reports what of a record nothing has read. Call it when the rows have been applied. */
export const findUnreadBeside = (
  record: Json,
  { decisive, ignored }: BesideRows,
  { reading, ...options }: Pick<UnreadOptions, 'report' | 'pathOf'> & { readonly reading: RecordReading },
): void => {
  // The rows have counted it as lost.
  if (!isJsonObject(record)) return;
  for (const steps of decisive) wordAt(record, steps, reading);
  for (const steps of ignored) {
    const outward = steps.filter(isOutward);
    const from = find(record, outward, { outer: reading.outer });
    if (from !== undefined && from !== unreadable)
      markWhole(from, steps.slice(outward.length), reading.reads);
  }
  findUnread(record, reading.reads, options);
};

/** The objects that a record has referred to, each with the name of its list. */
type Referred = {
  readonly references: KindTables['references'];
  readonly followed: ReadonlyMap<object, string>;
};
const noReferences: Referred = { references: new Map(), followed: new Map() };

const neededByRules: readonly Hidden[] = ['unit', 'template', 'keyword', 'secrecy', 'sharing'];

/**
 * What rules of the profile may need of a record of these tables. Where a text stands in XML in place of the elements of a record, it may be
 * in that text: such a record does not count as one without a unit, a secrecy level and so on (D36).
 */
export const hiddenByText = ({ rows }: Scope): readonly Hidden[] => {
  const hidden = new Set(rows.flatMap(({ target }) => target.member.hides));
  return neededByRules.filter(word => hidden.has(word));
};

/**
 * Counts as losses what nothing reads of the records of an answer. It hides nothing, because no rule needed it, except for the text of a
 * record itself in XML. The names of members can be data, and are shown only if they cannot (D29).
 * @param ofText what such a text hides.
 */
export const unreadCounter = (ofText: readonly Hidden[] = []) => {
  const pathOf = boundedPaths();
  return (
    { record, around }: ListedRecord,
    beside: BesideRows,
    reading: RecordReading,
    referred: Referred = noReferences,
  ): void => {
    const counting = (hides: (path: string) => readonly Hidden[]) => (path: string, values: number) => {
      for (let left = values; left > 0; left--)
        addLoss(reading, { path, reason: 'unmapped', hides: hides(path) });
    };
    const report = counting(() => []);
    findUnreadBeside(record, beside, {
      reading,
      pathOf,
      report: counting(path => (path === '#text' ? ofText : [])),
    });
    for (const [at, { object, name, isCounted }] of around.toReversed().entries()) {
      const root = `^${'/^'.repeat(at)}`;
      if (isCounted) findUnread(object, reading.reads, { report, pathOf, root, silent: [name] });
    }
    for (const [object, name] of referred.followed) {
      const { key = [], ignored = [] } = referred.references.get(name) ?? {};
      if (key.length > 0) wordAt(object as Json, key, reading);
      for (const steps of ignored) markWhole(object as Json, steps, reading.reads);
      findUnread(object, reading.reads, { report, pathOf, root: pathOf('', name) });
    }
  };
};
