// The table of goals, with results before and after.
import type { Results } from '../results.ts';
import { shown } from './figures.ts';
import { type Goal, goalsOf } from './goals.ts';

const verdict = ({ must, stretch, atLeast = false, found }: Goal): string => {
  const middle = found('service')?.middle ?? Number.NaN;
  const reaches = (goal: number) => (atLeast ? middle >= goal : middle <= goal);
  if (reaches(stretch)) return 'stretch';
  return reaches(must) ? 'must' : '**missed**';
};

const figureOf = ({ found, unit = '' }: Goal, service: 'service' | 'before'): string => {
  const spread = found(service);
  return spread === undefined ? '' : `${shown(spread, 2)}${unit}`;
};

export const goalsTable = (results: Results): string => {
  const rows = goalsOf(results).map(goal => {
    const { name, must, stretch, unit = '' } = goal;
    const figures = [figureOf(goal, 'before'), figureOf(goal, 'service')];
    return `| ${name} | ${must}${unit} | ${stretch}${unit} | ${figures.join(' | ')} | ${verdict(goal)} |`;
  });
  const before = results.before === undefined ? 'before' : `before (${results.before})`;
  return [`| | must | stretch | ${before} | now | reached |`, '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
};
