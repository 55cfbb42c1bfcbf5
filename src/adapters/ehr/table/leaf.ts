// The members of a record that hold one value.

import { type Parsed, readBoolean, readInteger, readNumber, unreadable } from '../values/written-values.ts';
import type { ObjectPlan, Plan } from '../xml/plan.ts';

/** The plan that reads a text for a member; undefined if the member is an object with several members. */
export const leafPlan = (plan: Plan): Exclude<Plan, ObjectPlan> | undefined => {
  if (plan.type !== 'object') return plan;
  return plan.wrapped === undefined ? undefined : leafPlan(plan.wrapped.plan);
};

/** What a leaf holds. */
export type LeafType = 'text' | 'flag' | 'number' | 'time' | 'any';

/** Which of the forms of text a member has. */
export const leafType = (plan: Exclude<Plan, ObjectPlan>): LeafType => {
  if (plan.type !== 'value') return plan.type;
  if (plan.attribute) return 'time';
  if (plan.read === readBoolean) return 'flag';
  return plan.read === readInteger || plan.read === readNumber ? 'number' : 'text';
};

/** Reads what a text becomes in a member, such as a time within its object; `unreadable` if the member cannot hold it. */
export type ReadLeaf = (text: string) => Parsed<unknown>;

/** Creates the reader of a member's texts. */
export const leafReader = (plan: Plan): ReadLeaf => {
  if (plan.type === 'text') return plan.trim ? text => text.trim() : text => text;
  if (plan.type === 'value') return plan.read;
  if (plan.type === 'any' || plan.wrapped === undefined) return () => unreadable;
  const { key } = plan.wrapped;
  const read = leafReader(plan.wrapped.plan);
  return text => {
    const value = read(text);
    if (value === undefined || value === unreadable) return value;
    const object: Record<string, unknown> = {};
    object[key] = value;
    return object;
  };
};
