// Fair shares over HTTP: one user, one subscription or one patient takes the EHR, its circuit or the budget from nobody
// (D31). Counted, not timed.
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { everyScope, subscription } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { type EhrServer, ehrServer, type Received, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service/service.ts';
import { documentOf } from './support/documents.ts';

const slowPatient = '191212121212';
const quickPatient = '201907152399';
const thirdPatient = '198507302381';

/** A machine that is busy takes its time. */
const unhurried = { timeout: 60_000 };
vi.setConfig({ testTimeout: 120_000 });

const issuer = await forThisFile(startIssuer());

const empty = '<JournalNoteEHRExtracts/>';

/** An EHR that answers immediately, except for one patient, whose requests it holds or treats as the test says. */
const ehrThatIsSlowForOne = async (slow: (response: ServerResponse) => unknown = () => undefined) => {
  const waiting: ServerResponse[] = [];
  const server: EhrServer = await ehrServer(({ query }: Received, response) => {
    if (query.get('patient') !== slowPatient) return xml(response, empty);
    waiting.push(response);
    return slow(response);
  });
  onTestFinished(server.close);
  const answerThem = () => {
    for (const response of waiting.splice(0)) xml(response, empty);
  };
  return { server, waiting, answerThem };
};

const serviceAt = async (ehr: EhrServer, options: Partial<ServiceOptions> = {}): Promise<TestService> => {
  const service = await startService({
    issuer,
    ehr: ehr.url,
    ...options,
    settings: { REQUEST_TIMEOUT_MS: '120000', ...options.settings },
    system: { timeoutMs: 120_000, ...options.system },
  });
  onTestFinished(service.close);
  return service;
};

const path = '/patients/journalnotes/';

/** Reads for a user who is also the patient. */
const read = async (
  service: TestService,
  { sub, patient, key }: { sub: string; patient: string; key?: string },
): Promise<number> => {
  const token = await issuer.sign({ sub, patient, scope: everyScope });
  return (await service.ask({ path, token, ...(key === undefined ? {} : { key }) })).status;
};

/** Makes this many requests at the same time; returns what has been answered so far. */
const askMany = (count: number, ask: (at: number) => Promise<number>) => {
  const answered: number[] = [];
  const all = Promise.all(Array.from({ length: count }, async (_, at) => void answered.push(await ask(at))));
  return { answered, all };
};

const counted = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map(one => [one, statuses.filter(other => other === one).length]),
  );

describe('places towards a system', () => {
  const subscriptions = ['one', 'two'].map(name => subscription(name));

  test('96 slow calls of one subscription do not affect another', async () => {
    const { server, waiting, answerThem } = await ehrThatIsSlowForOne();
    const service = await serviceAt(server, { subscriptions });
    const slow = askMany(96, at =>
      read(service, { sub: `slow-${at % 12}`, patient: slowPatient, key: 'one-key' }),
    );
    await expect.poll(() => slow.answered.length, unhurried).toBe(24);
    await expect.poll(() => waiting.length, unhurried).toBe(48);
    const quick: number[] = [];
    for (let calls = 0; calls < 120; calls += 10) {
      const some = Array.from({ length: 10 }, (_, at) =>
        read(service, { sub: `quick-${at}`, patient: quickPatient, key: 'two-key' }),
      );
      quick.push(...(await Promise.all(some)));
    }
    expect(counted(quick)).toEqual({ 200: 120 });
    expect(waiting).toHaveLength(48);
    answerThem();
    await expect.poll(() => waiting.length, unhurried).toBe(24);
    answerThem();
    await slow.all;
    expect(counted(slow.answered)).toEqual({ 200: 72, 503: 24 });
  });

  test('slow calls of one user do not affect other users of the subscription', async () => {
    const { server, waiting, answerThem } = await ehrThatIsSlowForOne();
    const service = await serviceAt(server, { system: { maxConcurrent: 16 } });
    const slow = askMany(40, () => read(service, { sub: 'slow', patient: slowPatient }));
    await expect.poll(() => slow.answered.length, unhurried).toBe(32);
    await expect.poll(() => waiting.length, unhurried).toBe(8);
    const quick = Array.from({ length: 8 }, (_, at) =>
      read(service, { sub: `quick-${at}`, patient: quickPatient }),
    );
    expect(counted(await Promise.all(quick))).toEqual({ 200: 8 });
    answerThem();
    await slow.all;
    expect(counted(slow.answered)).toEqual({ 200: 8, 503: 32 });
  });

  test('a partner has a share for each patient that it asks for', async () => {
    const { server, waiting, answerThem } = await ehrThatIsSlowForOne();
    const service = await serviceAt(server, { settings: { AUTH_PARTNER_CLIENTS: 'partner' } });
    const token = await issuer.sign({ client_id: 'partner', scope: everyScope });
    const ask = async (patient: string) => (await service.ask({ path, token, patient })).status;
    const slow = askMany(20, () => ask(slowPatient));
    await expect.poll(() => slow.answered.length, unhurried).toBe(12);
    await expect.poll(() => waiting.length, unhurried).toBe(8);
    expect(await ask(quickPatient)).toBe(200);
    answerThem();
    await slow.all;
    expect(counted(slow.answered)).toEqual({ 200: 8, 503: 12 });
  });

  test('an app may read all of a patient at once', async () => {
    const { server } = await ehrThatIsSlowForOne();
    server.answer = ({ path: asked }, response) => xml(response, documentOf(asked));
    const service = await serviceAt(server);
    const token = await issuer.sign({ patient: slowPatient, scope: everyScope });
    const names = 'appointments patient contacts attentionsignals videomeetings medications journalnotes';
    const answers = await Promise.all(
      names.split(' ').map(name => service.ask({ path: `/patients/${name}/`, token })),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 7 });
  });
});

