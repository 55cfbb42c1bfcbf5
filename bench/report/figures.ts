// Computes the figures in the documents from the results of all runs.
import type { Cost } from '../measure/cost.ts';
import type { ServerName } from '../servers/servers.ts';
import { type Spread, spreadOf } from '../statistics.ts';

type Runs = readonly (readonly Cost[])[];

const find = (run: readonly Cost[], server: ServerName, size: string): Cost => {
  const found = run.find(cost => cost.server === server && cost.size === size);
  if (found === undefined) throw new RangeError(`${server} was not measured at ${size}`);
  return found;
};

/** Whether a server was measured; an earlier version of the service is optional. */
export const isMeasured = (runs: Runs, server: ServerName): boolean =>
  runs.some(run => run.some(cost => cost.server === server));

/** A figure of a server at a size, over all runs. */
export const figure = (
  runs: Runs,
  { server, size, of }: { server: ServerName; size: string; of: (cost: Cost) => number },
): Spread => spreadOf(runs.map(run => of(find(run, server, size))));

/** The CPU of one server as a multiple of another's in the same run, over all runs. */
export const cpuRatio = (
  runs: Runs,
  { server, to, size }: { server: ServerName; to: ServerName; size: string },
): Spread => spreadOf(runs.map(run => find(run, server, size).cpu / find(run, to, size).cpu));

/** Formats the median and the range over the runs. */
export const shown = ({ middle, least, most }: Spread, digits = 1): string =>
  least === most
    ? middle.toFixed(digits)
    : `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
