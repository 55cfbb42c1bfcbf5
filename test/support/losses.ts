// Losses as tests compare them.
import type { Loss } from '../../src/domain/model/loss.ts';

/** Each loss as often as it is counted. */
export const eachLoss = <L extends Pick<Loss, 'times'>>(losses: readonly L[]): readonly Omit<L, 'times'>[] =>
  losses.flatMap(({ times = 1, ...loss }) => Array.from({ length: times }, () => loss));
