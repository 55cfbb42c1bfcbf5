// The table of goals.
import type { Results } from '../results.ts';
import type { Spread } from '../statistics.ts';
import { shown } from './figures.ts';
import { type Goal, goalsOf } from './goals.ts';

const isReached = ({ limit, atLeast = false }: Goal, { middle }: Spread): boolean =>
  atLeast ? middle >= limit : middle <= limit;

const row = (goal: Goal): string => {
  const { name, limit, atLeast = false, unit = '', measured } = goal;
  const bound = `${atLeast ? 'at least' : 'at most'} ${limit}${unit}`;
  if (measured === undefined) return `| ${name} | ${bound} | not measured yet | |`;
  return `| ${name} | ${bound} | ${shown(measured, 2)}${unit} | ${isReached(goal, measured) ? 'yes' : '**no**'} |`;
};

export const goalsTable = (results: Results): string =>
  ['| | goal | measured | reached |', '|---|---|---|---|', ...goalsOf(results).map(row)].join('\n');
