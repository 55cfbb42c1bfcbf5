// The table of the cost of a request with a FHIR server as the EHR.
import type { Cost } from '../measure/cost.ts';
import { titles } from './cost-table.ts';
import { cpuRatio, figure, isMeasured, shown } from './figures.ts';

const servers = ['service', 'again', 'parsing', 'floor'] as const;

export const fhirTable = (runs: readonly (readonly Cost[])[]): string => {
  const rows = ['40 KB', '250 KB'].flatMap(size =>
    servers
      .filter(server => isMeasured(runs, server, size))
      .map(server => {
        const of = (value: (cost: Cost) => number, digits: number) =>
          shown(figure(runs, { server, size, of: value }), digits);
        const ratio = server === 'floor' ? '1' : shown(cpuRatio(runs, { server, to: 'floor', size }));
        return [
          size,
          titles[server],
          of(({ cpu }) => cpu, 2),
          ratio,
          of(({ perSecond }) => perSecond, 0),
          of(({ p50 }) => p50, 1),
          of(({ p99 }) => p99, 1),
        ];
      }),
  );
  const head = ['Bundle', 'server', 'CPU s / 1,000', '× floor', 'requests / s', 'p50 ms', 'p99 ms'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), '|---|---|---|---|---|---|---|', ...rows.map(line)].join('\n');
};
