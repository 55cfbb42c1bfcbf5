// The write matrix (D21): what the EHR receives and what each client gets when a write goes wrong, alone and with 20
// equal ones at once.
import { beforeEach, describe, expect, test } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';
import { gathering } from './support/gathering.ts';
import { subject } from './support/operations.ts';
import { http, tcpServer } from './support/tcp-server.ts';

/** What becomes of one write: is it done, and is its answer sent? */
type Fate =
  | 'answered'
  | 'done, answer lost'
  | 'lost'
  | 'done, then 503'
  | 'done, half an answer'
  | 'never answered';

type Scenario = {
  /** Of the first, the second … write. */
  readonly writes: readonly Fate[];
  /** Of the reads after the first write. */
  readonly readBack?: 'works' | 'fails' | 'slow';
  /** The EHR refuses connections once the list has been read, or once a write is done. */
  readonly gone?: 'before' | 'after';
};

const calls = gathering();

/** Milliseconds of a request, and of one call to the EHR. A third of it is for the list, which waits until all calls are there. */
const time = 2500;

let scenario: Scenario;
let state: { arrived: boolean; paid: boolean };
let reads: number;
let writes: number;

const bookings = () =>
  http(
    '<Bookings><Booking><ContactId>59062</ContactId>' +
      `<Status>${state.arrived ? 'ARRIVED' : 'BOOKED'}</Status>` +
      `<PaymentStatus>${state.paid ? 'PAID' : 'UNPAID'}</PaymentStatus></Booking></Bookings>`,
  );

const result = http('<ResultRecord><ResultCode>OK</ResultCode><Comment>Gjort.</Comment></ResultRecord>');

const carryOut = (path: string) => {
  if (path === '/payments') state.paid = true;
  else state.arrived = true;
};

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(
  tcpServer(async (socket, path) => {
    if (path === '/bookings') {
      reads++;
      const isReadBack = writes > 0;
      if (!isReadBack) await calls.allAreThere();
      if (isReadBack && scenario.readBack === 'fails') return socket.destroy();
      if (isReadBack && scenario.readBack === 'slow') return undefined;
      socket.write(bookings());
      if (scenario.gone === 'before' && !isReadBack) setImmediate(() => void ehr.goAway());
      return undefined;
    }
    const fate = scenario.writes[writes] ?? 'answered';
    writes++;
    if (fate !== 'lost' && fate !== 'never answered') carryOut(path);
    if (scenario.gone === 'after') return void ehr.goAway();
    if (fate === 'answered') return socket.write(result);
    if (fate === 'done, then 503') return socket.write(http('', { status: '503 Service Unavailable' }));
    if (fate === 'done, half an answer') return socket.end(result.subarray(0, result.length - 20));
    if (fate === 'never answered') return undefined;
    return socket.destroy();
  }),
);
const service = await forThisFile(
  startService({
    issuer,
    ehr: ehr.url,
    settings: { REQUEST_TIMEOUT_MS: String(time) },
    replaced: { counter: calls.counter },
  }),
);
const token = await issuer.sign({ patient: subject, scope: everyScope });

beforeEach(async () => {
  state = { arrived: false, paid: false };
  reads = 0;
  writes = 0;
  calls.await(1);
  await ehr.close();
  await ehr.comeBack();
});

const wishes = {
  arrival: { method: 'PUT', path: '/patients/appointments/?id=59062', body: { status: 'arrived' } },
  payment: {
    method: 'POST',
    path: '/patients/paymentnotice/',
    body: { status: 'PAID', contactId: '59062', paymentType: 'CARD' },
  },
} as const;

type ClientAnswer = { readonly status: number; readonly code?: string; readonly comment?: string };

const unknown: ClientAnswer = {
  status: 504,
  comment: 'The outcome is not known. Repeating the request is safe.',
};
const away: ClientAnswer = {
  status: 503,
  comment: 'The health record system is not available. Try again later.',
};
const ok: ClientAnswer = { status: 200, code: 'OK', comment: 'Gjort.' };
/** It was done, as the service has seen for itself. */
const seen: ClientAnswer = { status: 200, code: 'OK', comment: '' };

