// npm run support: what somebody who helps needs to know, without secrets and without patient data.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownSettings } from '../../tools/support/settings.ts';
import { smallEhr } from '../http/contract.ts';
import { newFolder } from '../support/new-folder.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { hashOf, settingsFor, startService, writeConfiguration } from '../support/service/service.ts';
import { runTool } from './run.ts';
import { spawnTool } from './spawn-tool.ts';

test('of a service that runs: versions, settings, health, warnings, metrics', async () => {
  const [issuer, ehr] = [await startIssuer(), await ehrServer(smallEhr())];
  const warnings = ['{"level":"warn","msg":"one"}\n', '{"level":"error","msg":"two"}\n'];
  const service = await startService({
    issuer,
    ehr: ehr.url,
    settings: { ADMIN_PORT: '0' },
    subscriptions: [
      {
        name: 'app',
        keys: [hashOf('a-key')],
        contact: 'Åsa, 070-1234567',
        expires: '2099-01-01',
        notes: 'the secret key',
      },
    ],
    recentWarnings: () => warnings,
  });
  try {
    const { out, status } = await spawnTool('support', [], {
      cwd: service.folder,
      env: {
        ...settingsFor(service.folder, issuer),
        PORT: new URL(service.url).port,
        ADMIN_PORT: new URL(service.adminUrl).port,
        REDIS_URL: 'rediss://user:secret-redis@redis.example.test:6379/0',
        DOCS_KEY: 'secret-docs-key',
        HOME_OF_SECRETS: 'secret-of-another-program',
      },
    });
    expect(status).toBe(0);
    const bundle = JSON.parse(out);
    expect(bundle.versions).toMatchObject({ node: process.version });
    expect(bundle.configuration.settings).toMatchObject({
      AUTH_ISSUER: issuer.url,
      REDIS_URL: 'rediss://redis.example.test:6379/0',
      DOCS_KEY: '(set)',
    });
    expect(bundle.configuration.region).toMatchObject({ name: 'Region Prov', release: 'ehr' });
    expect(bundle.configuration.subscriptions).toEqual([{ name: 'app', keys: 1, expires: '2099-01-01' }]);
    expect(bundle.health).toMatchObject({
      status: 200,
      answer: { status: 'ready', profile: bundle.configuration.region.profile },
    });
    expect(bundle.lastWarnings).toMatchObject({ status: 200, answer: [{ msg: 'one' }, { msg: 'two' }] });
    expect(bundle.metrics.answer).toContain('pdas_build_info');
    for (const hidden of ['secret', hashOf('a-key'), '070-1234567']) expect(out).not.toContain(hidden);
  } finally {
    await service.close();
    await Promise.all([issuer.close(), ehr.close()]);
  }
});

test('of one that does not start: its faults, and that nothing answers; a new file for its owner alone', async () => {
  const folder = newFolder();
  writeConfiguration(folder, { ehr: 'http://127.0.0.1:9', profile: { timeZone: 'Nowhere' } });
  const env = {
    ...settingsFor(folder, { url: 'https://issuer.example.test' }),
    PORT: '9',
    RATE_LIMIT: 'secret-limit',
  };
  const out = join(folder, 'support.json');
  expect((await runTool('support', ['--out', out], { cwd: folder, env })).status).toBe(0);
  const bundle = JSON.parse(readFileSync(out, 'utf8'));
  expect(bundle.configuration.settings.RATE_LIMIT).toBe('(set, with a fault)');
  expect(bundle.configuration.faults.map(({ where }: { where: string }) => where)).toEqual([
    'RATE_LIMIT',
    'REGION_FILE /timeZone',
  ]);
  expect(bundle.health.missing).toContain('ECONNREFUSED');
  expect(bundle.metrics).toEqual({ missing: 'ADMIN_PORT is not set' });
  expect(statSync(out).mode & 0o777).toBe(0o600);
  writeFileSync(out, 'kept');
  expect((await runTool('support', ['--out', out], { cwd: folder, env })).status).toBe(1);
  expect(readFileSync(out, 'utf8')).toBe('kept');
});

test('without settings and without a service it says so, and collects nothing', async () => {
  const { status, out, err } = await runTool('support', [], { cwd: newFolder(), env: { PORT: '9' } });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('There are no settings of the service here, and no service answers');
});

test.each([
  [
    'ACCESS_LOG_URL',
    'postgresql://writer:secret@db.example.test/log?sslmode=verify-full',
    'postgresql://db.example.test/log',
  ],
  ['ACCESS_LOG_PASSWORD', 'file:/run/secrets/password', 'file:/run/secrets/password'],
  ['ACCESS_LOG_PASSWORD', 'secret', '(set)'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20secret', '(set)'],
  ['https_proxy', 'http://user:secret@proxy.example.test:8080', 'http://proxy.example.test:8080/'],
  ['AUTH_ISSUER', 'https://issuer.example.test', 'https://issuer.example.test'],
  ['AUTH_JWKS_URI', 'https://issuer.example.test/keys?key=secret', 'https://issuer.example.test/keys'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:secret@traces.example.test/', 'https://traces.example.test/'],
  ['LOG_LEVEL', 'debug', 'debug'],
  ['AUTH_AUDIENCE', 'urn:region:patient-data', 'urn:region:patient-data'],
])('shows %s=%s as %s', (name, text, expected) => {
  expect(shownSettings({ [name]: text }, new Set())).toEqual({ [name]: expected });
});
