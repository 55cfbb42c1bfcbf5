// The write matrix (D21) with a FHIR server: what it receives and what each client learns when a write is lost, is not
// answered, or conflicts with another change; alone and with five equal concurrent writes. The server is the simulator,
// strict about versions and conditions, behind a proxy that loses requests on demand.
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FhirSimulator, fhirSimulator } from '../../sandbox/fhir/simulator/simulator.ts';
import type { Resource } from '../../sandbox/fhir/simulator/store.ts';
import { payment } from '../adapters/ehr/fhir/support/connect.ts';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { type EhrServer, ehrServer, type Received } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { gathering } from './support/gathering.ts';
import { subject } from './support/operations.ts';

/** What becomes of one write. */
type Fate =
  | 'answered'
  | 'lost'
  | 'done, answer lost'
  | 'done, then 503'
  /** Somebody changes the appointment's text before the write arrives. */
  | 'changed meanwhile'
  /** Somebody marks the arrival, or registers the payment, before the write arrives. */
  | 'done by another meanwhile'
  | 'refused';

const id = '59062';
const now = '2026-01-15T11:00:00Z';

let simulator: FhirSimulator;
let front: EhrServer;
let service: TestService;
let fates: readonly Fate[];
let writes: Received[];
/** The first write is held back until all calls have passed the gates. */
const calls = gathering();

const resources = (status: string): Resource[] => [
  {
    resourceType: 'Patient',
    id: 'p1',
    identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: subject }],
  },
  {
    resourceType: 'Appointment',
    id,
    status,
    start: '2026-01-15T08:30:00Z',
    participant: [{ actor: { reference: 'Patient/p1' }, status: 'accepted' }],
  },
];

