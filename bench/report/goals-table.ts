// The table of goals.
import type { Results } from '../results.ts';
import { shown } from './figures.ts';
import { type Goal, goalsOf } from './goals.ts';

const isReached = ({ limit, atLeast = false, measured }: Goal): boolean => {
  if (measured === undefined) return false;
  return atLeast ? measured.middle >= limit : measured.middle <= limit;
};

const row = (goal: Goal): string => {
  const { name, limit, atLeast = false, unit = '', measured } = goal;
  const bound = `${atLeast ? 'at least' : 'at most'} ${limit}${unit}`;
  const figure = measured === undefined ? '' : `${shown(measured, 2)}${unit}`;
  return `| ${name} | ${bound} | ${figure} | ${isReached(goal) ? 'yes' : '**no**'} |`;
};

export const goalsTable = (results: Results): string =>
  ['| | goal | measured | reached |', '|---|---|---|---|', ...goalsOf(results).map(row)].join('\n');
