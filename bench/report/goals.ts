// The goals and their measured values.
import type { Beside } from '../measure/beside.ts';
import type { Results } from '../results.ts';
import { type Spread, spreadOf } from '../statistics.ts';
import { cpuRatio, isMeasured } from './figures.ts';

type Service = 'service' | 'before';

export type Goal = {
  readonly name: string;
  readonly must: number;
  readonly stretch: number;
  readonly unit?: string;
  /** Whether larger is better. */
  readonly atLeast?: boolean;
  /** Undefined if the version was not measured. */
  readonly found: (service: Service) => Spread | undefined;
};

const costGoals = (runs: NonNullable<Results['cost']>): Goal[] => {
  const ifMeasured = (service: Service, spread: () => Spread) =>
    isMeasured(runs, service) ? spread() : undefined;
  const toFloor = (size: string, must: number, stretch: number): Goal => ({
    name: `CPU, service : floor, ${size}`,
    must,
    stretch,
    found: service => ifMeasured(service, () => cpuRatio(runs, { server: service, to: 'floor', size })),
  });
  const fromUsual = (size: string, must: number, stretch: number): Goal => ({
    name: `CPU, usual choice : service, ${size}`,
    must,
    stretch,
    atLeast: true,
    found: service => ifMeasured(service, () => cpuRatio(runs, { server: 'usual', to: service, size })),
  });
  const perCore: Goal = {
    name: 'requests per second and core, 3 KB, as a multiple of those before',
    must: 1.4,
    stretch: 2,
    atLeast: true,
    found: service =>
      ifMeasured('before', () => cpuRatio(runs, { server: 'before', to: service, size: '3 KB' })),
  };
  return [
    toFloor('3 KB', 4, 3),
    toFloor('40 KB', 9.5, 7),
    toFloor('250 KB', 16, 12),
    fromUsual('3 KB', 3.2, 4),
    fromUsual('40 KB', 4.8, 6.5),
    fromUsual('250 KB', 5, 7),
    perCore,
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
    found: service =>
      service === 'service' ? cpuRatio(runs, { server: service, to: 'floor', size }) : undefined,
  }));

/** A figure over the runs that have it. */
const spreadOfFound = (values: readonly (number | undefined)[]): Spread | undefined => {
  const found = values.filter(value => value !== undefined);
  return found.length === 0 ? undefined : spreadOf(found);
};

const besideGoals = (runs: NonNullable<Results['beside']>): Goal[] => {
  const of = (run: readonly Beside[], server: string) => run.find(one => one.server === server);
  const overFloor = (run: readonly Beside[], service: Service): number | undefined => {
    const [measured, floor] = [of(run, service), of(run, 'floor')];
    return measured === undefined || floor === undefined ? undefined : measured.p99 - floor.p99;
  };
  return [
    {
      name: 'p99 of small requests beside 10 MB journals, over the floor’s',
      must: 25,
      stretch: 10,
      unit: ' ms',
      found: service => spreadOfFound(runs.map(run => overFloor(run, service))),
    },
    {
      name: 'longest stall of the event loop beside them',
      must: 25,
      stretch: 12,
      unit: ' ms',
      found: service => spreadOfFound(runs.map(run => of(run, service)?.longestStall)),
    },
  ];
};

const memoryGoals = (runs: NonNullable<Results['memory']>): Goal[] => {
  const multiple = (service: Service, journals: number) =>
    spreadOfFound(
      runs.map(
        run =>
          run.find(one => one.server === service && one.size === '10 MB' && one.journals === journals)
            ?.multiple,
      ),
    );
  const goal = (
    journals: number,
    { name, must, stretch }: Pick<Goal, 'name' | 'must' | 'stretch'>,
  ): Goal => ({
    name,
    must,
    stretch,
    found: service => multiple(service, journals),
  });
  return [
    goal(1, { name: 'peak memory over base, cold, one 10 MB journal : its XML', must: 5, stretch: 3.5 }),
    goal(4, { name: 'peak memory over base, cold, four at once : their XML', must: 2.5, stretch: 2 }),
  ];
};

const startGoal = (runs: NonNullable<Results['start']>): Goal => ({
  name: 'start to ready by `npm start`',
  must: 1,
  stretch: 0.7,
  unit: ' s',
  found: service =>
    spreadOfFound(
      runs.map(run => {
        const found = run.find(({ server }) => server === service);
        return found === undefined ? undefined : found.milliseconds / 1000;
      }),
    ),
});

export const goalsOf = ({ cost, fhir, beside, memory, start }: Results): Goal[] => [
  ...(cost === undefined ? [] : costGoals(cost)),
  ...(fhir === undefined ? [] : fhirGoals(fhir)),
  ...(beside === undefined ? [] : besideGoals(beside)),
  ...(memory === undefined ? [] : memoryGoals(memory)),
  ...(start === undefined ? [] : [startGoal(start)]),
];
