// The goals, and how far each was reached.
import type { Results } from '../results.ts';
import { median, type Spread, spreadOf } from '../statistics.ts';
import { cpuRatio, perKilobyte, shown } from './figures.ts';

type Goal = {
  readonly name: string;
  readonly must: number;
  readonly stretch: number;
  readonly unit?: string;
  /** Whether larger is better. */
  readonly atLeast?: boolean;
  readonly found: Spread;
};

const costGoals = (runs: NonNullable<Results['cost']>): Goal[] => {
  const toFloor = (size: string, must: number, stretch: number): Goal => ({
    name: `CPU, service : floor, ${size}`,
    must,
    stretch,
    found: cpuRatio(runs, { server: 'service', to: 'floor', size }),
  });
  const fromUsual = (size: string, must: number, stretch: number): Goal => ({
    name: `CPU, usual choice : service, ${size}`,
    must,
    stretch,
    atLeast: true,
    found: cpuRatio(runs, { server: 'usual', to: 'service', size }),
  });
  return [
    toFloor('3 KB', 3, 2.5),
    toFloor('40 KB', 9, 7),
    toFloor('250 KB', 18, 14),
    fromUsual('3 KB', 5, 6),
    fromUsual('40 KB', 6, 8),
    fromUsual('250 KB', 6, 8),
    {
      name: 'CPU per KB, 250 : 40 KB',
      must: 1.3,
      stretch: 1.15,
      found: perKilobyte(runs, '250 KB', '40 KB'),
    },
    {
      name: 'CPU per KB, 10 MB : 250 KB',
      must: 1.6,
      stretch: 1.3,
      found: perKilobyte(runs, '10 MB', '250 KB'),
    },
  ];
};

const fhirGoals = (runs: NonNullable<Results['fhir']>): Goal[] =>
  [
    { size: '40 KB', goal: 7 },
    { size: '250 KB', goal: 11 },
  ].map(({ size, goal }) => ({
    name: `CPU, service : floor, FHIR, ${size}`,
    must: goal,
    stretch: goal,
    found: cpuRatio(runs, { server: 'service', to: 'floor', size }),
  }));

const besideGoals = (runs: NonNullable<Results['beside']>): Goal[] => {
  const of = (one: 'longestStall' | 'p99', server: string) =>
    runs.map(run => run.find(beside => beside.server === server)?.[one] ?? Number.NaN);
  const pairs = (one: 'longestStall' | 'p99') => {
    const floor = of(one, 'floor');
    return of(one, 'service').map((value, index) => [value, floor[index] ?? Number.NaN] as const);
  };
  return [
    {
      name: 'longest stall beside 10 MB journals, over the floor’s own',
      must: 20,
      stretch: 10,
      unit: ' ms',
      found: spreadOf(pairs('longestStall').map(([service, floor]) => service - floor)),
    },
    {
      name: 'p99 of small requests beside them, service : floor',
      must: 2,
      stretch: 1.3,
      found: spreadOf(pairs('p99').map(([service, floor]) => service / floor)),
    },
  ];
};

const memoryGoals = (runs: NonNullable<Results['memory']>): Goal[] => {
  const multiple = (journals: number) =>
    spreadOf(
      runs.map(
        run => run.find(one => one.size === '10 MB' && one.journals === journals)?.multiple ?? Number.NaN,
      ),
    );
  return [
    { name: 'peak memory over base, one 10 MB journal : its XML', must: 5, stretch: 3.5, found: multiple(1) },
    { name: 'peak memory over base, four at once : their XML', must: 3, stretch: 2, found: multiple(4) },
  ];
};

const startGoal = (starts: readonly number[]): Goal => ({
  name: 'start to ready',
  must: 1,
  stretch: 0.7,
  unit: ' s',
  found: spreadOf(starts.map(milliseconds => milliseconds / 1000)),
});

const verdict = ({ must, stretch, atLeast = false, found: { middle } }: Goal): string => {
  const reaches = (goal: number) => (atLeast ? middle >= goal : middle <= goal);
  if (reaches(stretch)) return 'stretch';
  return reaches(must) ? 'must' : '**missed**';
};

export const goalsTable = ({ cost, fhir, beside, memory, start }: Results): string => {
  const goals = [
    ...(cost === undefined ? [] : costGoals(cost)),
    ...(fhir === undefined ? [] : fhirGoals(fhir)),
    ...(beside === undefined ? [] : besideGoals(beside)),
    ...(memory === undefined ? [] : memoryGoals(memory)),
    ...(start === undefined || Number.isNaN(median(start)) ? [] : [startGoal(start)]),
  ];
  const rows = goals.map(goal => {
    const { name, must, stretch, unit = '', found } = goal;
    return `| ${name} | ${must}${unit} | ${stretch}${unit} | ${shown(found, 2)}${unit} | ${verdict(goal)} |`;
  });
  return ['| | must | stretch | measured | reached |', '|---|---|---|---|---|', ...rows].join('\n');
};
