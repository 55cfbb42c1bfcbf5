// Records that hold nothing: published so, one looks like a record of which nothing was written down (D29, nothing in silence).
import type { Loss } from '../../../ports/ehr.ts';
import { isAbsent } from '../values/values.ts';

const holdsNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(holdsNothing) : isAbsent(value);

/** What a record lacks: itself, if it holds nothing and no other loss of it says why. It may be anybody's, of any time and unit. */
export const withEmptiness = (
  path: string,
  {
    value,
    losses,
    hides,
  }: { readonly value: object; readonly losses: readonly Loss[]; readonly hides: Loss['hides'] },
): readonly Loss[] =>
  holdsNothing(value) && !losses.some(loss => loss.reason !== 'unmapped' && loss.path.startsWith(path))
    ? [...losses, { path, reason: 'unreadable', hides }]
    : losses;
