// What one failure must not do to the rest: circuits, places, the answer budget, and clients that go away. Counted, not
// timed.
import { describe, expect, onTestFinished, test } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { key, type ServiceOptions, startService, type TestService } from '../support/service/service.ts';
import { documentOf } from './support/documents.ts';
import { subject } from './support/operations.ts';
import { type Behaviour, http, type TcpServer, tcpServer } from './support/tcp-server.ts';

const issuer = await forThisFile(startIssuer());
const patients = [subject, '201907152399', '198507302381'];
/** Tokens of three patients: a circuit opens only on failures of three different patients (D31). */
const tokens = await Promise.all(
  patients.map(patient => issuer.sign({ sub: `user-${patient}`, patient, scope: everyScope })),
);
const token = tokens[0] ?? '';

const good: Behaviour = (socket, path) => socket.write(http(documentOf(path)));

const serverThat = async (behave: Behaviour): Promise<TcpServer> => {
  const server = await tcpServer(behave);
  onTestFinished(server.close);
  return server;
};

const serviceAt = async (ehr: TcpServer, options: Partial<ServiceOptions> = {}): Promise<TestService> => {
  const service = await startService({ issuer, ehr: ehr.url, ...options });
  onTestFinished(service.close);
  return service;
};

const journal = '/patients/journalnotes/';
const read = (service: TestService, path = journal) => service.ask({ path, token });
let calls = 0;
/** A read of one of the three patients, in turn. */
const readOfAny = (service: TestService) => service.ask({ path: journal, token: tokens[calls++ % 3] });
const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status;
const ready = async (service: TestService) => (await service.ask({ path: '/health/ready', key: null })).body;

/** Connections that are held until they are released. */
const held = () => {
  const waiting: (() => void)[] = [];
  const behave: Behaviour = (socket, path) => void waiting.push(() => good(socket, path));
  const release = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { behave, waiting, release };
};

describe('a circuit', () => {
  test('opens after repeated failure, is named by health, spares the EHR, and closes again', async () => {
    const ehr = await serverThat(socket => socket.destroy());
    const service = await serviceAt(ehr);
    expect(await ready(service)).toEqual({ status: 'ready', profile: expect.any(String) });
    for (let reads = 0; reads < 5; reads++) expect(await statusOf(readOfAny(service))).toBe(503);
    // Five reads, each repeated twice.
    expect(ehr.requests()).toBe(15);
    expect(await ready(service)).toEqual({
      status: 'ready',
      profile: expect.any(String),
      openCircuits: ['ehr'],
    });

    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(readOfAny(service))));
    expect(new Set(answers)).toEqual(new Set([503]));
    // Without the circuit there would be 60 more. On a slow machine it may already be time for one probe.
    expect(ehr.requests()).toBeLessThanOrEqual(16);

    ehr.behave = good;
    await expect.poll(() => statusOf(read(service)), { timeout: 5000 }).toBe(200);
    expect(await ready(service)).toEqual({ status: 'ready', profile: expect.any(String) });
  });

  test('is probed by one call, while the others are answered at once', async () => {
    const ehr = await serverThat(socket => socket.destroy());
    const service = await serviceAt(ehr);
    for (let reads = 0; reads < 5; reads++) await readOfAny(service);
    const { behave, waiting, release } = held();
    ehr.behave = behave;
    const asked: Promise<number>[] = [];
    await expect
      .poll(
        () => {
          asked.push(statusOf(read(service)));
          return waiting.length;
        },
        { timeout: 5000, interval: 100 },
      )
      .toBe(1);
    // One waits for the probe that it is; whoever comes now does not.
    expect(await statusOf(read(service))).toBe(503);
    expect(waiting).toHaveLength(1);
    release();
    expect(await Promise.all(asked)).toContain(200);
    ehr.behave = good;
    expect(await statusOf(read(service))).toBe(200);
  });

  test('does not open for documents that cannot be used: they say nothing of other patients', async () => {
    const ehr = await serverThat(socket => socket.write(http('<Wrong/>')));
    const service = await serviceAt(ehr);
    for (let reads = 0; reads < 20; reads++) expect(await statusOf(read(service))).toBe(502);
    expect(ehr.requests()).toBe(20);
    expect(await ready(service)).toEqual({ status: 'ready', profile: expect.any(String) });
  });
});

test('a read that failed temporarily is retried without the client noticing', async () => {
  const failures: Behaviour[] = [
    socket => socket.destroy(),
    socket => socket.write(http('', { status: '503 Service Unavailable' })),
  ];
  const ehr = await serverThat((socket, path) => (failures.shift() ?? good)(socket, path));
  const service = await serviceAt(ehr);
  expect(await statusOf(read(service))).toBe(200);
  expect(ehr.requests()).toBe(3);
});

test.each([
  ['500 Internal Server Error', 502],
  ['404 Not Found', 502],
  ['429 Too Many Requests', 503],
])('a read that the EHR answers with %s is not repeated', async (status, expected) => {
  const ehr = await serverThat(socket => socket.write(http('', { status })));
  const service = await serviceAt(ehr);
  expect(await statusOf(read(service))).toBe(expected);
  expect(ehr.requests()).toBe(1);
});

