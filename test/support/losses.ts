// Losses as tests compare them.
import type { Loss } from '../../src/domain/model/loss.ts';

/** Each loss as often as it is counted. */
export const eachLoss = <L extends Pick<Loss, 'times'>>(losses: readonly L[]): readonly Omit<L, 'times'>[] =>
  losses.flatMap(({ times = 1, ...loss }) => Array.from({ length: times }, () => loss));

const isLosses = (name: string, value: unknown): value is readonly Loss[] =>
  name === 'losses' && Array.isArray(value);

/** The same value, with each loss of its records and bookings as often as it is counted. */
export const withEachLoss = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withEachLoss) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isLosses(name, inner) ? eachLoss(inner) : withEachLoss(inner),
    ]),
  ) as T;
};
