// The table of the cost of a request.
import type { Cost } from '../measure/cost.ts';
import { cpuRatio, figure, isMeasured, shown } from './figures.ts';

const megabyte = 1024 * 1024;

export const titles = {
  service: 'the service',
  again: 'the service, in one more process',
  gzip: 'the service, answers compressed',
  floor: 'the floor',
  strong: 'strong alternative',
  usual: 'usual choice',
  parsing: 'parsing and writing alone',
} as const;

const inOrder = ['service', 'again', 'gzip', 'floor', 'strong', 'usual'] as const;

const costSizes = ['3 KB', '40 KB', '250 KB', '10 MB'] as const;

export const costTable = (runs: readonly (readonly Cost[])[]): string => {
  const rows = costSizes.flatMap(size =>
    inOrder
      .filter(server => isMeasured(runs, server, size))
      .map(server => {
        const of = (value: (cost: Cost) => number, digits: number) =>
          shown(figure(runs, { server, size, of: value }), digits);
        return [
          size,
          titles[server],
          of(cost => cost.cpu, 2),
          server === 'floor' ? '1' : shown(cpuRatio(runs, { server, to: 'floor', size })),
          of(cost => cost.perSecond, 0),
          of(cost => cost.p50, 1),
          of(cost => cost.p99, 1),
          of(cost => cost.peak / megabyte, 0),
        ];
      }),
  );
  const head = ['XML', 'server', 'CPU s / 1,000', '× floor', 'requests / s', 'p50 ms', 'p99 ms', 'peak MiB'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), '|---|---|---|---|---|---|---|---|', ...rows.map(line)].join('\n');
};
