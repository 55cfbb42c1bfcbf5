// The state of an element that becomes an object, while it is open.

import { isBlank } from '../values/values.ts';
import { joinedText } from './joined-text.ts';
import type { Member, ObjectPlan } from './plan.ts';

export type FrameFields = Record<string, unknown>;

/** An open element that becomes an object. */
export type Frame = {
  readonly member: Member;
  readonly plan: ObjectPlan;
  fields: FrameFields | undefined;
  /** The last child or attribute that is in the plan. */
  last: Member | undefined;
  text: string;
  hasChild: boolean;
  /** Whether it has text, for which its plan has no member. */
  hasStrayText: boolean;
  /** Whether an element has ended since its last text. */
  isInterrupted: boolean;
  /** The path of each text in a skipped element in it; undefined if there is none. */
  skippedTexts: string[] | undefined;
  /** How many texts are in an element that repeats another one. */
  repeatedTexts: number;
  /** Keys of members that came as attributes: a child with the same name replaces them. */
  attributeKeys: string[] | undefined;
  /** The number of losses when it was opened. */
  readonly lossesBefore: number;
};

/** The state of an element that has just been opened. */
export const newFrame = (member: Member, plan: ObjectPlan, lossesBefore: number): Frame => ({
  member,
  plan,
  fields: undefined,
  last: undefined,
  text: '',
  hasChild: false,
  hasStrayText: false,
  isInterrupted: false,
  skippedTexts: undefined,
  repeatedTexts: 0,
  attributeKeys: undefined,
  lossesBefore,
});

/**
 * The member of a child or attribute; undefined if the plan has none. Extracts list their elements in the same order, so the one
 * that followed last time is tried before the others: a tenth of a journal's CPU.
 */
export const memberFor = (frame: Frame, name: string): Member | undefined => {
  const { last, plan } = frame;
  const expected = last === undefined ? plan.first : last.next;
  if (expected?.element === name) {
    frame.last = expected;
    return expected;
  }
  const member = plan.members.get(name);
  if (member === undefined) return undefined;
  if (last === undefined) plan.first = member;
  else last.next = member;
  frame.last = member;
  return member;
};

/** Whether a member came as an attribute. Removes its key, because a child is about to replace it. */
const wasAttribute = (attributeKeys: string[], key: string): boolean => {
  const at = attributeKeys.indexOf(key);
  if (at !== -1) attributeKeys.splice(at, 1);
  return at !== -1;
};

/** Sets a member. Returns false if the member already has a value. */
export const put = (frame: Frame, { key, many }: Member, value: unknown): boolean => {
  frame.fields ??= {};
  const { fields, attributeKeys } = frame;
  const isReplaced = attributeKeys !== undefined && wasAttribute(attributeKeys, key);
  const present = isReplaced ? undefined : fields[key];
  if (present === undefined) fields[key] = many ? [value] : value;
  else if (many) (present as unknown[]).push(value);
  else return false;
  return true;
};

/** Puts the value of an attribute into a member. A child of the same name replaces it. */
export const putAttribute = (frame: Frame, member: Member, value: unknown): void => {
  put(frame, member, value);
  frame.attributeKeys ??= [];
  frame.attributeKeys.push(member.key);
};

/** Adds text to a frame. Returns false if its plan has no text. */
export const takeText = (frame: Frame, text: string): boolean => {
  const { self, wrapped } = frame.plan;
  if (self !== undefined || wrapped !== undefined) {
    frame.text = joinedText(frame.text, text, frame.isInterrupted);
    frame.isInterrupted = false;
    return true;
  }
  if (!frame.hasStrayText && !isBlank(text)) frame.hasStrayText = true;
  return false;
};

/** Adds the path of a text in a skipped element. */
export const addSkippedText = (open: { skippedTexts: string[] | undefined }, path: string): void => {
  open.skippedTexts ??= [];
  open.skippedTexts.push(path);
};

/** The value of an element that has ended; undefined if it counts as absent. */
export const frameObject = ({ plan, fields }: Frame): unknown => {
  const { container } = plan;
  if (container === undefined) return fields ?? (plan.emptyIsAbsent ? undefined : {});
  const filled = fields ?? {};
  filled[container.key] ??= [];
  return filled;
};
