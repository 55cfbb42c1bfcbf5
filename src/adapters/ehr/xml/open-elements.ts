// The state of an element while it is open: of one that becomes a text or another value (a leaf), and of one that becomes an object (a
// frame). Both are made as literals with all of their members: from a class, a journal costs a twentieth more.
import { isBlank } from '../values/values.ts';
import type { Member, ObjectPlan } from './plan.ts';

export type FrameFields = Record<string, unknown>;

/** The state of a text or another value that has just been opened. Its children are skipped, except for `value`. */
export const newLeaf = (member: Member) => ({
  member,
  text: '',
  hasChild: false,
  isInterrupted: false,
  skippedTexts: undefined as string[] | undefined,
  /** The text in its attribute or child `value`, for times. */
  value: undefined as string | undefined,
  /** Whether that child is open, and whether there was one. */
  isInValue: false,
  hadValueChild: false,
  /** Whether it has text in a skipped element: one that is not in the plan, or of another namespace. */
  skipped: 'nothing' as 'nothing' | 'unknown' | 'foreign',
});

export type Leaf = ReturnType<typeof newLeaf>;

/** The state of an object that has just been opened. `lossesBefore`: the number of losses before it. */
export const newFrame = (member: Member, plan: ObjectPlan, lossesBefore: number) => ({
  member,
  text: '',
  hasChild: false,
  isInterrupted: false,
  skippedTexts: undefined as string[] | undefined,
  plan,
  lossesBefore,
  fields: undefined as FrameFields | undefined,
  /** The last child or attribute that is in the plan. */
  last: undefined as Member | undefined,
  /** Whether it has text, for which its plan has no member. */
  hasStrayText: false,
  /** How many texts are in an element that repeats another one. */
  repeatedTexts: 0,
  /** Keys of members that came as attributes: a child with the same name replaces them. */
  attributeKeys: undefined as Set<string> | undefined,
});

export type Frame = ReturnType<typeof newFrame>;

/** What leaves and frames share. */
type OpenElement = {
  text: string;
  hasChild: boolean;
  /** Whether an element has ended since the last text. */
  isInterrupted: boolean;
  /** The path of each text in a skipped element in it, and of each unknown attribute of a leaf; undefined if there is none. */
  skippedTexts: string[] | undefined;
};

/** Notes on an element that another one has opened in it. */
export const noteChild = (open: OpenElement): void => {
  open.hasChild = true;
  open.isInterrupted = true;
};

/**
 * A text and what follows it. A blank separates them if an element stands between them, as in `Waran 1<br/>0`, unless white
 * space already does.
 */
export const joinedText = (before: string, text: string, isInterrupted: boolean): string => {
  const isSeparated = !isInterrupted || before === '' || /[ \n\t\r]$/.test(before) || /^[ \n\t\r]/.test(text);
  return isSeparated ? before + text : `${before} ${text}`;
};

export const addText = (open: OpenElement, text: string): void => {
  open.text = joinedText(open.text, text, open.isInterrupted);
  open.isInterrupted = false;
};

/** Adds the path of a text in a skipped element. */
export const addSkippedText = (open: OpenElement, path: string): void => {
  open.skippedTexts ??= [];
  open.skippedTexts.push(path);
};

/** Whether the value of a leaf may be in an attribute or child called `value`. */
export const hasValueMember = ({ member: { plan } }: Leaf): boolean =>
  plan.type === 'value' && plan.attribute;

/** Opens the child `value` of a leaf, which replaces an attribute with that name. Returns false if another child had a value. */
export const openValue = (leaf: Leaf): boolean => {
  if (leaf.hadValueChild && !isBlank(leaf.value ?? '')) return false;
  leaf.isInValue = true;
  leaf.hadValueChild = true;
  leaf.value = '';
  return true;
};

/** Whether a leaf has a text of its own beside the one in `value`: one of the two is lost. */
export const hasTwoTexts = ({ text, value = '' }: Leaf): boolean => !isBlank(value) && !isBlank(text);

/** The text of a leaf; undefined if text inside it was skipped, because without it the rest may mean the opposite. */
export const leafText = ({ text, value, hasChild, skipped }: Leaf): string | undefined => {
  if (skipped === 'foreign' || (skipped === 'unknown' && !isBlank(text))) return undefined;
  return (hasChild || value !== undefined) && isBlank(text) ? (value ?? '') : text;
};

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

/** Sets a member. Returns false if the member already has a value. */
export const put = (frame: Frame, { key, many }: Member, value: unknown): boolean => {
  frame.fields ??= {};
  const { fields, attributeKeys } = frame;
  // A child replaces the attribute of its name.
  const present = attributeKeys?.delete(key) === true ? undefined : fields[key];
  if (present === undefined) fields[key] = many ? [value] : value;
  else if (many) (present as unknown[]).push(value);
  else return false;
  return true;
};

/** Puts the value of an attribute into a member. A child of the same name replaces it. */
export const putAttribute = (frame: Frame, member: Member, value: unknown): void => {
  put(frame, member, value);
  frame.attributeKeys ??= new Set();
  frame.attributeKeys.add(member.key);
};

/** Adds text to a frame. Returns false if its plan has no text. */
export const takeText = (frame: Frame, text: string): boolean => {
  const { self, wrapped } = frame.plan;
  if (self !== undefined || wrapped !== undefined) {
    addText(frame, text);
    return true;
  }
  if (!frame.hasStrayText && !isBlank(text)) frame.hasStrayText = true;
  return false;
};

/** The value of an element that has ended; undefined if it counts as absent. */
export const frameObject = ({ plan, fields }: Frame): unknown => {
  const { container } = plan;
  if (container === undefined) return fields ?? (plan.emptyIsAbsent ? undefined : {});
  const filled = fields ?? {};
  filled[container.key] ??= [];
  return filled;
};
