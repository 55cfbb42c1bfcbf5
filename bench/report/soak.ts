// Memory over a long run: the table and the chart. Plain SVG, readable in light and dark mode.
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

const width = 720;
const height = 260;
const left = 60;
const right = 16;
const top = 44;
const bottom = 36;

const style = `
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .curve { fill: none; stroke: #0969da; stroke-width: 1.5 }
  .grid { stroke: #8c959f; stroke-width: 0.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .curve { stroke: #58a6ff }
  }`;

export const soakChart = (samples: readonly Sample[]): string => {
  const seconds = samples.at(-1)?.seconds ?? 1;
  const most = Math.ceil(Math.max(...samples.map(({ bytes }) => bytes / megabyte)) / 100) * 100;
  const x = (at: number) => left + (at / seconds) * (width - left - right);
  const y = (megabytes: number) => height - bottom - (megabytes / most) * (height - top - bottom);
  const points = samples.map(one => `${x(one.seconds).toFixed(1)},${y(one.bytes / megabyte).toFixed(1)}`);
  const lines = Array.from({ length: most / 100 + 1 }, (_, index) => index * 100).map(
    value =>
      `<path class="grid" d="M${left} ${y(value)}H${width - right}"/>` +
      `<text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const minutes = Math.floor(seconds / 60);
  const ticks = Array.from({ length: minutes + 1 }, (_, minute) => minute).map(
    minute =>
      `<text x="${x(minute * 60).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${minute}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Memory of the service over time, in a mix of small and large requests</title>',
    `<style>${style}\n</style>`,
    '<text class="title" x="8" y="20">Memory of the service (MiB, resident) over minutes of mixed requests</text>',
    ...lines,
    ...ticks,
    `<polyline class="curve" points="${points.join(' ')}"/>`,
    '</svg>\n',
  ].join('\n');
};
