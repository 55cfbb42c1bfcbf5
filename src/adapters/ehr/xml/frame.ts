// The state of an element that becomes an object, while it is open.
import type { Member, ObjectPlan } from './plan.ts';
import { isBlank } from './values.ts';

export type Fields = Record<string, unknown>;

/** An open element that becomes an object. */
export type Frame = {
  member: Member;
  plan: ObjectPlan;
  fields: Fields | undefined;
  /** The last child or attribute that is in the plan. */
  last: Member | undefined;
  text: string;
  hasChild: boolean;
  /** Whether it has text, for which its plan has no member. */
  hasStrayText: boolean;
  /** Whether a skipped element in it has text. */
  hasSkippedText: boolean;
  /** Keys of members that came as attributes: a child with the same name replaces them. Valid up to `attributeCount`. */
  readonly attributeKeys: (string | undefined)[];
  attributeCount: number;
  /** The highest order of the members that have been set. Members beyond it have no value yet, so that they need no lookup. */
  highest: number;
  /** The number of losses when it was opened. */
  lossesBefore: number;
};

export const newFrame = (member: Member, plan: ObjectPlan): Frame => ({
  member,
  plan,
  fields: undefined,
  last: undefined,
  text: '',
  hasChild: false,
  hasStrayText: false,
  hasSkippedText: false,
  attributeKeys: [],
  attributeCount: 0,
  highest: -1,
  lossesBefore: 0,
});

/** Reuses a frame for another element, because a document has thousands. */
export const reset = (frame: Frame, member: Member, plan: ObjectPlan): void => {
  frame.member = member;
  frame.plan = plan;
  frame.fields = undefined;
  frame.last = undefined;
  frame.text = '';
  frame.hasChild = false;
  frame.hasStrayText = false;
  frame.hasSkippedText = false;
  frame.attributeCount = 0;
  frame.highest = -1;
};

/**
 * The member of a child or attribute; undefined if the plan has none. Extracts list their elements in the same order. Comparing
 * the name with that of the likely next member saves most lookups, which must hash the name first.
 */
export const memberFor = (frame: Frame, name: string): Member | undefined => {
  const { last, plan } = frame;
  const likely = last === undefined ? plan.first : last.next;
  if (likely !== undefined && likely.element === name) {
    frame.last = likely;
    return likely;
  }
  const member = plan.members.get(name);
  if (member === undefined) return undefined;
  if (last === undefined) plan.first = member;
  else last.next = member;
  frame.last = member;
  return member;
};

/** Whether a member came as an attribute. Removes its key, because the attribute is about to be replaced. */
const replacesAttribute = ({ attributeKeys, attributeCount }: Frame, key: string): boolean => {
  for (let at = 0; at < attributeCount; at++) {
    if (attributeKeys[at] !== key) continue;
    attributeKeys[at] = undefined;
    return true;
  }
  return false;
};

/** Sets a member. Returns false if the member already has a value. */
export const put = (frame: Frame, member: Member, value: unknown): boolean => {
  const { key } = member;
  if (frame.fields === undefined) frame.fields = {};
  const { fields } = frame;
  let known: unknown;
  if (member.order > frame.highest) frame.highest = member.order;
  else if (frame.attributeCount === 0 || !replacesAttribute(frame, key)) known = fields[key];
  if (known === undefined) fields[key] = member.many ? [value] : value;
  else if (member.many) (known as unknown[]).push(value);
  else return false;
  return true;
};

export const putAttribute = (frame: Frame, member: Member, value: unknown): void => {
  put(frame, member, value);
  frame.attributeKeys[frame.attributeCount++] = member.key;
};

/** Adds text to a frame. Returns false if its plan has no text. */
export const takeText = (frame: Frame, text: string): boolean => {
  const { self, wrapped } = frame.plan;
  if (self !== undefined || wrapped !== undefined) {
    frame.text += text;
    return true;
  }
  if (!frame.hasStrayText && !isBlank(text)) frame.hasStrayText = true;
  return false;
};

/** The value of an element that has ended; undefined if it counts as absent. */
export const objectOf = ({ plan, fields }: Frame): unknown => {
  const { container } = plan;
  if (container === undefined) return fields ?? (plan.emptyIsAbsent ? undefined : {});
  const filled = fields ?? {};
  filled[container.key] ??= [];
  return plan.flat ? filled[container.key] : filled;
};
