// Counts what of a record no row has read (D29, nothing is left out in silence).
import { isJsonList, isJsonObject, type Json } from '../../../../domain/model/json.ts';
import type { Hidden } from '../../../../domain/model/loss.ts';
import { boundedPaths } from '../../../../domain/model/loss-paths.ts';
import { sizeBeside } from '../../meter.ts';
import { findUnread, type IsSilent, markRead, type Reads, type UnreadOptions } from '../../values/unread.ts';
import { unreadable } from '../../values/written-values.ts';
import type { Scope } from '../scope.ts';
import { isOutward, isSelection, type Steps } from '../source-path.ts';
import type { BesideRows, KindTables } from '../tables.ts';
import { find, finder, scalarOf } from './find.ts';
import type { ListedRecord } from './located-records.ts';
import type { RecordReading } from './record-reading.ts';
import type { Followed } from './references.ts';

/** Marks what is at a path as read as a whole, in every item of the lists on the way. */
const markWhole = (value: Json | undefined, steps: Steps, reads: Reads): void => {
  const [step] = steps;
  if (isSelection(step)) {
    const item = value === undefined ? undefined : find(value, [step]);
    if (item !== undefined && item !== unreadable) markWhole(item, steps.slice(1), reads);
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
  markWhole(value[step], steps.slice(1), reads);
};

type Beside = Pick<UnreadOptions, 'report' | 'pathOf'> & { readonly reading: RecordReading };

/** Creates what reports what of a record nothing has read. Call that when the rows have been applied. */
export const unreadFinder = ({ decisive, ignored, anywhere }: BesideRows) => {
  const isSilent: IsSilent = (_, name) => anywhere.has(name);
  const findDecisive = decisive.map(steps => finder(steps));
  // The longest first: one below or beside another leaves no marks in what that ignores as a whole.
  const ignoredPaths = ignored
    .toSorted((one, other) => other.length - one.length)
    .map(steps => {
      const outward = steps.filter(isOutward);
      return { outward, inner: steps.slice(outward.length) };
    });
  return (record: Json, options: Beside): void => {
    // The rows have counted it as lost.
    if (!isJsonObject(record)) return;
    const { reading } = options;
    const { reads, outside } = reading;
    // Each value is looked at to mark it as read.
    for (const findValue of findDecisive) scalarOf(findValue(record, reading), reading);
    for (const { outward, inner } of ignoredPaths) {
      const from = outward.length === 0 ? record : find(record, outward, { outside });
      if (from !== undefined && from !== unreadable) markWhole(from, inner, reads);
    }
    findUnread(record, reads, { ...options, isSilent });
  };
};

const neededByRules: readonly Hidden[] = ['unit', 'template', 'keyword', 'secrecy', 'sharing'];

/**
 * What rules of the profile may need of a record of these tables. Where a text stands in XML in place of the elements of a record, it may be
 * in that text: such a record does not count as one without a unit, a secrecy level and so on (D36).
 */
export const hiddenByText = ({ rows }: Scope): readonly Hidden[] => {
  const hidden = new Set(rows.flatMap(({ target }) => target.member.hides));
  return neededByRules.filter(word => hidden.has(word));
};

/** What decides which values of a record are counted as unread. */
type Counting = Pick<KindTables, 'beside' | 'references'> & {
  /** What a text hides that stands in place of the elements of a record. */
  readonly ofText: readonly Hidden[];
};

/**
 * Counts as losses what nothing reads of the records of an answer. It hides nothing, because no rule needed it, except for the text of a
 * record itself in XML. The names of members can be data, and are shown only if they cannot (D29).
 * @returns to be called with each record and the objects that it has referred to, by the name of their list.
 */
export const unreadCounter = ({ beside, references, ofText }: Counting) => {
  const pathOf = boundedPaths();
  const findUnreadBeside = unreadFinder(beside);
  const isSilent: IsSilent = (_, name) => beside.anywhere.has(name);
  const lists = new Map(
    [...references].map(([name, { key, ignored }]) => [
      name,
      { findKey: key && finder(key), ignored, root: pathOf('', name) },
    ]),
  );
  return ({ record, around }: ListedRecord, reading: RecordReading, followed: Followed): void => {
    const { reads, outside, losses } = reading;
    // Only the text of the record itself has this path alone.
    const report = (path: string, times: number) =>
      losses.add({ path, reason: 'unmapped', hides: path === '#text' ? ofText : [], times });
    findUnreadBeside(record, { reading, pathOf, report });
    for (const [at, { object, name, isCounted }] of around.entries()) {
      const root = `^${'/^'.repeat(around.length - 1 - at)}`;
      if (!isCounted) continue;
      outside?.meter('passed', sizeBeside(object, name));
      findUnread(object, reads, { report, pathOf, root, silent: [name], isSilent });
    }
    for (const [object, name] of followed) {
      const list = lists.get(name);
      if (list === undefined) continue;
      scalarOf(list.findKey?.(object, reading), reading);
      for (const steps of list.ignored) markWhole(object, steps, reads);
      findUnread(object, reads, { report, pathOf, root: list.root, isSilent });
    }
  };
};
