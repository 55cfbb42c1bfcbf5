// What of a document nothing has read (D29, nothing is left out in silence). While a document is translated, marks beside it say
// which of its members have been read; when the record is complete, one walk compares what is there with what is marked. So
// nothing is lost silently, even if a contract gets a new element.
import { isExactNumber } from '../../../domain/model/json.ts';
import { type PathOf, pathTo } from '../../../domain/model/loss-paths.ts';
import { isBlank } from './values.ts';

/**
 * The names of the members that have been read, by their object. An object with an entry is read member by member; another one is
 * read as a whole, with the member that holds it.
 */
export type Reads = Map<object, string[]>;

/** Marks that an object is read member by member: of its members, those without a mark are unread. */
export const markPart = (reads: Reads, object: object): void => {
  if (!reads.has(object)) reads.set(object, []);
};

/** Marks that a member has been read, even if it is absent. */
export const markRead = (reads: Reads, object: object, name: string): void => {
  const names = reads.get(object);
  if (names === undefined) reads.set(object, [name]);
  else if (!names.includes(name)) names.push(name);
};

type Part = Readonly<Record<string, unknown>>;

/** Whether a member that has not been read says nothing, beside those of its object that have been. */
export type IsSilent = (object: Part, name: string, read: readonly string[]) => boolean;

const nothingRead: readonly string[] = [];

/** How many values there are in a part of a document: texts that are not blank, numbers and booleans. */
export const valuesIn = (value: unknown, isSilent?: IsSilent): number => {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'string') return isBlank(value) ? 0 : 1;
  if (typeof value !== 'object' || isExactNumber(value)) return 1;
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += valuesIn(item, isSilent);
  else
    for (const [name, member] of Object.entries(value))
      if (isSilent?.(value as Part, name, nothingRead) !== true) sum += valuesIn(member, isSilent);
  return sum;
};

export type UnreadOptions = {
  /** Called for each unread member, with the number of values in it, which may be 0. */
  readonly report: (path: string, values: number) => void;
  /** The path of the document. */
  readonly root?: string;
  /** Makes the paths. By default, of the names as they are: a document that the EHR gives any names needs another one. */
  readonly pathOf?: PathOf;
  /** Members of the document itself that say nothing, whatever of them has been read. */
  readonly silent?: readonly string[];
  readonly isSilent?: IsSilent;
};

/** Reports the members of a document that have not been read: the outermost ones, by their paths without indexes. */
export const findUnread = (
  document: object,
  reads: Reads,
  { report, root = '', pathOf = pathTo, silent = [], isSilent }: UnreadOptions,
): void => {
  /** The names that lead to a member. */
  const names: string[] = [];

  const walkPart = (part: Part): void => {
    const read = reads.get(part) ?? nothingRead;
    for (const name of Object.keys(part)) {
      const value = part[name];
      if (value === undefined) continue;
      const isRead = read.includes(name);
      // Most members are texts that have been read.
      if (isRead && typeof value !== 'object') continue;
      if (part === document && silent.includes(name)) continue;
      names.push(name);
      if (isRead) walkRead(value);
      else if (isSilent?.(part, name, read) !== true)
        report(names.reduce(pathOf, root), valuesIn(value, isSilent));
      names.pop();
    }
  };

  /** Walks the parts of what has been read that have been read member by member. */
  const walkRead = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walkRead(item);
    else if (reads.has(value as object)) walkPart(value as Part);
  };

  walkPart(document as Part);
};

type Node = Readonly<Record<string, unknown>>;

/** What was made of a list: of each item that is a part, and undefined for the others. */
type TrackedList = readonly (Tracked | undefined)[];

/** A tracked part of a document: which of its values were read, and which of its parts were accessed. */
type Tracked = {
  readonly raw: Node;
  readonly proxy: Node;
  readonly read: Set<string>;
  readonly parts: Map<string, Tracked | TrackedList>;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
/** Whether a value is a list with parts. Its other items count as read as soon as the list is. */
const hasNodes = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.some(isNode);

/** The member of a proxy that is its original part. */
const original = Symbol('original');

const track = (raw: Node): Tracked => {
  const read = new Set<string>();
  const parts: Tracked['parts'] = new Map();

  const partOf = <P extends Tracked | TrackedList>(name: string, make: () => P): P => {
    const existing = parts.get(name) as P | undefined;
    if (existing !== undefined) return existing;
    const made = make();
    parts.set(name, made);
    return made;
  };

  const proxy = new Proxy(raw, {
    get: (_target, name) => {
      if (typeof name === 'symbol') return name === original ? raw : undefined;
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (value === undefined) return undefined;
      if (isNode(value)) return partOf(name, () => track(value)).proxy;
      if (hasNodes(value)) {
        const items = partOf(name, () => value.map(item => (isNode(item) ? track(item) : undefined)));
        return value.map((item, at) => items[at]?.proxy ?? item);
      }
      read.add(name);
      return value;
    },
  });
  return { raw, proxy, read, parts };
};

/** The parts of a member: itself, or the items of a list that are parts. */
const several = (part: Tracked | TrackedList): readonly Tracked[] =>
  Array.isArray(part) ? (part as TrackedList).filter(item => item !== undefined) : [part as Tracked];

const isUntouched = ({ read, parts }: Tracked): boolean =>
  read.size === 0 && [...parts.values()].flatMap(several).every(isUntouched);

const times = (count: number, path: string): string[] => Array.from({ length: count }, () => path);

/** Paths of the values that were not read. */
const unreadIn = ({ raw, read, parts }: Tracked, parent: string, pathOf: PathOf): string[] =>
  Object.entries(raw).flatMap(([name, value]) => {
    if (read.has(name)) return [];
    const path = pathOf(parent, name);
    const part = parts.get(name);
    if (part === undefined) return times(valuesIn(value), path);
    return several(part).flatMap(inner =>
      isUntouched(inner) ? times(valuesIn(inner.raw), path) : unreadIn(inner, path, pathOf),
    );
  });

export type TrackedDocument<T> = {
  /** The document. Reading a member records the access. */
  readonly document: T;
  /**
   * The path, below the document, of each value that has not been read yet. If nothing in an element was read, the path of
   * that element, once for each value in it.
   */
  readonly unread: () => string[];
};

/**
 * Records which values of a document are read.
 * @param pathOf makes the paths. By default, of the names as they are: a document that the EHR gives any names needs another one.
 */
export const trackReads = <T extends object>(document: T, pathOf: PathOf = pathTo): TrackedDocument<T> => {
  const tracked = track(document as Node);
  return { document: tracked.proxy as T, unread: () => unreadIn(tracked, '', pathOf) };
};

/** The original of a tracked part. Reading it is not recorded: for decisions that do not publish the value. */
export const peek = <T extends object>(part: T): T => (part as { [original]?: T })[original] ?? part;
