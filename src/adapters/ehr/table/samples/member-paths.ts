// The paths of the members of a record that rows of tables can write.
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import { leafPlan } from '../leaf.ts';

/** Whether a member is an id with root and extension. */
const isIdentifier = ({ plan }: Member): boolean =>
  plan.type === 'object' && plan.members.has('root') && plan.members.has('extension');

/** The paths of the members that hold one value, and of the lists. */
export const memberPaths = (plan: ObjectPlan, path: readonly string[] = []): string[] =>
  [...plan.members].flatMap(([name, member]) => {
    const here = [...path, name];
    const isWhole = member.many || isIdentifier(member) || leafPlan(member.plan) !== undefined;
    if (isWhole) return [here.join('/')];
    // Records within records have no end.
    return member.plan.type === 'object' && here.length < 5 ? memberPaths(member.plan, here) : [];
  });