type Case = readonly [
  name: string,
  scenario: Scenario,
  writes: number,
  reads: number,
  isDone: boolean,
  client: ClientAnswer,
];

// Reads: the list, and one look back for every outcome that is not known. A look that fails in passing is repeated twice.
const matrix: readonly Case[] = [
  ['it is done and answered', { writes: ['answered'] }, 1, 1, true, ok],
  ['it is done and the answer is lost', { writes: ['done, answer lost'] }, 1, 2, true, seen],
  ['it is done and 503 is answered', { writes: ['done, then 503'] }, 1, 2, true, seen],
  ['it is done and half an answer comes', { writes: ['done, half an answer'] }, 1, 2, true, seen],
  ['it is lost once', { writes: ['lost', 'answered'] }, 2, 2, true, ok],
  ['it is lost twice', { writes: ['lost', 'lost'] }, 2, 2, false, unknown],
  [
    'it is lost, and the second time the answer is',
    { writes: ['lost', 'done, answer lost'] },
    2,
    2,
    true,
    unknown,
  ],
  [
    'it is never answered, and once more answered',
    { writes: ['never answered', 'answered'] },
    2,
    2,
    true,
    ok,
  ],
  [
    'it is done, the answer is lost, and the look back fails',
    { writes: ['done, answer lost'], readBack: 'fails' },
    1,
    4,
    true,
    unknown,
  ],
  [
    'it is lost and the look back fails: it is not sent again',
    { writes: ['lost', 'answered'], readBack: 'fails' },
    1,
    4,
    false,
    unknown,
  ],
  [
    'it is done, the answer is lost, and the look back is slow',
    { writes: ['done, answer lost'], readBack: 'slow' },
    1,
    2,
    true,
    unknown,
  ],
  ['the EHR is gone before it receives the write', { writes: [], gone: 'before' }, 0, 1, false, away],
  ['the EHR is gone after it is done', { writes: ['done, answer lost'], gone: 'after' }, 1, 1, true, unknown],
];

const clientAnswerOf = ({ status, body }: { status: number; body: unknown }): ClientAnswer => {
  const answered = Array.isArray(body) ? body[0] : body;
  return status === 200
    ? { status, code: answered.ResultCode, comment: answered.Comment }
    : { status, comment: answered.message };
};

describe.each(['arrival', 'payment'] as const)('an %s', command => {
  describe.each([1, 20])('%i at once', many => {
    test.each(matrix)('%s', async (_name, given, ...[sent, asked, isDone, client]) => {
      scenario = given;
      calls.await(many);
      const answers = await Promise.all(
        Array.from({ length: many }, () => service.ask({ ...wishes[command], token })),
      );
      const done = command === 'payment' ? state.paid : state.arrived;
      expect({ writes, reads, done }).toEqual({ writes: sent, reads: asked, done: isDone });
      for (const answer of answers) expect(clientAnswerOf(answer)).toEqual(client);
    });
  });
});

test('a client that goes away does not stop a write', async () => {
  let arrived: () => void = () => {};
  const isTold = new Promise<void>(resolve => {
    arrived = resolve;
  });
  scenario = { writes: ['answered'] };
  const { behave } = ehr;
  let finish: () => void = () => {};
  ehr.behave = (socket, path) => {
    if (path === '/bookings') return behave(socket, path);
    finish = () => void behave(socket, path);
    return arrived();
  };
  const controller = new AbortController();
  const { path, method, body } = wishes.arrival;
  const asked = fetch(`${service.url}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${token}`,
      'ocp-apim-subscription-key': 'test-key-0123456789abcdef',
      'content-type': 'application/json',
    },
    signal: controller.signal,
  });
  await isTold;
  controller.abort();
  await expect(asked).rejects.toThrow();
  finish();
  await expect
    .poll(() => service.entries().at(-1))
    .toMatchObject({ phase: 'done', result: 'OK', status: 200 });
  expect(state.arrived).toBe(true);
  ehr.behave = behave;
});
