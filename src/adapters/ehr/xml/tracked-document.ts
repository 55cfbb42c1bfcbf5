// Documents that a plan has decoded, read as objects of their type. A getter for each member of the plan marks what is read, so what
// a translation does not read can be counted (D29, nothing is left out in silence).
//
// Members are read by their names. A part that is copied or listed as a whole has none, and is counted as unread.
import type { Loss } from '../../../domain/model/loss.ts';
import { markPart, markRead, type Reads, unreadLosses } from '../values/unread.ts';
import type { FrameFields } from './open-elements.ts';
import type { Member, ObjectPlan } from './plan.ts';

/** A tracked part of a document. */
type Origin = {
  readonly node: FrameFields;
  readonly reads: Reads;
  /** The parts within it, by their objects. */
  readonly parts: Map<object, object>;
  /** The part around it, and the member that holds it; undefined for the document. */
  readonly around: { readonly origin: Origin; readonly key: string } | undefined;
};

const origin = Symbol('origin');

type Tracked = { readonly [origin]: Origin };

/** The prototypes of tracked parts, by their plans. */
const prototypes = new WeakMap<ObjectPlan, object>();

const prototypeOf = (plan: ObjectPlan): object => {
  const existing = prototypes.get(plan);
  if (existing !== undefined) return existing;
  const members = [...plan.members.values(), ...(plan.self === undefined ? [] : [plan.self])];
  const getters = members.map(member => [member.key, getterOf(member)] as const);
  const made: object = Object.create(null, Object.fromEntries(getters));
  prototypes.set(plan, made);
  return made;
};

const newPart = (plan: ObjectPlan, value: Origin): object => {
  markPart(value.reads, value.node);
  return Object.create(prototypeOf(plan), { [origin]: { value } });
};

const partsOf = (value: unknown, plan: ObjectPlan, around: NonNullable<Origin['around']>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => partsOf(item, plan, around));
  const { reads, parts } = around.origin;
  const existing = parts.get(value);
  if (existing !== undefined) return existing;
  const part = newPart(plan, { node: value as FrameFields, reads, parts: new Map(), around });
  parts.set(value, part);
  return part;
};

/** Marks that a value has been read, and with the first one of a part, the part itself: seeing that it is there reads nothing. */
const markValue = ({ node, reads, around }: Origin, key: string): void => {
  const isFirst = reads.get(node)?.size === 0;
  markRead(reads, node, key);
  if (isFirst && around !== undefined) markValue(around.origin, around.key);
};

const getterOf = ({ key, plan }: Member): PropertyDescriptor => ({
  get(this: Tracked) {
    const part = this[origin];
    const value = part.node[key];
    if (value === undefined) return undefined;
    if (plan.type === 'object') return partsOf(value, plan, { origin: part, key });
    markValue(part, key);
    return value;
  },
});

/**
 * Marks which values of a document are read.
 * @param plan the plan that has decoded it.
 * @returns the document, of which reading a value marks it as read; and the losses of what has not been read yet, by their paths below it.
 */
export const trackDocument = <T extends object>(document: T, plan: ObjectPlan) => {
  const reads: Reads = new Map();
  const node = document as FrameFields;
  return {
    document: newPart(plan, { node, reads, parts: new Map(), around: undefined }) as T,
    unread: (): readonly Loss[] => unreadLosses(document, reads),
  };
};

/** The original of a tracked part. Reading it marks nothing: for decisions that do not publish the value. */
export const peek = <T extends object>(part: T): T =>
  ((part as Partial<Tracked>)[origin]?.node as T | undefined) ?? part;
