// Finds the values of a document that a translation does not read (D29). A translation publishes each value that it reads,
// or counts it as lost. The rest is counted here, so nothing is lost silently, even if a contract gets a new element.
//
// A proxy around each part of the document records which members are read.
import { isExactNumber } from '../../../domain/model/json.ts';
import { type PathOf, pathTo } from '../../../domain/model/loss-paths.ts';
import { nonBlank } from './values.ts';

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

/** How many values a part of a document has: texts that are not blank, numbers and booleans. */
export const valuesIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + valuesIn(item), 0);
  if (isNode(value)) return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 0);
  if (typeof value === 'string') return nonBlank(value) === undefined ? 0 : 1;
  return value === undefined || value === null ? 0 : 1;
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
