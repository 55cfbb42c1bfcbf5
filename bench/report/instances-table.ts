// The tables of several instances behind one port.
import type { Instances } from '../measure/instances.ts';
import { spreadOf } from '../statistics.ts';
import { shown } from './figures.ts';

const nameOf = ({ instances, redis, database }: Instances) =>
  `${instances} ${instances === 1 ? 'instance' : 'instances'}${redis ? ', Redis' : ''}${database ? ', PostgreSQL' : ''}`;

export const instancesTable = (runs: readonly (readonly Instances[])[]): string => {
  const [first = []] = runs;
  const rows = first.map((measured, index) => {
    const of = (value: (instances: Instances) => number, digits: number) =>
      shown(spreadOf(runs.map(run => value(run[index] ?? measured))), digits);
    const cells = [
      measured.size,
      nameOf(measured),
      of(row => row.perSecond, 0),
      of(row => row.cpu, 2),
      of(row => row.cores, 2),
      of(row => row.p99, 0),
      of(row => row.largestShare * 100, 0),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| XML | | requests / s | CPU s / 1,000 | cores kept busy | p99 ms | busiest instance, % |';
  return [head, '|---|---|---|---|---|---|---|', ...rows].join('\n');
};
