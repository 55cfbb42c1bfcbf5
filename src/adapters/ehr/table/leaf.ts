// The members of a record that hold one value.

import {
  type Parsed,
  readBoolean,
  readInteger,
  readNumber,
  unreadable,
} from '../translation/written-values.ts';
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

/** What a text becomes in a member, such as a time within its object; `unreadable` if it cannot be read. */
export const readLeaf = (plan: Plan, text: string): Parsed<unknown> => {
  if (plan.type === 'text') return plan.trim ? text.trim() : text;
  if (plan.type === 'value') return plan.read(text);
  if (plan.type === 'any' || plan.wrapped === undefined) return unreadable;
  const value = readLeaf(plan.wrapped.plan, text);
  return value === undefined || value === unreadable ? value : { [plan.wrapped.key]: value };
};
