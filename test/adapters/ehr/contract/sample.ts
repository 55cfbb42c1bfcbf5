// Which damages a run tries: a part of them, the same in every run of that amount, or all (EHR_DAMAGES=all).
import { seededNumbers } from '../../../../sandbox/extracts/xml/variation.ts';
import { attempts } from '../../../support/amount.ts';

export const triesAll = process.env.EHR_DAMAGES === 'all';

/**
 * At most so many of the items, in their order and the same ones in every run; beyond that, those that are always tried, and with
 * them a third of the number of the others. Of more items than that, `npm test` tries a third (amount.ts).
 */
export const sampled = <T>(
  items: readonly T[],
  most: number,
  isAlwaysTried: (item: T) => boolean = () => false,
): readonly T[] => {
  if (triesAll || items.length <= most) return items;
  const number = attempts(most);
  const random = seededNumbers(items.length);
  const ranked = items.map((item, at) => ({ item, at, rank: isAlwaysTried(item) ? -1 : random() }));
  const always = ranked.filter(({ rank }) => rank < 0).length;
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, Math.max(number, always + Math.ceil(number / 3)))
    .toSorted((left, right) => left.at - right.at)
    .map(({ item }) => item);
};
