// An open element that is to become an object, and what is known of it so far.
import type { Member, ObjectPlan } from './plan.ts';

export type Fields = Record<string, unknown>;

export type Frame = {
  member: Member;
  plan: ObjectPlan;
  fields: Fields | undefined;
  text: string;
  hasChild: boolean;
  /** Text where the plan knows of none. */
  hasStrayText: boolean;
  /** An element in it that is not read had text. */
  hasSkippedText: boolean;
  /** Keys of members that came as attributes: a child of the same name replaces them. The first `attributeCount` count. */
  readonly attributeKeys: (string | undefined)[];
  attributeCount: number;
  /** How many losses there were when it began. */
  lossesBefore: number;
};

export const newFrame = (member: Member, plan: ObjectPlan): Frame => ({
  member,
  plan,
  fields: undefined,
  text: '',
  hasChild: false,
  hasStrayText: false,
  hasSkippedText: false,
  attributeKeys: [],
  attributeCount: 0,
  lossesBefore: 0,
});

/** Uses a frame again for another element: a document has thousands. */
export const reset = (frame: Frame, member: Member, plan: ObjectPlan): void => {
  frame.member = member;
  frame.plan = plan;
  frame.fields = undefined;
  frame.text = '';
  frame.hasChild = false;
  frame.hasStrayText = false;
  frame.hasSkippedText = false;
  frame.attributeCount = 0;
};

/** Whether a member came as an attribute, which what comes now replaces. */
const replacesAttribute = ({ attributeKeys, attributeCount }: Frame, key: string): boolean => {
  for (let at = 0; at < attributeCount; at++) {
    if (attributeKeys[at] !== key) continue;
    attributeKeys[at] = undefined;
    return true;
  }
  return false;
};

/** Puts a value where it belongs. False: the member has one already. */
export const put = (frame: Frame, member: Member, value: unknown): boolean => {
  const { key } = member;
  if (frame.fields === undefined) frame.fields = {};
  const { fields } = frame;
  const replaces = frame.attributeCount > 0 && replacesAttribute(frame, key);
  const known = replaces ? undefined : fields[key];
  if (known === undefined) fields[key] = member.many ? [value] : value;
  else if (member.many) (known as unknown[]).push(value);
  else return false;
  return true;
};

export const putAttribute = (frame: Frame, member: Member, value: unknown): void => {
  put(frame, member, value);
  frame.attributeKeys[frame.attributeCount++] = member.key;
};

/** What an ended element has become; undefined where it is absent. */
export const objectOf = ({ plan, fields }: Frame): unknown => {
  const { container } = plan;
  if (container === undefined) return fields ?? (plan.emptyIsAbsent ? undefined : {});
  const filled = fields ?? {};
  filled[container.key] ??= [];
  return plan.flat ? filled[container.key] : filled;
};