const forward = async ({ method, path, query, headers, body }: Received, response: ServerResponse) => {
  const search = query.size === 0 ? '' : `?${query}`;
  const { host: _, connection: _c, 'content-length': _l, ...sent } = headers;
  const answer = await fetch(`${new URL(simulator.url).origin}${path}${search}`, {
    method,
    headers: sent as Record<string, string>,
    ...(body === '' ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type');
  return () => response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(bytes);
};

const theAppointment = (): Resource => {
  const found = simulator.store.get('Appointment', id);
  if (found === undefined) throw new Error('no appointment');
  return found;
};

const isArrival = ({ method }: Received) => method === 'PATCH';

/** What somebody else does to the same appointment. */
const byAnother = (write: Received) => {
  if (isArrival(write)) simulator.store.put({ ...theAppointment(), status: 'arrived' }, now);
  else simulator.store.put({ ...JSON.parse(write.body), id: 'another' }, now);
};

const answerTo = async (received: Received, response: ServerResponse) => {
  if (received.method === 'GET') return (await forward(received, response))();
  const fate = fates[writes.length] ?? 'answered';
  writes.push(received);
  await calls.allAreThere();
  if (fate === 'lost') return response.destroy();
  if (fate === 'changed meanwhile') simulator.store.put({ ...theAppointment(), description: 'Ändrad.' }, now);
  if (fate === 'done by another meanwhile') byAnother(received);
  if (fate === 'refused') {
    const issue = [
      { severity: 'error', code: 'business-rule', details: { text: 'Fel dag för 19121212-1212.' } },
    ];
    response.writeHead(422, { 'content-type': 'application/fhir+json' });
    return response.end(JSON.stringify({ resourceType: 'OperationOutcome', issue }));
  }
  const give = await forward(received, response);
  if (fate === 'done, answer lost') return response.destroy();
  if (fate === 'done, then 503') return response.writeHead(503).end();
  return give();
};

const issuer = await forThisFile(startIssuer());
const token = await issuer.sign({ patient: subject, scope: everyScope });
beforeEach(async () => {
  writes = [];
  calls.await(1);
  front = await ehrServer(answerTo);
  return async () => {
    await service.close();
    await front.close();
    await simulator.close();
  };
});

const start = async (status: string) => {
  simulator = await fhirSimulator({ resources: resources(status), port: 0 });
  service = await startService({
    issuer,
    ehr: `${front.url}/fhir`,
    system: {
      adapter: 'fhir',
      protectedIdentity: 'not-said',
      resources: ['Patient', 'Appointment', 'Encounter', 'PaymentNotice'],
      payment,
      knownAs: [simulator.url],
    },
    replaced: { counter: calls.counter },
  });
};

const commands = {
  arrival: {
    before: 'booked',
    ask: { method: 'PUT', path: `/patients/appointments/?id=${id}`, body: { status: 'arrived' } },
    isDone: () => theAppointment().status === 'arrived',
  },
  payment: {
    before: 'arrived',
    ask: {
      method: 'POST',
      path: '/patients/paymentnotice/',
      body: { status: 'PAID', contactId: id, paymentType: 'CARD' },
    },
    isDone: () => simulator.store.all('PaymentNotice').length === 1,
  },
} as const;

type Case = readonly [name: string, fates: readonly Fate[], writes: number, isDone: boolean, client: string];

const unknown = '504 The outcome is not known. Repeating the request is safe.';

const matrix = (again: string): readonly Case[] => [
  ['it is done and answered', ['answered'], 1, true, '200 OK'],
  ['it is done and the answer is lost', ['done, answer lost'], 1, true, '200 OK'],
  ['it is done and 503 is answered', ['done, then 503'], 1, true, '200 OK'],
  ['it is lost once', ['lost', 'answered'], 2, true, '200 OK'],
  ['it is lost twice', ['lost', 'lost'], 2, false, unknown],
  ['the EHR refuses it', ['refused'], 1, false, '200 ERROR Fel dag för .'],
  ['another has done it meanwhile', ['done by another meanwhile'], 1, true, again],
];

const conflicts: readonly Case[] = [
  [
    'another has changed the appointment: once more, of the new version',
    ['changed meanwhile', 'answered'],
    2,
    true,
    '200 OK',
  ],
  ['another changes it each time', ['changed meanwhile', 'changed meanwhile'], 2, false, unknown],
];

const cases = [
  ...[...matrix('200 OK'), ...conflicts].map(one => ['arrival', ...one] as const),
  // The server itself finds the other one: If-None-Exist.
  ...matrix('200 INFO The appointment is already paid.').map(one => ['payment', ...one] as const),
];

// biome-ignore lint/suspicious/noExplicitAny: an answer whose form is asserted.
const clientAnswerOf = ({ status, body }: { status: number; body: any }): string => {
  const record = Array.isArray(body) ? body[0] : body;
  return `${status} ${record.ResultCode ?? ''} ${record.Comment ?? record.message}`
    .replace(/ +/g, ' ')
    .trim();
};

describe.each([1, 5])('%i at once', many => {
  test.each(cases)('%s: %s', async (name, _, given, ...[sent, isDone, client]) => {
    const command = commands[name];
    await start(command.before);
    fates = given;
    calls.await(many);
    const answers = await Promise.all(
      Array.from({ length: many }, () => service.ask({ ...command.ask, token })),
    );
    expect({ writes: writes.length, isDone: command.isDone() }).toEqual({ writes: sent, isDone });
    for (const answer of answers) expect(clientAnswerOf(answer)).toBe(client);
    // None of them was sent without its condition.
    for (const write of writes) {
      expect(write.headers[name === 'arrival' ? 'if-match' : 'if-none-exist']).toBeDefined();
    }
  });
});

test('a repeated request learns that the write is already done, and nothing is sent', async () => {
  await start('booked');
  fates = [];
  const { ask } = commands.arrival;
  expect(clientAnswerOf(await service.ask({ ...ask, token }))).toBe('200 OK');
  expect(clientAnswerOf(await service.ask({ ...ask, token }))).toBe(
    '200 INFO The patient has already arrived.',
  );
  expect(writes).toHaveLength(1);
});
