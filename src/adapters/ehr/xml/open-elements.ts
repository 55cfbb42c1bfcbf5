// Elements that are open, what is known of them so far, and what becomes of them: objects (frames), and texts and values
// (leaves).
import type { Loss } from '../../../ports/ehr.ts';
import type { Member, ObjectPlan } from './plan.ts';
import { isBlank, trim, unreadable } from './values.ts';

export type Fields = Record<string, unknown>;

/** An element that is to become an object. */
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

/** Adds text to a frame. False: its plan has no place for it. */
export const takeText = (frame: Frame, text: string): boolean => {
  const { self, wrapped } = frame.plan;
  if (self !== undefined || wrapped !== undefined) {
    frame.text += text;
    return true;
  }
  if (!frame.hasStrayText && !isBlank(text)) frame.hasStrayText = true;
  return false;
};

/** What an ended element has become; undefined where it is absent. */
export const objectOf = ({ plan, fields }: Frame): unknown => {
  const { container } = plan;
  if (container === undefined) return fields ?? (plan.emptyIsAbsent ? undefined : {});
  const filled = fields ?? {};
  filled[container.key] ??= [];
  return plan.flat ? filled[container.key] : filled;
};

/** An element that is to become a text or a value: nothing of interest can be below it. */
export type Leaf = {
  member: Member;
  text: string;
  /** The text of a time that stands in its attribute or child `value`. */
  value: string | undefined;
  /** Whether we are in that child. */
  isInValue: boolean;
  hasChild: boolean;
  /** Words in it that are not read: of an element that is not known, or of another namespace. */
  skipped: 'nothing' | 'unknown' | 'foreign';
};

export const newLeaf = (member: Member): Leaf => ({
  member,
  text: '',
  value: undefined,
  isInValue: false,
  hasChild: false,
  skipped: 'nothing',
});

/** Adds text to what of a leaf is open. */
export const addTo = (leaf: Leaf, text: string): void => {
  if (leaf.isInValue) leaf.value += text;
  else leaf.text += text;
};

/** Whether the value of a leaf may stand in an attribute or child `value`. */
export const hasValueMember = ({ member: { plan } }: Leaf): boolean =>
  plan.type === 'value' && plan.attribute;

/** What is read of a leaf; undefined where it lacks words that stood in it, without which it may say the opposite. */
export const leafText = ({ text, value, hasChild, skipped }: Leaf): string | undefined => {
  if (skipped === 'foreign' || (skipped === 'unknown' && !isBlank(text))) return undefined;
  return (hasChild || value !== undefined) && isBlank(text) ? (value ?? '') : text;
};

export type Lose = (member: Member, reason: Loss['reason']) => void;

/** What a text is as the value of a member; undefined where it is absent, or cannot be read and is lost. */
export const readAs = (member: Member, text: string, lose: Lose): unknown => {
  const { plan } = member;
  if (plan.type === 'text') return plan.trim ? trim(text) : text;
  if (plan.type === 'value') {
    const value = plan.read(text);
    if (value !== unreadable) return value;
    lose(member, 'unreadable');
    return undefined;
  }
  if (plan.type === 'any') return { $self: text };
  if (plan.wrapped === undefined) return undefined;
  const value = readAs(plan.wrapped, text, lose);
  return value === undefined ? undefined : { [plan.wrapped.key]: value };
};
