// The state of an element that becomes a text or another value, while it is open.

import { isBlank } from '../values/values.ts';
import { joinedText } from './joined-text.ts';
import type { Member } from './plan.ts';

/** An open element that becomes a text or another value. Its children are skipped, except for `value`. */
export type Leaf = {
  readonly member: Member;
  text: string;
  /** The text in its attribute or child `value`, for times. */
  value: string | undefined;
  /** Whether that child is open, and whether there was one. */
  isInValue: boolean;
  hadValueChild: boolean;
  hasChild: boolean;
  /** Whether an element has ended since the last text. */
  isInterrupted: boolean;
  /** Whether it has text in a skipped element: one that is not in the plan, or of another namespace. */
  skipped: 'nothing' | 'unknown' | 'foreign';
  /** The path of each such text, and of each unknown attribute; undefined if there is none. */
  skippedTexts: string[] | undefined;
};

/** The state of an element with a text that has just been opened. */
export const newLeaf = (member: Member): Leaf => ({
  member,
  text: '',
  value: undefined,
  isInValue: false,
  hadValueChild: false,
  hasChild: false,
  isInterrupted: false,
  skipped: 'nothing',
  skippedTexts: undefined,
});

/** Adds text to a leaf, or to its open `value`. */
export const addTo = (leaf: Leaf, text: string): void => {
  if (leaf.isInValue) leaf.value += text;
  else {
    leaf.text = joinedText(leaf.text, text, leaf.isInterrupted);
    leaf.isInterrupted = false;
  }
};

/** Whether the value of a leaf may be in an attribute or child called `value`. */
export const hasValueMember = ({ member: { plan } }: Leaf): boolean =>
  plan.type === 'value' && plan.attribute;

/** Opens the child `value` of a leaf, which replaces an attribute with that name. */
export const openValue = (leaf: Leaf): void => {
  leaf.isInValue = true;
  leaf.hadValueChild = true;
  leaf.value = '';
};

/** Whether a leaf already has a value from a child: another one is lost. */
export const hasValueFromChild = ({ hadValueChild, value }: Leaf): boolean =>
  hadValueChild && value !== undefined && !isBlank(value);

/** Whether a leaf has a text of its own beside the one in `value`: one of the two is lost. */
export const hasTwoTexts = ({ text, value }: Leaf): boolean =>
  value !== undefined && !isBlank(value) && !isBlank(text);

/** The text of a leaf; undefined if text inside it was skipped, because without it the rest may mean the opposite. */
export const leafText = ({ text, value, hasChild, skipped }: Leaf): string | undefined => {
  if (skipped === 'foreign' || (skipped === 'unknown' && !isBlank(text))) return undefined;
  return (hasChild || value !== undefined) && isBlank(text) ? (value ?? '') : text;
};
