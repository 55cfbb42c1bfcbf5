// The table of memory over a long run.
import { median } from '../statistics.ts';

/** A sample: memory and the number of requests answered so far. */
export type Sample = { readonly seconds: number; readonly bytes: number; readonly requests: number };

const megabyte = 1024 * 1024;

const between = (samples: readonly Sample[], from: number, to: number): number => {
  const end = samples.at(-1)?.seconds ?? 0;
  const chosen = samples.filter(({ seconds }) => seconds >= from * end && seconds <= to * end);
  return median(chosen.map(({ bytes }) => bytes)) / megabyte;
};

/** Compares memory between thirds of the run, without the first tenth, which is warm-up. */
export const soakTable = (samples: readonly Sample[]): string => {
  const last = samples.at(-1);
  const rows = [
    ['minutes', ((last?.seconds ?? 0) / 60).toFixed(0)],
    ['requests answered', String(last?.requests ?? 0)],
    ['MiB held, middle of the first third after the warm-up', between(samples, 0.1, 0.4).toFixed(0)],
    ['MiB held, middle of the second third', between(samples, 0.4, 0.7).toFixed(0)],
    ['MiB held, middle of the last third', between(samples, 0.7, 1).toFixed(0)],
  ];
  return ['| | |', '|---|---|', ...rows.map(row => `| ${row.join(' | ')} |`)].join('\n');
};
