// The metrics of the whole service, as Prometheus scrapes them: every kind of event is counted, and nothing is personal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { Failure } from '../../src/domain/model/failure.ts';
import { sourceKinds } from '../../src/domain/records/index.ts';
import type { AccessLog } from '../../src/ports/access-log.ts';
import { rows } from '../http/contract.ts';
import { listed } from '../support/listed.ts';
import { type Sample, samplesOf, sumOf } from '../support/scrape.ts';
import { ehrServer, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';
import { key, letEverythingHappen, marks, startWorld, tokenOf, type World } from './events.ts';

let world: World;
let text: string;
let samples: Sample[];

const value = (name: string, labels?: Record<string, string>) => sumOf(samples, name, labels);
const labelsOf = (name: string, label: string) =>
  [...new Set(samples.filter(one => one.name === name).map(({ labels }) => labels[label] ?? ''))].toSorted();

beforeAll(async () => {
  world = await startWorld();
  await letEverythingHappen(world);
  text = await world.service.scrape();
  samples = samplesOf(text);
}, 60_000);

afterAll(() => world.close());

describe('requests', () => {
  test.each([
    ['1 paymentNotice', '200', 1],
    ['2 appointmentChange', '200', 1],
    ['3 appointments', '200', 1],
    ['4 patient', '502', 1],
    ['5 patientV2', '502', 1],
    ['6 contacts', '200', 3],
    ['6 contacts', '429', 1],
    ['7 attentionSignals', '404', 1],
    ['8 videoMeetings', '500', 6],
    ['9 medications', '501', 1],
    ['10 journalNotes', '200', 1],
    ['10 journalNotes', '401', 2],
    ['10 journalNotes', '403', 1],
    ['none', '404', 1],
    ['none', '200', 1],
  ])('%s with %s: %d', (operation, status, count) => {
    expect(value('pdas_requests_total', { operation, status })).toBe(count);
  });

  test.each([
    ['small', '429', 1],
    ['none', '401', 1],
    ['app', '401', 1],
  ])('of %s with %s: %d', (subscription, status, count) => {
    expect(value('pdas_requests_total', { subscription, status })).toBe(count);
  });

  test('their durations, by operation, in seconds', () => {
    const labels = { operation: '10 journalNotes' };
    expect(value('pdas_request_duration_seconds_count', labels)).toBe(4);
    expect(value('pdas_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(4);
    expect(value('pdas_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
    expect(value('pdas_request_duration_seconds_sum')).toBeLessThan(60);
  });

  test.each([
    ['rate-subscription-address', 'small', 1],
    ['key-missing', 'none', 1],
    ['token-malformed', 'app', 1],
    ['subject-not-represented', 'app', 1],
    ['path-unknown', 'none', 1],
    ['ehr-document', 'app', 2],
    ['patient-unknown', 'app', 1],
    ['not-offered', 'app', 1],
    ['ehr-circuit-open', 'app', 1],
  ])('refused for %s, of %s: %d', (reason, subscription, count) => {
    expect(value('pdas_refusals_total', { reason, subscription })).toBe(count);
  });

  test('each refusal has one reason', () => {
    const refused = samples.filter(
      ({ name, labels }) => name === 'pdas_requests_total' && Number(labels.status) >= 400,
    );
    const total = refused.reduce((sum, { value: count }) => sum + count, 0);
    expect(value('pdas_refusals_total')).toBe(total);
  });
});

describe('the service itself', () => {
  test('what runs', () => {
    const build = samples.filter(({ name }) => name === 'pdas_build_info');
    expect(build.map(({ labels, value: one }) => [labels, one])).toEqual([
      [
        {
          version: packageFile.version,
          region: 'Region Prov',
          profile: expect.stringMatching(/^[0-9a-f]{12}$/),
          node: process.version,
          tables: '',
        },
        1,
      ],
    ]);
  });

  test('when subscriptions expire', () => {
    const expiries = samples.filter(({ name }) => name === 'pdas_subscription_expiry_timestamp_seconds');
    // The 31st of December 2098 ends in Stockholm at 23:00 UTC.
    const end = Date.UTC(2098, 11, 31, 23) / 1000;
    expect(expiries.map(({ labels, value: one }) => [labels, one])).toEqual([
      [{ subscription: 'small' }, end],
    ]);
  });

  test('whether it can serve, and when the keys of the issuer were fetched', () => {
    expect(value('pdas_ready')).toBe(1);
    const fetched = value('pdas_issuer_keys_fetched_timestamp_seconds') * 1000;
    expect(Math.abs(Date.now() - fetched)).toBeLessThan(3_600_000);
  });

  test('Redis, where there is none', () => {
    expect(text).not.toContain('pdas_redis_reachable');
  });

  test('before its issuer can be reached', async () => {
    const issuer = await startIssuer();
    issuer.available = false;
    const one = await startService({ issuer, ehr: world.ehr.url, settings: { ADMIN_PORT: '0' } });
    const asked = samplesOf(await one.scrape());
    expect(sumOf(asked, 'pdas_ready')).toBe(0);
    expect(asked).toContainEqual({
      name: 'pdas_issuer_keys_fetched_timestamp_seconds',
      labels: {},
      value: 0,
    });
    await Promise.all([one.close(), issuer.close()]);
  });
});

describe('calls to the systems', () => {
  test.each([
    ['ehr', 'journalNotes', 'done', 1],
    ['ehr', 'attentionSignals', 'done', 1],
    // One for each layout that was asked for.
    ['ehr', 'patients', 'ehr-unusable', 2],
    ['ehr', 'arrival', 'done', 1],
    ['ehr', 'payment', 'done', 1],
    ['broken', 'videoMeetings', 'ehr-unreachable', 6],
  ])('%s, %s: %s', (system, kind, outcome, count) => {
    expect(value('pdas_ehr_calls_total', { system, kind, outcome })).toBe(count);
  });

  test('their durations, by system and kind', () => {
    expect(value('pdas_ehr_call_duration_seconds_count', { system: 'broken', kind: 'videoMeetings' })).toBe(
      6,
    );
  });

  test('the circuits', () => {
    expect(value('pdas_circuit_open', { system: 'ehr' })).toBe(0);
    expect(value('pdas_circuit_open', { system: 'broken' })).toBe(1);
  });

  test('foreign records are counted from zero, so an alert sees the first', () => {
    const foreign = samples.filter(
      ({ name, labels }) => name === 'pdas_left_out_total' && labels.reason === 'foreign',
    );
    expect(foreign.map(({ labels, value: count }) => [labels.kind, count]).toSorted()).toEqual(
      sourceKinds.map(kind => [kind, kind === 'journalNotes' ? 1 : 0]).toSorted(),
    );
  });

  test('what was left out, by kind, reason and path', () => {
    const kind = 'journalNotes';
    const path = 'JournalNoteEHRExtract/Patient/PatientProtectedId';
    expect(value('pdas_left_out_total', { kind, reason: 'unreadable', path })).toBe(2);
    expect(value('pdas_left_out_total', { kind, reason: 'foreign', path: '' })).toBe(1);
  });
});

describe('the access log', () => {
  test('its entries, and the time until they are on disk', () => {
    const entries = world.service.entries().length;
    expect(value('pdas_access_log_entries_total')).toBe(entries);
    expect(value('pdas_access_log_sync_duration_seconds_count')).toBe(entries);
    expect(value('pdas_access_log_writable')).toBe(1);
    expect(value('pdas_access_log_waiting_entries')).toBe(0);
  });

  test('one that cannot be written', async () => {
    const issuer = await startIssuer();
    const accessLog: AccessLog = {
      append: () => Promise.reject(new Failure('log-unavailable', { reason: 'access-log-unwritable' })),
      isWritable: async () => false,
      isKnownUnwritable: () => false,
    };
    const settings = { ADMIN_PORT: '0' };
    const service = await startService({ issuer, ehr: issuer.url, settings, replaced: { accessLog } });
    expect(sumOf(samplesOf(await service.scrape()), 'pdas_access_log_writable')).toBe(0);
    await Promise.all([service.close(), issuer.close()]);
  });
});

test('when a certificate expires', () => {
  const inHours =
    value('pdas_tls_certificate_expiry_timestamp_seconds', { certificate: 'systems/ehr' }) / 3600 -
    Date.now() / 3_600_000;
  expect(inHours).toBeGreaterThan(23);
  expect(inHours).toBeLessThanOrEqual(24);
});

describe('the load', () => {
  test('a request in flight, and its connection', async () => {
    const waiting = Promise.withResolvers<void>();
    const [issuer, ehr] = await Promise.all([
      startIssuer(),
      ehrServer(async (_, response) => {
        await waiting.promise;
        return xml(response, '<ContactEHRExtracts/>');
      }),
    ]);
    const service = await startService({ issuer, ehr: ehr.url, settings: { ADMIN_PORT: '0' } });
    const now = async (name: string) => sumOf(samplesOf(await service.scrape()), name);
    const token = await tokenOf(issuer);
    const answer = service.ask({ path: '/patients/contacts/', token });
    await expect.poll(() => now('pdas_requests_in_flight')).toBe(1);
    expect(await now('pdas_connections')).toBe(1);
    expect(await now('pdas_connections_limit')).toBeGreaterThan(1);
    waiting.resolve();
    expect((await answer).status).toBe(200);
    expect(await now('pdas_requests_in_flight')).toBe(0);
    await Promise.all([service.close(), issuer.close(), ehr.close()]);
  });
});

test.each(
  listed(`
  nodejs_eventloop_lag_p99_seconds process_resident_memory_bytes process_cpu_seconds_total
  process_start_time_seconds nodejs_heap_size_used_bytes
`),
)('the process: %s', name => {
  expect(value(name)).toBeGreaterThan(0);
});

describe('nothing personal', () => {
  test('is in the scrape', () => {
    for (const mark of marks) expect(text.includes(mark), mark).toBe(false);
  });

  test('labels hold only names of the code and the configuration', () => {
    expect(labelsOf('pdas_requests_total', 'operation')).toEqual(
      ['none', ...rows.map(({ number, name }) => `${number} ${name}`)].toSorted(),
    );
    expect(labelsOf('pdas_ehr_calls_total', 'system')).toEqual(['broken', 'ehr']);
    const own = samples.filter(({ name }) => name.startsWith('pdas_'));
    expect([...new Set(own.flatMap(({ labels }) => Object.keys(labels)))].toSorted()).toEqual(
      listed(`
      certificate file kind le node operation outcome path profile reason region status subscription system
      tables version
    `),
    );
  });

  test('requests for unknown paths create no time series', async () => {
    const ours = async () =>
      samplesOf(await world.service.scrape()).filter(({ name }) => name.startsWith('pdas_')).length;
    const before = await ours();
    for (let count = 0; count < 20; count++)
      await world.service.ask({ path: `/x${count}/`, key: `k${count}` });
    expect(await ours()).toBe(before);
  });
});

test('another path of the operators server is 404', async () => {
  expect(text).toContain('# HELP pdas_requests_total');
  await expect(world.service.ask({ path: '/metrics', key: null })).resolves.toMatchObject({ status: 404 });
});

describe('exemplars', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';

  const scrape = async (accept: string) => {
    const response = await fetch(`${world.service.adminUrl}/metrics`, { headers: { accept } });
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  /** Node lists what it is doing at that very moment: there is no sample where that is nothing. */
  const ofTheMoment = /^nodejs_active_(?:requests|handles|resources)\{/;
  const namesIn = (scraped: string) =>
    new Set(
      scraped
        .split('\n')
        .filter(line => line !== '' && !line.startsWith('#') && !ofTheMoment.test(line))
        .map(line => /^[\w:]+/.exec(line)?.[0]),
    );

  test('a bucket leads to the trace of a request, for those who ask for OpenMetrics', async () => {
    const { service, issuer } = world;
    const token = await tokenOf(issuer);
    const ask = (flags: string, path: string) =>
      service.ask({ path, key, token, headers: { traceparent: `00-${trace}-${parent}-${flags}` } });
    await ask('01', '/patients/journalnotes/');
    await ask('00', '/patients/attentionsignals/');
    const openMetrics = 'application/openmetrics-text; version=1.0.0';
    const exemplars = async () =>
      (await scrape(openMetrics)).text.split('\n').filter(line => line.includes(' # {'));
    await expect.poll(exemplars).toHaveLength(1);
    const [line = ''] = await exemplars();
    expect(line).toMatch(/^pdas_request_duration_seconds_bucket\{/);
    expect(line).toContain('operation="10 journalNotes"');
    expect(line).toContain(` # {trace_id="${trace}",span_id="${parent}"} 0.`);
    const { type, text: scraped } = await scrape(openMetrics);
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(scraped).toMatch(/\n# EOF\n$/);
    expect(scraped).not.toMatch(/\n\n/);
  });

  test('both formats have the same names, whichever was asked for first', async () => {
    const before = await scrape('text/plain');
    const openMetrics = await scrape('application/openmetrics-text');
    const after = await scrape('text/plain');
    expect(namesIn(openMetrics.text)).toEqual(namesIn(before.text));
    expect(namesIn(after.text)).toEqual(namesIn(before.text));
    expect(after.type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(after.text).not.toContain(' # {');
  });
});
