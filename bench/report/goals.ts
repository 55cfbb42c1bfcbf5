// The goals and their measured values.
import type { Results } from '../results.ts';
import { type Spread, spreadOfMeasured } from '../statistics.ts';
import { cpuRatio } from './figures.ts';

export type Goal = {
  readonly name: string;
  readonly limit: number;
  readonly unit?: string;
  /** Whether larger is better. */
  readonly atLeast?: boolean;
  /** Undefined if it was not measured. */
  readonly measured: Spread | undefined;
};

const costGoals = (runs: NonNullable<Results['cost']>): Goal[] => {
  const toFloor = (size: string, limit: number): Goal => ({
    name: `CPU, service : floor, ${size}`,
    limit,
    measured: cpuRatio(runs, { server: 'service', to: 'floor', size }),
  });
  const fromUsual = (size: string, limit: number): Goal => ({
    name: `CPU, usual choice : service, ${size}`,
    limit,
    atLeast: true,
    measured: cpuRatio(runs, { server: 'usual', to: 'service', size }),
  });
  return [
    toFloor('3 KB', 5),
    toFloor('40 KB', 10),
    toFloor('250 KB', 16),
    fromUsual('3 KB', 2.2),
    fromUsual('40 KB', 3.5),
    fromUsual('250 KB', 3.6),
  ];
};

const fhirGoal = (runs: NonNullable<Results['fhir']>): Goal => ({
  name: 'CPU, service : parsing and writing the same Bundle, FHIR, 40 KB',
  limit: 7,
  measured: cpuRatio(runs, { server: 'service', to: 'parsing', size: '40 KB' }),
});

const tableGoal = (runs: NonNullable<Results['table']>): Goal => ({
  name: 'CPU of a contact, by a table : by TypeScript',
  limit: 1.5,
  measured: spreadOfMeasured(runs.map(({ table, typescript }) => table / typescript)),
});

const memoryGoals = (runs: NonNullable<Results['memory']>): Goal[] => {
  const multiple = (journals: number) =>
    spreadOfMeasured(
      runs.map(run => run.find(result => result.size === '10 MB' && result.journals === journals)?.multiple),
    );
  return [
    { name: 'peak memory over base, cold, one 10 MB journal : its XML', limit: 5, measured: multiple(1) },
    { name: 'peak memory over base, cold, four at once : their XML', limit: 2.5, measured: multiple(4) },
  ];
};

const recordGoals = (runs: NonNullable<Results['record']>): Goal[] => [
  { name: 'promises a record', limit: 16, measured: spreadOfMeasured(runs.map(({ promises }) => promises)) },
  {
    name: 'heap allocated for a record of 400 bytes',
    limit: 15,
    unit: ' KB',
    measured: spreadOfMeasured(runs.map(({ bytes }) => bytes / 1000)),
  },
];

const startGoal = (runs: NonNullable<Results['start']>): Goal => ({
  name: 'CPU from `npm start` to ready',
  limit: 1.1,
  unit: ' s',
  measured: spreadOfMeasured(runs.map(({ cpu }) => cpu)),
});

export const goalsOf = (results: Results): Goal[] => {
  const { cost = [], fhir = [], table = [], memory = [], start = [], record = [] } = results;
  return [
    ...costGoals(cost),
    fhirGoal(fhir),
    tableGoal(table),
    ...memoryGoals(memory),
    startGoal(start),
    ...recordGoals(record),
  ];
};
