// The members of a record that rows of tables can write.
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import { leafPlan } from '../leaf.ts';

/** A member, and the names on its path. */
type Target = { readonly path: readonly string[]; readonly member: Member };

/** Whether a member is an id with root and extension. */
const isIdentifier = ({ plan }: Member): boolean =>
  plan.type === 'object' && plan.members.has('root') && plan.members.has('extension');

/** The members that hold one value, and the lists. */
export const membersOf = (plan: ObjectPlan, path: readonly string[] = []): Target[] =>
  [...plan.members].flatMap(([name, member]) => {
    const here = [...path, name];
    const isWhole = member.many || isIdentifier(member) || leafPlan(member.plan) !== undefined;
    if (isWhole) return [{ path: here, member }];
    // Records within records have no end.
    return member.plan.type === 'object' && here.length < 5 ? membersOf(member.plan, here) : [];
  });