describe('the circuit', () => {
  const openCircuits = async (service: TestService) =>
    (await service.ask({ path: '/health/ready', key: null })).body.openCircuits;
  const impatient = { system: { timeoutMs: 30 } };

  test("stays closed for all while one patient's calls time out", async () => {
    const { server } = await ehrThatIsSlowForOne();
    const service = await serviceAt(server, impatient);
    const slow: number[] = [];
    for (let calls = 0; calls < 40; calls++)
      slow.push(await read(service, { sub: 'slow', patient: slowPatient }));
    expect(counted(slow)).toEqual({ 504: 40 });
    expect(await openCircuits(service)).toBeUndefined();
    // A machine that is slow may be too slow for an answer in time; an open circuit would refuse it (503).
    expect(await read(service, { sub: 'quick', patient: quickPatient })).not.toBe(503);
  });

  test('opens when the calls of three patients fail', async () => {
    const { server } = await ehrThatIsSlowForOne();
    server.answer = () => undefined;
    const service = await serviceAt(server, impatient);
    for (let calls = 0; calls < 5; calls++) {
      for (const patient of [slowPatient, quickPatient, thirdPatient]) {
        expect(await read(service, { sub: 'any', patient })).toBe(504);
      }
    }
    expect(await openCircuits(service)).toEqual(['ehr']);
    expect(await read(service, { sub: 'any', patient: quickPatient })).toBe(503);
  });
});

describe('the answer budget', () => {
  const note = `<JournalNoteEHRExtract><Note><NoteTypeOfNote>${'x'.repeat(1000)}</NoteTypeOfNote></Note></JournalNoteEHRExtract>`;
  /** Some 300 KB of an answer, which then halts. */
  const halting = (response: ServerResponse) =>
    response.writeHead(200).write(`<JournalNoteEHRExtracts>${note.repeat(300)}`);

  test('one user holds an eighth of it, and the others are answered', async () => {
    const { server, waiting } = await ehrThatIsSlowForOne(halting);
    const service = await serviceAt(server, { settings: { ANSWER_BUDGET_BYTES: '4000000' } });
    const two = [1, 2].map(() => read(service, { sub: 'slow', patient: slowPatient }));
    // Two such answers would be more than half a million bytes.
    expect(await Promise.race(two)).toBe(503);
    server.answer = (_, response) =>
      xml(response, `<JournalNoteEHRExtracts>${note.repeat(300)}</JournalNoteEHRExtracts>`);
    expect(await read(service, { sub: 'quick', patient: quickPatient })).toBe(200);
    for (const response of waiting) response.end('</JournalNoteEHRExtracts>');
    expect(counted(await Promise.all(two))).toEqual({ 200: 1, 503: 1 });
    expect(await read(service, { sub: 'slow', patient: slowPatient })).toBe(200);
  });

  test('counts what is being built too, and gets it back (D32)', async () => {
    const { server } = await ehrThatIsSlowForOne();
    const service = await serviceAt(server, { settings: { ANSWER_BUDGET_BYTES: '8000000' } });
    const answered = (notes: string) => {
      server.answer = (_, response) =>
        xml(response, `<JournalNoteEHRExtracts>${notes}</JournalNoteEHRExtracts>`);
      return read(service, { sub: 'any', patient: quickPatient });
    };
    // Each is less than the million bytes of a user as JSON. In memory, 700,000 characters of one note are more.
    const large = note.replace('x'.repeat(1000), 'x'.repeat(700_000));
    expect(await answered(large)).toBe(503);
    for (let times = 0; times < 3; times++) expect(await answered(note.repeat(600))).toBe(200);
    expect(await answered(large)).toBe(503);
  });

  test('a write gives back what its list of bookings held', async () => {
    const booking = `<Booking><ContactId>1</ContactId><PatientInformation>${'x'.repeat(150_000)}</PatientInformation></Booking>`;
    const { server } = await ehrThatIsSlowForOne();
    server.answer = ({ method }, response) =>
      xml(
        response,
        method === 'GET'
          ? `<Bookings><ResultCode>OK</ResultCode>${booking}</Bookings>`
          : '<ResultRecord><ResultCode>OK</ResultCode></ResultRecord>',
      );
    const service = await serviceAt(server, { settings: { ANSWER_BUDGET_BYTES: '8000000' } });
    const token = await issuer.sign({ patient: quickPatient, scope: everyScope });
    for (let times = 0; times < 5; times++) {
      const { status, body } = await service.ask({
        method: 'PUT',
        path: '/patients/appointments/?id=1',
        token,
        body: { status: 'arrived' },
      });
      expect([status, body.ResultCode]).toEqual([200, 'OK']);
    }
  });
});
