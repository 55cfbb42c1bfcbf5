// The tables of the cost of a request: with extracts, and with a FHIR server as the EHR.
import type { Cost } from '../measure/cost.ts';
import type { ServerName } from '../servers/servers.ts';
import { cpuRatio, figure, shown } from './figures.ts';

const megabyte = 1024 * 1024;

const titles: Readonly<Record<ServerName, string>> = {
  service: 'the service',
  again: 'the service, in one more process',
  gzip: 'the service, answers compressed',
  floor: 'the floor',
  strong: 'strong alternative',
  usual: 'usual choice',
  parsing: 'parsing and writing alone',
};

type Runs = readonly (readonly Cost[])[];

type Column = readonly [head: string, of: (cost: Cost) => number, digits: number];

const columns: readonly Column[] = [
  ['requests / s', ({ perSecond }) => perSecond, 0],
  ['p50 ms', ({ p50 }) => p50, 1],
  ['p99 ms', ({ p99 }) => p99, 1],
];
const peak: Column = ['peak MiB', cost => cost.peak / megabyte, 0];

type Table = {
  /** What the EHR answers. */
  readonly document: string;
  readonly sizes: readonly string[];
  readonly servers: readonly ServerName[];
  readonly columns: readonly Column[];
};

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const tableOf = (runs: Runs, table: Table): string => {
  const rows = table.sizes.flatMap(size =>
    table.servers.flatMap(server => {
      const cpu = figure(runs, { server, size, of: cost => cost.cpu });
      if (cpu === undefined) return [];
      const ratio = server === 'floor' ? '1' : shown(cpuRatio(runs, { server, to: 'floor', size }));
      const others = table.columns.map(([, of, digits]) => shown(figure(runs, { server, size, of }), digits));
      return [[size, titles[server], shown(cpu, 2), ratio, ...others]];
    }),
  );
  const head = [table.document, 'server', 'CPU s / 1,000', '× floor', ...table.columns.map(([name]) => name)];
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
};

export const costTable = (runs: Runs): string =>
  tableOf(runs, {
    document: 'XML',
    sizes: ['3 KB', '40 KB', '250 KB', '10 MB'],
    servers: ['service', 'again', 'gzip', 'floor', 'strong', 'usual'],
    columns: [...columns, peak],
  });

export const fhirTable = (runs: Runs): string =>
  tableOf(runs, {
    document: 'Bundle',
    sizes: ['40 KB', '250 KB'],
    servers: ['service', 'again', 'parsing', 'floor'],
    columns,
  });
