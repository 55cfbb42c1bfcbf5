// The alerts as Prometheus evaluates them: each fires, and each is quiet, with the labels that every deployment really makes.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { newFolder } from '../support/new-folder.ts';
import { describeWith } from '../support/programs.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const rulesFile = join(deploy, 'prometheus-alerts.yaml');

type Labels = Readonly<Record<string, string>>;
type AlertCase = {
  readonly alert: string;
  readonly at: string;
  readonly own?: Labels;
  readonly keeps?: readonly string[];
  readonly fires: Labels;
  readonly quiet: Labels;
};
type Row = { readonly case: Pick<AlertCase, 'alert' | 'at' | 'own' | 'keeps'> } & Readonly<
  Record<string, readonly [fires: string, quiet: string]>
>;
// Without types: `0x10` is a notation, and no number.
const rows: readonly Row[] = parse(readFileSync(join(import.meta.dirname, 'alerts.yaml'), 'utf8'), {
  schema: 'failsafe',
});
const inSeconds = (values: string) =>
  values.replace(/^(\d+)d(?=x)/, (_, days) => String(86_400 * Number(days)));
const alertCases = rows.map(({ case: written, ...series }): AlertCase => {
  const valuesAt = (place: 0 | 1) =>
    Object.fromEntries(
      Object.entries(series).flatMap(([name, values]) =>
        values[place] === 'none' ? [] : [[name, inSeconds(values[place])]],
      ),
    );
  return { ...written, fires: valuesAt(0), quiet: valuesAt(1) };
});
type Rule = { readonly alert: string; readonly labels: Labels; readonly annotations: Labels };
const rules: readonly Rule[] = parse(read('prometheus-alerts.yaml')).groups.flatMap(
  ({ rules: some }: { rules: Rule[] }) => some,
);

/** The labels that Prometheus adds to what it scrapes, by the configuration for systemd and compose. */
const ofStaticTargets = (): Labels => {
  const [scrape] = parse(read('prometheus.yaml')).scrape_configs;
  return { job: scrape.job_name, instance: scrape.static_configs[0].targets[0] };
};

/** The labels that the Prometheus operator makes of a ServiceMonitor, for a pod. */
const ofServiceMonitor = (): Labels => {
  const { spec } = parse(read('kubernetes/base/service-monitor.yaml'));
  const services = parseAllDocuments(read('kubernetes/base/service.yaml')).map(one => one.toJS());
  const selected: Labels = spec.selector.matchLabels;
  const { metadata } = services.find(one =>
    Object.entries(selected).every(([label, value]) => one.metadata.labels[label] === value),
  );
  return {
    job: metadata.labels[spec.jobLabel] ?? metadata.name,
    instance: '10.1.2.3:9464',
    namespace: 'patient-data',
    service: metadata.name,
    pod: 'patient-data-access-0',
    container: 'service',
    endpoint: spec.endpoints[0].port,
  };
};

const deployments = { 'systemd and compose': ofStaticTargets(), Kubernetes: ofServiceMonitor() };

