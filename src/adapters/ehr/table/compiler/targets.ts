// Finds the member of a record that a row writes.
import type { Member, ObjectPlan } from '../../xml/plan.ts';
import type { Target } from '../scope.ts';
import { didYouMean } from './place.ts';

/** The text of an object's own is a member too, called `$self`. */
const memberCalled = (plan: ObjectPlan, name: string): Member | undefined =>
  name === '$self' ? plan.self : plan.members.get(name);

const namesOf = (plan: ObjectPlan): string[] => [
  ...plan.members.keys(),
  ...(plan.self === undefined ? [] : ['$self']),
];

/**
 * The member at a path of element names below an object, or what was expected instead.
 * @param outer the path of that object; empty for the record itself.
 */
export const targetAt = (
  plan: ObjectPlan,
  path: string,
  outer = '',
): Target | { readonly expected: string } => {
  const steps = path.split('/');
  const keys: string[] = [];
  let here = plan;
  for (const [at, step] of steps.entries()) {
    const member = memberCalled(here, step);
    if (member === undefined) {
      const around = [...(outer === '' ? [] : [outer]), ...steps.slice(0, at)].join('/') || 'the record';
      return {
        expected: `a member of the record: ${around} has no ${step}${didYouMean(step, namesOf(here))}`,
      };
    }
    if (at === steps.length - 1) return { keys, member };
    const { plan: inner, path: whole } = member;
    if (inner.type !== 'object') return { expected: `a member of the record: ${whole} has no members` };
    if (member.many)
      return { expected: `${whole}, which is a list, with each or block; its items have ${steps[at + 1]}` };
    keys.push(member.key);
    here = inner;
  }
  return { expected: 'a member of the record' };
};
