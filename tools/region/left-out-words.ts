// Says in words what the region's commands have left out of an answer, and which categories of flags the profile does not list.
import type { LeftOutEvent } from '../../src/ports/telemetry.ts';
import { visible } from '../command.ts';

/** What was left out, as the operators' tools show it. */
export type LeftOut = Pick<LeftOutEvent, 'count' | 'reason' | 'path' | 'ownerFault'>;

/** Why records count as another patient's: only one of the reasons is a fault of the EHR. */
const foreignWords = {
  another: 'of another patient: the EHR must not answer those',
  missing: 'withheld, because they name nobody: is the path of owner right?',
  'no-number':
    'withheld, because they name their patient by something that is not a number: is the path of owner right?',
  'no-birth-date':
    'withheld, because they name their patient by ten digits without a date of birth: is the path of born right?',
} as const satisfies Readonly<Record<NonNullable<LeftOutEvent['ownerFault']>, string>>;

const inWords = ({ count, reason, path, ownerFault = 'another' }: LeftOut): string => {
  if (reason === 'foreign') return `${count} ${foreignWords[ownerFault]}`;
  const where = path === undefined ? '' : ` ${visible(path)}`;
  if (reason === 'unmapped')
    return `${count} unmapped (nothing reads it, or the record has no member for it):${where}`;
  return `${count} left out: ${reason}${where}`;
};

/**
 * Describes what was left out: how many, why, and where. Unmapped values come last, since there are many and no user of an
 * app lacks them.
 */
export const leftOutInWords = (events: readonly LeftOut[]): string[] => [
  ...events.filter(({ reason }) => reason !== 'unmapped').map(inWords),
  ...events.filter(({ reason }) => reason === 'unmapped').map(inWords),
];

/** How many categories are named, and how much of each: an EHR may have any number of them, of any length. */
const [mostCategories, longestCategory] = [20, 120];

const categoryInWords = ([category, flags]: readonly [string, number]): string =>
  `${visible(category.slice(0, longestCategory))}${category.length > longestCategory ? '…' : ''} (${flags})`;

/** Names the categories of flags that the profile does not list, the most frequent first: a missing setting must not hide infections. */
export const categoriesInWords = (unlisted: ReadonlyMap<string, number>): string[] => {
  if (unlisted.size === 0) return [];
  const sorted = [...unlisted].toSorted(
    ([one, flags], [other, more]) => more - flags || (one < other ? -1 : 1),
  );
  const named = sorted.slice(0, mostCategories).map(categoryInWords);
  const left = sorted.length - named.length;
  const all = [...named, ...(left === 0 ? [] : [`and ${left} more`])];
  return [`flags of categories that the profile does not list (flagCategories): ${all.join(', ')}`];
};