const withLabels = (series: string, labels: Labels): string => {
  const [, metric = '', own = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
  const added = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${metric}{${[...(own === '' ? [] : [own]), ...added].join(',')}}`;
};

const ruleOf = (alert: string): Rule => {
  const rule = rules.find(one => one.alert === alert);
  if (rule === undefined) throw new Error(`no alert ${alert}`);
  return rule;
};

/** The alert that is expected, with its annotations filled in. */
const expected = ({ alert, own = {}, keeps }: AlertCase, scraped: Labels) => {
  const kept = keeps === undefined ? Object.keys(scraped) : keeps;
  const labels: Labels = { ...own, ...Object.fromEntries(kept.map(label => [label, scraped[label] ?? ''])) };
  const { annotations, labels: ofRule } = ruleOf(alert);
  const filledIn = Object.entries(annotations).map(([name, text]) => [
    name,
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? `without ${label}`),
  ]);
  return { exp_labels: { ...labels, ...ofRule }, exp_annotations: Object.fromEntries(filledIn) };
};

const seriesOf = (series: AlertCase['fires'], scraped: Labels) =>
  Object.entries(series).map(([name, values]) => ({ series: withLabels(name, scraped), values }));

/** A case as promtool's tests. */
const testsOf = (one: AlertCase, scraped: Labels) => {
  const { alert: alertname, at: eval_time } = one;
  return [
    {
      interval: '1m',
      input_series: seriesOf(one.fires, scraped),
      alert_rule_test: [{ eval_time, alertname, exp_alerts: [expected(one, scraped)] }],
    },
    {
      interval: '1m',
      input_series: seriesOf(one.quiet, scraped),
      alert_rule_test: [{ eval_time, alertname, exp_alerts: [] }],
    },
  ];
};

describeWith('promtool', 'the alerts, judged by promtool', promtool => {
  /** Runs promtool; throws with what it says if something is wrong. */
  const run = (argv: readonly string[]) => {
    try {
      execFileSync(promtool, argv, { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}${stderr}`, { cause: error });
    }
  };
  /** Each alert with its own rule alone: some cases are a day long, and promtool evaluates every rule that it is given each minute. */
  const evaluate = (cases: readonly AlertCase[], scraped: Labels) => {
    const folder = newFolder();
    const files = [...Map.groupBy(cases, ({ alert }) => alert)].map(([alert, its]) => {
      const rule = join(folder, `${alert}.yaml`);
      writeFileSync(rule, stringify({ groups: [{ name: alert, rules: [ruleOf(alert)] }] }));
      const file = join(folder, `${alert}.tests.yaml`);
      const tests = its.flatMap(one => testsOf(one, scraped));
      writeFileSync(file, stringify({ rule_files: [rule], evaluation_interval: '1m', tests }));
      return file;
    });
    run(['test', 'rules', ...files]);
  };

  test('their rules, and the configuration that names them', () => {
    run(['check', 'rules', rulesFile]);
    run(['check', 'config', join(deploy, 'prometheus.yaml')]);
  });

  test.each(Object.entries(deployments))('each fires and is quiet with the labels of %s', (_, scraped) => {
    evaluate(alertCases, scraped);
  });

  test('a case that does not hold is found', () => {
    const [down] = alertCases;
    if (down === undefined) throw new Error('no cases');
    expect(() => evaluate([{ ...down, fires: down.quiet }], deployments.Kubernetes)).toThrow('FAILED');
  });
});

describe('every alert', () => {
  /** Heading → the text below it, of the page on operating. */
  const runbook = new Map(
    readFileSync(join(deploy, '../docs/operating.md'), 'utf8')
      .split(/^#{2,3} /m)
      .map(section => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end).trim()] as const;
      }),
  );

  test.each(rules.map(({ alert, annotations }) => [alert, annotations] as const))(
    '%s says what to do, and has its part of the runbook',
    (alert, { summary, action, runbook: named }) => {
      expect(summary).toMatch(/\.$|\?$/);
      expect(action?.length ?? 0).toBeGreaterThan(20);
      expect(named).toBe(`docs/operating.md#${alert.toLowerCase()}`);
      expect(runbook.get(alert)?.length ?? 0).toBeGreaterThan(100);
    },
  );

  test('of the runbook exists', () => {
    const headings = [...runbook.keys()].filter(heading => /^[A-Z][a-z]+[A-Z]\w+$/.test(heading));
    expect(headings.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

test('every alert has a case', () => {
  // Some have several causes, each with a case.
  expect([...new Set(alertCases.map(({ alert }) => alert))].toSorted()).toEqual(
    rules.map(({ alert }) => alert).toSorted(),
  );
});

describe('the PrometheusRule', () => {
  test('has the same alerts: `npm test -- test/operators/alerts.test.ts -u` writes it', async () => {
    const [, groups = ''] = /^(groups:\n.*)$/ms.exec(read('prometheus-alerts.yaml')) ?? [];
    const head = [
      '# For the Prometheus operator: the alerts of ../../prometheus-alerts.yaml. Add the labels by which your Prometheus selects rules.',
      'apiVersion: monitoring.coreos.com/v1',
      'kind: PrometheusRule',
      'metadata:',
      '  name: patient-data-access',
      'spec:',
    ];
    const rule = `${head.join('\n')}\n${groups.replaceAll(/^(?=.)/gm, '  ')}`;
    await expect(rule).toMatchFileSnapshot(join(deploy, 'kubernetes/base/prometheus-rule.yaml'));
    expect(parse(rule).spec.groups).toHaveLength(1);
  });
});
