// Every query of the dashboard and the alerts, parsed and checked against a real scrape: its metrics and labels exist.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheusMetrics } from '../../src/adapters/telemetry/prometheus-metrics.ts';
import type { RefusalReason } from '../../src/domain/model/failure-reasons.ts';
import { writeMetrics } from '../../tools/access-log/kept.ts';
import { type Sample, samplesOf } from '../support/scrape.ts';
import { letEverythingHappen, startWorld, type World } from './events.ts';
import { type Matcher, readQuery } from './promql.ts';

const deploy = join(import.meta.dirname, '../../deploy');

type Target = { readonly expr: string; readonly legendFormat: string };
type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
};

const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8'));
const panels: readonly Panel[] = dashboard.panels;

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
};
const alerts: readonly Alert[] = parse(
  readFileSync(join(deploy, 'prometheus-alerts.yaml'), 'utf8'),
).groups.flatMap(({ rules }: { rules: Alert[] }) => rules);

/** The query with Grafana's variables filled in. */
const filledIn = (query: string) =>
  query
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$__range', '3h')
    .replaceAll('$instance', '.*')
    .replaceAll('$job', 'patient-data-access');

/** A scrape of the service's registry with what needs a database, or more load than a test can make. */
const scrapeOfTheRest = async (): Promise<string> => {
  const metrics = prometheusMetrics();
  metrics.showAccessLog({
    isWritable: async () => true,
    waiting: () => 0,
    partitionsUntil: () => new Date('2028-01-01T00:00:00Z'),
  });
  const reasons: readonly RefusalReason[] = [
    'overload-requests',
    'overload-event-loop',
    'answer-budget-exceeded',
    'ehr-places-taken',
    'ehr-share-taken',
    'service-stopping',
  ];
  for (const reason of reasons) {
    const request = { operation: '4 patient', subscription: 'app', status: 503, durationMs: 1 };
    metrics.telemetry.requestServed({ ...request, reason });
  }
  return (await metrics.scrape(undefined)).body;
};

/** What verify writes for node_exporter, and what kube-state-metrics says of a CronJob. */
const scrapesOfOthers = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'queries-test-'));
  const file = join(folder, 'access-log.prom');
  writeMetrics(file, { status: 0, isInOrder: true, seconds: 1 });
  const written = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return `${written}kube_job_status_failed{job_name="access-log-verify-29000000"} 0
kube_cronjob_status_last_successful_time{cronjob="access-log-verify"} 1
`;
};

let world: World;
let samples: readonly Sample[];

beforeAll(async () => {
  // A Redis that cannot be reached has its metric too.
  world = await startWorld({ REDIS_URL: 'redis://127.0.0.1:1' });
  await letEverythingHappen(world);
  const scrapes = [await world.service.scrape(), await scrapeOfTheRest(), scrapesOfOthers()];
  samples = scrapes.flatMap(samplesOf);
}, 60_000);

afterAll(() => world.close());

/** Labels and a metric that Prometheus adds when it scrapes. */
const added = ['job', 'instance'];
const ofPrometheus = ['up'];

const isMet = ({ labels }: Sample, { label, operator, value }: Matcher) => {
  const given = labels[label] ?? '';
  if (operator === '=') return given === value;
  const fits = new RegExp(`^(?:${value})$`).test(given);
  return operator === '=~' ? fits : true;
};

/** The labels of a metric. Fails if no sample of that name has what the matchers ask for. */
const labelsOf = (metric: string, matchers: readonly Matcher[]): string[] => {
  if (ofPrometheus.includes(metric)) return added;
  const own = matchers.filter(({ label }) => !added.includes(label));
  const found = samples.filter(({ name }) => name === metric);
  expect(found, `the metric ${metric}`).not.toEqual([]);
  const labels = Object.keys(found[0]?.labels ?? {});
  for (const { label } of own) expect(labels, metric).toContain(label);
  expect(
    found.some(sample => own.every(one => isMet(sample, one))),
    `a sample of ${metric} as asked for`,
  ).toBe(true);
  return [...labels, ...added];
};

/** Checks a query, and returns the labels of its result. */
const check = (query: string): string[] => {
  const { selectors, grouping } = readQuery(filledIn(query));
  expect(selectors).not.toEqual([]);
  const labels = selectors.flatMap(({ metric, matchers }) => labelsOf(metric, matchers));
  for (const label of grouping) expect(labels).toContain(label);
  return grouping.length > 0 ? [...grouping] : labels;
};

const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name);

describe('the dashboard', () => {
  const queries = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
  );

  test.each(queries)('%s: %s', (_, expr, legend) => {
    const labels = check(expr);
    for (const label of named(legend, /\{\{(\w+)\}\}/g)) expect(labels).toContain(label);
  });

  // But for those of verify, which is no part of the service.
  test('shows all of our metrics', () => {
    const ours = new Set(
      samples
        .map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
        .filter(name => name.startsWith('pdas_') && !name.startsWith('pdas_access_log_verif')),
    );
    const text = queries.map(([, expr]) => expr).join(' ');
    expect([...ours].filter(name => !text.includes(name))).toEqual([]);
    expect(ours.size).toBeGreaterThan(8);
  });

  test('every query can be narrowed to some instances', () => {
    for (const [title, expr] of queries) {
      for (const { metric, matchers } of readQuery(filledIn(expr)).selectors) {
        expect(
          matchers.map(({ label }) => label),
          `${title}: ${metric}`,
        ).toEqual(expect.arrayContaining(['job', 'instance']));
      }
    }
    const variables: readonly { name: string; includeAll: boolean; multi: boolean }[] =
      dashboard.templating.list;
    expect(variables.find(({ name }) => name === 'instance')).toMatchObject({
      includeAll: true,
      multi: true,
    });
  });

  test('shows load, connections, event loop and memory of each instance', () => {
    const row = panels.findIndex(({ title }) => title === 'Instances');
    const shown = panels.slice(row + 1).map(({ title, targets = [] }) => {
      expect(targets.length, title).toBeGreaterThan(0);
      for (const { legendFormat } of targets) expect(legendFormat, title).toContain('{{instance}}');
      return title;
    });
    expect(shown.toSorted()).toEqual(
      [
        'Connections',
        'Event loop delay',
        'Load',
        'Memory',
        'Processor',
        'Requests in flight',
        'Share of 5xx',
      ].toSorted(),
    );
  });

  test('no two panels overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});

describe('the alerts', () => {
  test.each(alerts.map(one => [one.alert, one] as const))('%s', (_, { expr, labels, annotations }) => {
    const yielded = check(expr);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).toBeTypeOf('string');
    const words = Object.values(annotations).join(' ');
    for (const label of named(words, /\$labels\.(\w+)/g)) expect(yielded).toContain(label);
  });

  test('have different names', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(alerts.length).toBeGreaterThan(8);
  });
});

describe('a planted offence is found', () => {
  test.each([
    ['a metric that does not exist', 'rate(pdas_request_total[5m])'],
    ['a label that the metric lacks', 'sum by (operation) (pdas_circuit_open)'],
    ['a matcher on a label that the metric lacks', 'pdas_circuit_open{kind="contacts"}'],
    ['a value that never occurs', 'pdas_ehr_calls_total{outcome="failed"}'],
    ['no PromQL', 'sum by (system (pdas_circuit_open)'],
  ])('%s', (_, query) => {
    expect(() => check(query)).toThrow();
  });
});
