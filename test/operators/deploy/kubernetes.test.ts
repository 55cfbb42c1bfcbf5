// deploy/kubernetes, built by kubectl and checked against the service: names, ports, paths and settings agree.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { stopTimeOf } from '../../../src/composition/stopping.ts';
import { readSettings } from '../../../src/config/settings/settings.ts';
import { type Settings, settingSpecs } from '../../../src/config/settings/specs.ts';
import { healthPaths } from '../../../src/http/server/health.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');
const root = join(import.meta.dirname, '../../..');
const name = 'patient-data-access';

type Named = { readonly name: string };
type Mount = Named & { readonly mountPath: string; readonly readOnly?: boolean; readonly subPath?: string };
type Volume = Named & {
  readonly configMap?: Named;
  readonly secret?: { readonly secretName: string; readonly defaultMode: number };
};
type Probe = {
  readonly httpGet: { readonly path: string; readonly port: string; readonly scheme: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
};
type Container = Named & {
  readonly image: string;
  readonly command?: readonly string[];
  readonly envFrom?: readonly { readonly configMapRef: Named }[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly (Named & { readonly containerPort: number })[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly resources: {
    readonly requests: { readonly cpu: string; readonly memory: string };
    readonly limits: { readonly memory: string };
  };
  readonly serviceAccountName?: string;
  readonly securityContext: { readonly runAsUser: number };
  readonly volumeMounts: readonly Mount[];
};
type Pod = {
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
  readonly serviceAccountName?: string;
  readonly securityContext: { readonly runAsUser: number };
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints: readonly object[];
};
type Resource = {
  readonly kind: string;
  readonly metadata: Named & { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  // Each kind has a specification of its own.
  readonly spec: Readonly<Record<string, never>>;
};

/** The settings of the image, which the pod may override. */
const ofImage = (): Readonly<Record<string, string>> => {
  const [, block = ''] =
    /^ENV ((?:.*\\\n)*.*)$/m.exec(readFileSync(join(root, 'deploy/Containerfile'), 'utf8')) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/([A-Z_]+)=(\S+)/g)]
      .map(([, setting = '', value = '']) => [setting, value] as const)
      .filter(([setting]) => Object.keys(settingSpecs).includes(setting)),
  );
};

const build = (kubectl: string, overlay: string): readonly Resource[] =>
  parseAllDocuments(
    execFileSync(kubectl, ['kustomize', join(folder, overlay)], { encoding: 'utf8', stdio: 'pipe' }),
  ).map(document => document.toJS() as Resource);

const overlays = [
  { overlay: 'file-log', workload: 'StatefulSet', log: 'ACCESS_LOG_FILE' },
  { overlay: 'postgresql', workload: 'Deployment', log: 'ACCESS_LOG_URL' },
] as const;

describeWith('kubectl', 'the Kubernetes manifests', kubectl => {
  for (const { overlay, workload, log } of overlays) {
    const resources = build(kubectl, overlay);
    const of = (kind: string, called?: RegExp) =>
      resources.filter(one => one.kind === kind && (called?.test(one.metadata.name) ?? true));
    const specification = (of(workload)[0]?.spec ?? {}) as unknown as {
      readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
      readonly selector: { readonly matchLabels: object };
      readonly replicas: number;
      readonly strategy?: object;
      readonly updateStrategy?: object;
      readonly serviceName?: string;
      readonly volumeClaimTemplates?: readonly { readonly metadata: Named }[];
    };
    const { template, volumeClaimTemplates: claims = [], serviceName } = specification;
    const pod = template.spec;
    const [container] = pod.containers;
    if (container === undefined) throw new Error('the workload has no container');
    const settingsMap = resources.find(
      one => one.metadata.name === container.envFrom?.[0]?.configMapRef.name,
    );
    const environment: Readonly<Record<string, string>> = {
      ...settingsMap?.data,
      ...Object.fromEntries(container.env.map(one => [one.name, one.value])),
    };
    const folders = container.volumeMounts.map(({ mountPath }) => `${mountPath}/`);

    test(`${overlay}: one workload with more than one instance`, () => {
      expect(of('StatefulSet').length + of('Deployment').length).toBe(1);
      expect(pod.containers).toHaveLength(1);
      expect(specification.replicas).toBeGreaterThan(1);
      expect(template.metadata.labels).toMatchObject(specification.selector.matchLabels);
    });

    test(`${overlay}: its settings exist and are accepted`, () => {
      // Node itself reads the last one.
      const known = [...Object.keys(settingSpecs), 'NODE_EXTRA_CA_CERTS'];
      for (const setting of Object.keys(environment)) expect(known).toContain(setting);
      expect(Object.keys(ofImage()).length).toBeGreaterThan(4);
      const url = join(newFolder(), 'url');
      writeFileSync(url, 'rediss://:a-password@redis:6379\n');
      const asMounted = { ...ofImage(), ...environment, REDIS_URL: `file:${url}` };
      expect(readSettings(asMounted).faults).toEqual([]);
      expect(environment[log]).toBeDefined();
      expect(settingsMap?.metadata.name).toMatch(/-settings-/);
    });

    test(`${overlay}: every file that a setting names is in a mounted folder`, () => {
      const paths = Object.values(environment).flatMap(
        value => /^(?:file:|.*sslrootcert=)?(\/.*)$/.exec(value)?.[1] ?? [],
      );
      expect(paths.length).toBeGreaterThan(4);
      for (const path of paths)
        expect(
          folders.some(one => path.startsWith(one)),
          path,
        ).toBe(true);
      const profile = readFileSync(join(folder, 'base/region.json'), 'utf8');
      const secrets = [...profile.matchAll(/"file:([^"]+)"/g)].map(([, path = '']) => path);
      expect(secrets).toHaveLength(1);
      for (const path of secrets)
        expect(
          folders.some(one => path.startsWith(one)),
          path,
        ).toBe(true);
    });

    test(`${overlay}: every mount has a volume, and every named ConfigMap exists`, () => {
      const volumes = [...pod.volumes.map(one => one.name), ...claims.map(one => one.metadata.name)];
      expect(container.volumeMounts.map(one => one.name).toSorted()).toEqual(volumes.toSorted());
      const maps = pod.volumes.flatMap(({ configMap }) => (configMap === undefined ? [] : [configMap.name]));
      for (const map of maps) expect(of('ConfigMap').map(one => one.metadata.name)).toContain(map);
      // A subPath would keep the first version of a Secret.
      expect(container.volumeMounts.filter(({ subPath }) => subPath !== undefined)).toEqual([]);
    });

    test(`${overlay}: secrets are readable only for the pod's group`, () => {
      const modes = pod.volumes.flatMap(({ secret }) => (secret === undefined ? [] : [secret.defaultMode]));
      expect(modes.length).toBeGreaterThan(2);
      expect(new Set(modes)).toEqual(new Set([0o440]));
    });

    test(`${overlay}: runs unprivileged, on a read-only root`, () => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 });
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toEqual({
        requests: { cpu: '500m', memory: '512Mi' },
        limits: { memory: '1536Mi' },
      });
      const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
      expect(containerfile).toContain('USER 10001:10001');
    });

    test(`${overlay}: its pods are spread over nodes and zones`, () => {
      const labelSelector = { matchLabels: { 'app.kubernetes.io/name': name } };
      expect(pod.topologySpreadConstraints).toEqual(
        ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map(topologyKey => ({
          maxSkew: 1,
          topologyKey,
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector,
        })),
      );
    });

    test(`${overlay}: a rolling update leaves instances that answer`, () => {
      const { strategy, updateStrategy } = specification;
      expect(strategy ?? updateStrategy).toEqual(
        workload === 'Deployment'
          ? { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
          : { type: 'RollingUpdate' },
      );
      // The failing probe takes the pod out of the Service before it stops accepting connections.
      const { periodSeconds, failureThreshold } = container.readinessProbe;
      const delay = Number(environment.SHUTDOWN_DELAY_MS) / 1000;
      expect(delay).toBeGreaterThan(periodSeconds * failureThreshold);
    });

    test(`${overlay}: secrets are files, and never variables`, () => {
      expect(container.env.filter(one => typeof one.value !== 'string')).toEqual([]);
      const secret = /PASSWORD|SECRET|TOKEN$|_KEY$/;
      for (const [setting, value] of Object.entries(environment)) {
        if (secret.test(setting)) expect(value, setting).toMatch(/^file:\//);
        expect(value, setting).not.toMatch(/:\/\/[^/@]*:[^/@]*@/);
      }
      // Its URL has the password.
      expect(environment.REDIS_URL).toMatch(/^file:\//);
      expect(of('Secret')).toEqual([]);
    });

    test(`${overlay}: the network policies open the ports of the service and of what it calls`, () => {
      type Rule = { readonly ports: readonly { readonly port: string | number }[] };
      const portsOf = (direction: 'ingress' | 'egress') =>
        of('NetworkPolicy').flatMap(({ spec }) =>
          ((spec as unknown as Record<string, readonly Rule[]>)[direction] ?? []).flatMap(({ ports }) =>
            ports.map(({ port }) => port),
          ),
        );
      expect(portsOf('ingress').toSorted()).toEqual(container.ports.map(one => one.name).toSorted());
      const database = environment.ACCESS_LOG_URL;
      const called = database === undefined ? [] : [Number(new URL(database).port)];
      const [ofRedis, ofCollector, ofProxy] = [6379, 4318, 3128];
      expect(new Set(portsOf('egress'))).toEqual(
        new Set([53, 443, ofRedis, ofCollector, ofProxy, ...called]),
      );
    });

    test(`${overlay}: probes use the health paths, and the port and scheme of the service`, () => {
      const { livenessProbe, readinessProbe, startupProbe } = container;
      expect([livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([...healthPaths]);
      for (const { httpGet } of [livenessProbe, readinessProbe, startupProbe]) {
        expect(httpGet).toMatchObject({ port: 'https', scheme: 'HTTPS' });
      }
      const ports = Object.fromEntries(container.ports.map(one => [one.name, String(one.containerPort)]));
      expect(ports).toEqual({ https: environment.PORT, metrics: environment.ADMIN_PORT });
    });

    test(`${overlay}: the grace period covers a whole stop`, () => {
      const [, program = '', ...rest] = container.lifecycle.preStop.exec.command;
      expect([container.lifecycle.preStop.exec.command[0], program, rest.length]).toEqual(['node', '-e', 1]);
      const waits = Number(/(\d+)\)$/.exec(rest[0] ?? '')?.[1]) / 1000;
      const { settings } = readSettings({ ...ofImage(), ...environment });
      const stop = stopTimeOf(settings as Settings) / 1000;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waits + stop);
    });

    test(`${overlay}: Services, monitor, policies and budget select the pods and their ports`, () => {
      const labels = { 'app.kubernetes.io/name': name };
      const ports = container.ports.map(one => one.name);
      for (const { spec } of of('Service')) {
        const { selector, ports: served } = spec as unknown as {
          selector: object;
          ports: readonly { targetPort: string }[];
        };
        expect(selector).toEqual(labels);
        for (const { targetPort } of served) expect(ports).toContain(targetPort);
      }
      const [monitor] = of('ServiceMonitor');
      const watched = monitor?.spec as unknown as {
        selector: { matchLabels: object };
        endpoints: readonly { port: string; path: string }[];
      };
      const [metrics] = of('Service', /metrics$/);
      expect(metrics?.metadata.labels).toMatchObject(watched.selector.matchLabels);
      expect(watched.endpoints).toMatchObject([{ port: 'metrics', path: '/metrics' }]);
      for (const { spec } of of('NetworkPolicy')) {
        expect((spec as unknown as { podSelector: object }).podSelector).toEqual({ matchLabels: labels });
      }
      const [budget] = of('PodDisruptionBudget');
      expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: labels } });
      expect(['patient-data-access-metrics', undefined]).toContain(serviceName);
    });
  }

  test('the two workloads differ only in where the access log goes', () => {
    const podOf = ({ overlay, workload }: (typeof overlays)[number]) => {
      const { spec } = build(kubectl, overlay).find(one => one.kind === workload) ?? {};
      return (spec as unknown as { template: { spec: Pod } }).template.spec;
    };
    const without = (pod: Pod) => ({
      ...pod,
      volumes: pod.volumes.filter(one => one.name !== 'database'),
      containers: pod.containers.map(one => ({
        ...one,
        env: one.env.filter(({ name: setting }) => !setting.startsWith('ACCESS_LOG_')),
        volumeMounts: one.volumeMounts.filter(mount => !['access-log', 'database'].includes(mount.name)),
      })),
    });
    const [file, database] = overlays.map(podOf);
    expect(file && without(file)).toEqual(database && without(database));
  });

  const documentsOf = (file: string) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(one => one.toJS());

  /** The jobs beside the service: the template of the pod, the policy of its own, and the command without its options. */
  const jobs = [
    {
      file: 'migrate-job.yaml',
      command: 'migrate',
      read: () => {
        const [job, policy] = documentsOf('migrate-job.yaml');
        return { template: job.spec.template, policy };
      },
    },
    {
      file: 'verify-cron-job.yaml',
      command: 'verify',
      read: () => {
        const [, , job, policy] = documentsOf('verify-cron-job.yaml');
        return { template: job.spec.jobTemplate.spec.template, policy };
      },
    },
  ] as const;

  test.each(jobs)('nothing of the service selects the pod of $file, and its own policy does', ({ read }) => {
    const { template, policy } = read();
    const { labels } = template.metadata;
    // A budget that selects a pod of a job admits no eviction at all: the job has no scale.
    expect(labels['app.kubernetes.io/name']).not.toBe(name);
    expect([policy.kind, policy.spec.policyTypes]).toEqual(['NetworkPolicy', ['Ingress', 'Egress']]);
    expect(labels).toEqual(policy.spec.podSelector.matchLabels);
    const portsOf = ({ ports }: { ports: readonly { port: number }[] }) => ports.map(({ port }) => port);
    expect(policy.spec.egress.flatMap(portsOf)).toEqual([53, 53, 5432]);
  });

  test('the monthly job runs the same pod as the migration job', () => {
    const [job] = documentsOf('migrate-job.yaml');
    const cron = parse(readFileSync(join(folder, 'migrate-cron-job.yaml'), 'utf8'));
    expect(cron.kind).toBe('CronJob');
    expect(cron.spec.schedule).toMatch(/^\d+ \d+ \d+ \* \*$/);
    expect(cron.spec.concurrencyPolicy).toBe('Forbid');
    expect(cron.spec.jobTemplate.spec.template).toEqual(job.spec.template);
  });

  test.each(jobs)('$file runs a command of the image with settings that exist', ({ read, command }) => {
    const [container] = (read().template.spec as Pod).containers;
    const [program, file = '', ...rest] = container?.command ?? [];
    expect([program, existsSync(join(root, file)), rest[0]]).toEqual(['node', true, command]);
    const environment = Object.fromEntries((container?.env ?? []).map(one => [one.name, one.value]));
    for (const setting of Object.keys(environment)) expect(Object.keys(settingSpecs)).toContain(setting);
    const { faults } = readSettings({ ...ofImage(), ...environment });
    expect(faults.filter(({ where }) => where.startsWith('ACCESS_LOG_'))).toEqual([]);
  });

  test('the job that verifies has an account and a user of its own, which the service cannot use', () => {
    const [account, , job] = documentsOf('verify-cron-job.yaml');
    const { serviceAccountName, securityContext } = job.spec.jobTemplate.spec.template.spec as Pod;
    expect([account.kind, serviceAccountName]).toEqual(['ServiceAccount', account.metadata.name]);
    const service = documentsOf('postgresql/deployment.yaml')[0].spec.template.spec as Pod;
    expect(account.metadata.name).not.toBe(service.serviceAccountName);
    expect(securityContext.runAsUser).toBeGreaterThan(0);
    expect(securityContext.runAsUser).not.toBe(service.securityContext.runAsUser);
  });

  test('the job that verifies keeps the heads on its volume, and has the name that the alerts know', () => {
    const [, claim, job] = documentsOf('verify-cron-job.yaml');
    const pod = job.spec.jobTemplate.spec.template.spec as Pod;
    const command = pod.containers[0]?.command ?? [];
    const kept = command[command.indexOf('--keep') + 1];
    const mount = pod.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === kept);
    const volume = pod.volumes.find(one => one.name === mount?.name) as
      | { persistentVolumeClaim?: { claimName: string } }
      | undefined;
    expect(volume?.persistentVolumeClaim?.claimName).toBe(claim.metadata.name);
    const alerts = readFileSync(join(root, 'deploy/prometheus-alerts.yaml'), 'utf8');
    expect(alerts).toContain(`cronjob="${job.metadata.name}"`);
    expect(alerts).toContain(`job_name=~"${job.metadata.name}-.*"`);
  });
});
