// What of a document nothing has read (D29, nothing is left out in silence). While a document is translated, marks beside it say
// which of its members have been read; when the record is complete, one walk compares what is there with what is marked. So
// nothing is lost silently, even if a contract gets a new element.
import { isExactNumber } from '../../../domain/model/json.ts';
import { type Loss, lossList } from '../../../domain/model/loss.ts';
import { type PathOf, pathTo } from '../../../domain/model/loss-paths.ts';
import { isAbsent } from './values.ts';

/**
 * The names of the members that have been read, by their object. An object with an entry is read member by member; another one is
 * read as a whole, with the member that holds it.
 */
export type Reads = Map<object, Set<string>>;

/** Marks that an object is read member by member: those without a mark are unread. Returns the names of those that have one. */
export const markPart = (reads: Reads, object: object): Set<string> => {
  const marked = reads.get(object);
  if (marked !== undefined) return marked;
  const names = new Set<string>();
  reads.set(object, names);
  return names;
};

/** Marks that an object is read member by member, and that these have been read. */
export const markMembers = (reads: Reads, object: object, names: readonly string[]): void => {
  if (!reads.has(object)) reads.set(object, new Set(names));
  else for (const name of names) markRead(reads, object, name);
};

/** Marks that a member has been read, even if it is absent. */
export const markRead = (reads: Reads, object: object, name: string): void =>
  void markPart(reads, object).add(name);

type Part = Readonly<Record<string, unknown>>;

/** Whether a member that has not been read says nothing, beside those of its object that have been. */
export type IsSilent = (object: Part, name: string, read: ReadonlySet<string>) => boolean;

const nothingRead: ReadonlySet<string> = new Set();

/** How many values there are in a part of a document: texts that are not blank, numbers and booleans. */
export const valuesIn = (value: unknown, isSilent?: IsSilent): number => {
  if (isAbsent(value)) return 0;
  if (typeof value !== 'object' || isExactNumber(value)) return 1;
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += valuesIn(item, isSilent);
  else
    for (const [name, member] of Object.entries(value))
      if (isSilent?.(value as Part, name, nothingRead) !== true) sum += valuesIn(member, isSilent);
  return sum;
};

export type UnreadOptions = {
  /** Called for each unread member or part, with the number of values in it, which may be 0. */
  readonly report: (path: string, values: number) => void;
  /** The path of the document. */
  readonly root?: string;
  /** Makes the paths. By default, of the names as they are: a document that the EHR gives any names needs another one. */
  readonly pathOf?: PathOf;
  /** Members of the document itself that say nothing, whatever of them has been read. */
  readonly silent?: readonly string[];
  readonly isSilent?: IsSilent;
  /** Whether a part, or a member of it, has been counted as a whole already: what is in it is then not reported. */
  readonly isCounted?: (part: object, name?: string) => boolean;
};

/**
 * Reports what of a document has not been read, by paths without indexes: members, and parts of which nothing has been read. What
 * is in them is not reported by itself.
 */
export const findUnread = (
  document: object,
  reads: Reads,
  { report, root = '', pathOf = pathTo, silent = [], isSilent, isCounted = () => false }: UnreadOptions,
): void => {
  /** The names that lead to a member. */
  const names: string[] = [];

  const reportUnread = (value: unknown): void =>
    report(names.reduce(pathOf, root), valuesIn(value, isSilent));

  const walkPart = (part: Part): void => {
    const read = reads.get(part) ?? nothingRead;
    for (const name in part) {
      const value = part[name];
      if (value === undefined) continue;
      const isRead = read.has(name);
      // Most members are texts that have been read.
      if (isRead && typeof value !== 'object') continue;
      if (part === document && silent.includes(name)) continue;
      if (isCounted(part, name)) continue;
      names.push(name);
      if (isRead) walkRead(value);
      else if (isSilent?.(part, name, read) !== true) reportUnread(value);
      names.pop();
    }
  };

  /** Walks the parts of what has been read that have been read member by member. */
  const walkRead = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walkRead(item);
    else if (!isCounted(value as object)) {
      const read = reads.get(value as object);
      if (read?.size === 0) reportUnread(value);
      else if (read !== undefined) walkPart(value as Part);
    }
  };

  walkPart(document as Part);
};

/** The losses of what has not been read: one for each path, with its number of values. */
export const unreadLosses = (
  document: object,
  reads: Reads,
  options: Omit<UnreadOptions, 'report'> = {},
): readonly Loss[] => {
  const { list, add } = lossList();
  const report = (path: string, times: number) => add({ path, reason: 'unmapped', hides: [], times });
  findUnread(document, reads, { ...options, report });
  return list;
};
