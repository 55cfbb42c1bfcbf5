// Computes the figures in the documents from the results of all runs.
import type { Cost } from '../measure/cost.ts';
import type { ServerName } from '../servers/servers.ts';
import { type Spread, spreadOfMeasured } from '../statistics.ts';

type Runs = readonly (readonly Cost[])[];

const find = (run: readonly Cost[], server: ServerName, size: string): Cost | undefined =>
  run.find(cost => cost.server === server && cost.size === size);

/** A figure of a server at a size, over the runs that measured it; undefined if none did. */
export const figure = (
  runs: Runs,
  { server, size, of }: { server: ServerName; size: string; of: (cost: Cost) => number },
): Spread | undefined =>
  spreadOfMeasured(
    runs.map(run => {
      const cost = find(run, server, size);
      return cost && of(cost);
    }),
  );

/** The CPU of one server as a multiple of another's in the same run, over the runs that measured both; undefined if none did. */
export const cpuRatio = (
  runs: Runs,
  { server, to, size }: { server: ServerName; to: ServerName; size: string },
): Spread | undefined =>
  spreadOfMeasured(
    runs.map(run => {
      const [cost, base] = [find(run, server, size), find(run, to, size)];
      return cost && base && cost.cpu / base.cpu;
    }),
  );

/** Formats the median and the range over the runs; a dash for what was not measured. */
export const shown = (spread: Spread | undefined, digits = 1): string => {
  if (spread === undefined) return '–';
  const { middle, least, most } = spread;
  return least === most
    ? middle.toFixed(digits)
    : `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
};
