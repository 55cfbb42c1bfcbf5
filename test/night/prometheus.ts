// Prometheus with the shipped rules, with every duration of theirs divided by a factor, so that a night of alerts takes minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../sandbox/listen.ts';
import { spawnChild } from '../support/spawn-child.ts';
import { until } from '../support/until.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => parse(readFileSync(join(deploy, name), 'utf8'));
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

type Rule = { readonly expr: string; readonly for?: string };
/** An alert that fired, with its labels, in milliseconds since 1970. */
export type Fired = {
  readonly alert: string;
  readonly labels: string;
  readonly begin: number;
  readonly end: number;
};
type Series = {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
};

/** @param targets the operators' addresses of the instances, and `exporter`, where the metrics of `verify` are. */
export const startPrometheus = async ({
  program,
  folder,
  factor,
  targets,
  exporter,
}: {
  program: string;
  folder: string;
  factor: number;
  targets: readonly string[];
  exporter: string;
}) => {
  /** A duration of Prometheus, divided. */
  const shorter = (duration: string): string => {
    const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
    const ms = unitMs[unit];
    if (ms === undefined) throw new Error(`not a duration: ${duration}`);
    return `${Math.max(1, Math.round((Number(count) * ms) / factor))}ms`;
  };
  /** Numbers stay as they are: counts, ratios, and ages in seconds. */
  const shorterRule = (rule: Rule) => ({
    ...rule,
    expr: rule.expr.replaceAll(/(\[|offset )(\d+[smhd])/g, (_, before, range) => before + shorter(range)),
    ...(rule.for === undefined ? {} : { for: shorter(rule.for) }),
  });
  const [group] = read('prometheus-alerts.yaml').groups;
  const [job] = read('prometheus.yaml').scrape_configs;
  const interval = shorter(job.scrape_interval);
  const rules = { groups: [{ ...group, rules: group.rules.map(shorterRule) }] };
  const configuration = {
    // A minute is Prometheus' own.
    global: { evaluation_interval: shorter('1m'), scrape_interval: interval, scrape_timeout: interval },
    rule_files: ['rules.yaml'],
    scrape_configs: [
      { ...job, scrape_interval: interval, static_configs: [{ targets }] },
      { job_name: 'node', static_configs: [{ targets: [exporter] }] },
    ],
  };
  writeFileSync(join(folder, 'rules.yaml'), stringify(rules));
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(configuration));

  const port = await freePort();
  const flags = {
    'config.file': join(folder, 'prometheus.yaml'),
    'storage.tsdb.path': join(folder, 'tsdb'),
    'web.listen-address': `127.0.0.1:${port}`,
    'query.lookback-delta': shorter('5m'),
    'log.level': 'error',
  };
  const argv = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawnChild(program, argv, { stdio: 'inherit' });
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    if (!response.ok) throw new Error(`Prometheus: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { readonly data: T }).data;
  };
  await until('prometheus answers', () => ask('targets').catch(() => undefined));
  return {
    /** Whether an alert fires now. */
    isFiring: async (): Promise<boolean> =>
      (await ask<{ readonly alerts: readonly { readonly state: string }[] }>('alerts')).alerts.some(
        ({ state }) => state === 'firing',
      ),
    /** Every alert that fired from one time to another, as often as it began. */
    fired: async (from: number, to: number): Promise<Fired[]> => {
      const step = Math.ceil((to - from) / 10_000_000);
      const query = new URLSearchParams({
        query: 'ALERTS{alertstate="firing"}',
        start: String(from / 1000),
        end: String(to / 1000),
        step: String(step),
      });
      const { result } = await ask<{ readonly result: readonly Series[] }>(`query_range?${query}`);
      return result.flatMap(({ metric, values }) => {
        const { __name__, alertstate, alertname: alert = '', job: _, severity, ...labels } = metric;
        const times = values.map(([time]) => time);
        const begins = times.filter((time, at) => time - (times[at - 1] ?? 0) > 1.5 * step);
        const ends = times.filter((time, at) => (times[at + 1] ?? Infinity) - time > 1.5 * step);
        return begins.map((begin, at) => ({
          alert,
          labels: Object.values(labels).join(' '),
          begin: begin * 1000,
          end: (ends[at] ?? 0) * 1000,
        }));
      });
    },
    close: () => void child.kill('SIGKILL'),
  };
};