test('more calls than there are places wait for one; more than may wait are 503', async () => {
  const { behave, waiting, release } = held();
  const ehr = await serverThat(behave);
  const service = await serviceAt(ehr, { system: { maxConcurrent: 4 } });
  const asked = Array.from({ length: 10 }, () => statusOf(read(service)));
  await expect.poll(() => waiting.length).toBe(4);
  const refused = await Promise.all([read(service), read(service)].map(statusOf));
  expect(refused).toEqual([503, 503]);
  expect(waiting).toHaveLength(4);
  ehr.behave = good;
  release();
  const answers = (await Promise.all(asked)).sort();
  // Four calls ran and two waited.
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 503, 503, 503, 503]);
});

describe('the answer budget', () => {
  const note = `<JournalNoteEHRExtract><Note><NoteTypeOfNote>${'x'.repeat(1000)}</NoteTypeOfNote></Note></JournalNoteEHRExtract>`;
  const document = `<JournalNoteEHRExtracts>${note.repeat(100)}</JournalNoteEHRExtracts>`;

  test('an answer beyond it is 503, and the next one that fits is answered', async () => {
    let body = document;
    const ehr = await serverThat(socket => socket.write(http(body)));
    const service = await serviceAt(ehr, { settings: { ANSWER_BUDGET_BYTES: '50000' } });
    expect(await statusOf(read(service))).toBe(503);
    body = documentOf('/extracts/journalnotes');
    for (let reads = 0; reads < 20; reads++) expect(await statusOf(read(service))).toBe(200);
  });

  test('is shared by all answers under way, and given back when they have gone out', async () => {
    const ehr = await serverThat(socket => socket.write(http(document)));
    const service = await serviceAt(ehr, { settings: { ANSWER_BUDGET_BYTES: '1000000' } });
    const users = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        issuer.sign({ sub: `user-${at}`, patient: subject, scope: everyScope }),
      ),
    );
    for (let rounds = 0; rounds < 10; rounds++) expect(await statusOf(read(service))).toBe(200);
    const together = await Promise.all(
      users.map(user => statusOf(service.ask({ path: journal, token: user }))),
    );
    expect(together).toContain(200);
    expect(new Set(together).size === 1 || together.includes(503)).toBe(true);
    expect(await statusOf(read(service))).toBe(200);
  });
});

test('a client that goes away ends what is read for it', async () => {
  let isClosed: (path: string) => void = () => {};
  const closed = new Promise<string>(resolve => {
    isClosed = resolve;
  });
  const { waiting, behave } = held();
  const ehr = await serverThat((socket, path) => {
    socket.once('close', () => isClosed(path));
    return behave(socket, path);
  });
  const service = await serviceAt(ehr);
  const controller = new AbortController();
  const asked = fetch(`${service.url}${journal}`, {
    headers: { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': key },
    signal: controller.signal,
  });
  await expect.poll(() => waiting.length).toBe(1);
  controller.abort();
  await expect(asked).rejects.toThrow();
  expect(await closed).toBe('/extracts/journalnotes');
  // It is in the access log nevertheless, because the data was requested.
  await expect.poll(() => service.entries()).toMatchObject([{ operation: '10 journalNotes', status: 499 }]);
});

describe('one system of two fails', () => {
  const systems = (sick: TcpServer, well: TcpServer) => ({
    profile: {
      systems: {
        sick: { adapter: 'extracts', baseUrl: sick.url, maxConcurrent: 4 },
        well: { adapter: 'extracts', baseUrl: well.url, maxConcurrent: 4 },
      },
      sources: { journalNotes: 'sick', contacts: 'well', patients: 'well' },
    },
  });

  test('while it hangs with every place taken, the other answers all that it is asked', async () => {
    const { behave, waiting, release } = held();
    const [sick, well] = [await serverThat(behave), await serverThat(good)];
    const service = await serviceAt(sick, systems(sick, well));
    const stuck = Array.from({ length: 6 }, () => statusOf(read(service)));
    let answeredByTheSick = 0;
    for (const one of stuck) void one.then(() => answeredByTheSick++);
    await expect.poll(() => waiting.length).toBe(4);
    for (let reads = 0; reads < 50; reads++) {
      expect(await statusOf(read(service, '/patients/contacts/'))).toBe(200);
    }
    expect(answeredByTheSick).toBe(0);
    expect(well.requests()).toBe(50);
    sick.behave = good;
    release();
    expect(await Promise.all(stuck)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('its open circuit is its own', async () => {
    const [sick, well] = [await serverThat(socket => socket.destroy()), await serverThat(good)];
    const service = await serviceAt(sick, systems(sick, well));
    for (let reads = 0; reads < 5; reads++) await readOfAny(service);
    expect(await ready(service)).toEqual({
      status: 'ready',
      profile: expect.any(String),
      openCircuits: ['sick'],
    });
    for (let reads = 0; reads < 10; reads++) {
      expect(await statusOf(read(service, '/patients/contacts/'))).toBe(200);
    }
    expect(well.requests()).toBe(10);
  });
});

test('operators hear of a failure: system, kind, reason and duration, and nothing of its content', async () => {
  const ehr = await serverThat(socket => socket.write(http('<Tolvan>Tolvansson 191212121212</Tolvan>')));
  const service = await serviceAt(ehr);
  await read(service);
  const [failure] = service.log().filter(({ msg }) => msg === 'the EHR failed');
  expect(failure).toMatchObject({
    level: 'warn',
    system: 'ehr',
    kind: 'journalNotes',
    outcome: 'ehr-unusable',
    detail: 'the root is not JournalNoteEHRExtracts',
  });
  expect(failure?.durationMs).toBeTypeOf('number');
  expect(JSON.stringify(service.log())).not.toMatch(/Tolvan|1912/);
});
