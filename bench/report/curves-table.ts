// The table of how costs grow.
import type { Curve, Point } from '../measure/curves.ts';

const shown = ({ size, cpu }: Point): string => `${size.toLocaleString('en')}: ${cpu.toPrecision(3)} ms`;

/** How much the cost grows over the last step, beside how much the size does. */
const growth = ([before, last]: readonly Point[]): string =>
  before === undefined || last === undefined
    ? '–'
    : `× ${(last.cpu / before.cpu).toPrecision(2)} at × ${(last.size / before.size).toPrecision(2)}`;

export const curvesTable = (curves: readonly Curve[]): string =>
  [
    '| many | CPU | over the last step |',
    '|---|---|---|',
    ...curves.map(
      ({ name, points }) => `| ${name} | ${points.map(shown).join(', ')} | ${growth(points.slice(-2))} |`,
    ),
  ].join('\n');
