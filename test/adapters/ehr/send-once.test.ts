// A write that fails on the way: whether the EHR may have received it.
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../sandbox/listen.ts';
import { sendOnce, type Write } from '../../../src/adapters/ehr/send-once.ts';
import { openUpstream } from '../../../src/adapters/ehr/transport/open-upstream.ts';
import { resultRecord } from '../../../src/domain/model/appointment.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { ResultRecord } from '../../../src/domain/records/transition.ts';
import { type EhrServer, ehrServer } from '../../support/servers/ehr-server.ts';
import { failureOf, newCall, systemAt } from './calls.ts';

const done = async () => resultRecord('OK', '');

const sendTo = (url: string, resultOf: Write<ResultRecord>['resultOf'], call = newCall()) => {
  const upstream = openUpstream(systemAt(url), Date.now);
  onTestFinished(upstream.close);
  return sendOnce({ upstream, request: { method: 'POST', path: '/writes', body: 'x', call }, resultOf });
};

const serverThat = async (answer: EhrServer['answer']) => {
  const server = await ehrServer(answer);
  onTestFinished(server.close);
  return server;
};

const accepting = () => serverThat((_, response) => response.writeHead(200).end('done'));

test('returns what the answer means, and sends the write once', async () => {
  let received = 0;
  const { url } = await serverThat((_, response) => {
    received++;
    response.writeHead(503).end();
  });
  const result = await sendTo(url, async ({ status }) => resultRecord('ERROR', `status ${status}`));
  expect(result).toEqual(resultRecord('ERROR', 'status 503'));
  expect(received).toBe(1);
});

test.each(['patient-unknown', 'booking-unknown', 'outcome-unreadable'] as const)(
  'passes on %s',
  async code => {
    const { url } = await accepting();
    const refused = async () => {
      throw new Failure(code);
    };
    expect(await failureOf(sendTo(url, refused))).toBe(code);
  },
);

test('without a connection, the EHR was not notified', async () => {
  const { url, close } = await listen(() => {}, 0);
  await close();
  expect(await failureOf(sendTo(url, done))).toBe('ehr-unreachable');
});

test('if the client has left before, the EHR was not notified', async () => {
  const { url } = await accepting();
  const call = newCall();
  call.leave();
  expect(await failureOf(sendTo(url, done, call))).toBe('ehr-unreachable');
});

test('if the connection breaks off after sending, the outcome is unknown', async () => {
  const { url } = await serverThat((_, response) => response.destroy());
  expect(await failureOf(sendTo(url, done))).toBe('outcome-unknown');
});

test('if the client leaves after sending, the outcome is unknown', async () => {
  const call = newCall();
  const { url } = await serverThat(() => call.leave());
  expect(await failureOf(sendTo(url, done, call))).toBe('outcome-unknown');
});

test.each([
  ['cannot be read', new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'no result' })],
  ['shows a defect of the adapter', new TypeError('undefined is not a function')],
])('if the answer %s, the outcome is unknown', async (_, error) => {
  const { url } = await accepting();
  const failing = async () => {
    throw error;
  };
  expect(await failureOf(sendTo(url, failing))).toBe('outcome-unknown');
});
