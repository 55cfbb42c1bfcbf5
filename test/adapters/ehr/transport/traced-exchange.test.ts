// The span of one exchange with a system: what it says, that it ends once, and that the system gets its trace context.
import type { ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ExchangeRequest,
  exchangeDispatcher,
} from '../../../../src/adapters/ehr/transport/exchange/http-exchange.ts';
import { tracedExchange } from '../../../../src/adapters/ehr/transport/exchange/traced-exchange.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import type { Span, SpanEnd, SpanStart } from '../../../../src/ports/tracing.ts';
import { type EhrServer, ehrServer } from '../../../support/servers/ehr-server.ts';
import { newCall } from '../calls.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

type Options = {
  readonly retries?: number;
  /** The trace context of the span; null for none. */
  readonly span?: string | null;
};

/** Sends a request to a server, or to an origin, and keeps its spans. */
const traced = async (
  answer: EhrServer['answer'],
  { retries = 0, span = traceparent, ...members }: Partial<ExchangeRequest> & Options = {},
) => {
  const server = await ehrServer(answer);
  const agent = new Agent();
  onTestFinished(server.close);
  onTestFinished(() => agent.destroy());
  const started: Omit<SpanStart, 'parent'>[] = [];
  const ended: SpanEnd[] = [];
  const beginSpan = (start: Omit<SpanStart, 'parent'>): Span => {
    started.push(start);
    return { traceparent: span ?? undefined, end: end => void ended.push(end) };
  };
  const request: ExchangeRequest = {
    method: 'GET',
    origin: server.url,
    path: '/bookings?patient=191212121212',
    headers: { 'x-request-id': 'r', traceparent: 'of the request' },
    body: null,
    signal: new AbortController().signal,
    maxBytes: 100,
    ...members,
  };
  const exchanged = tracedExchange(exchangeDispatcher(agent), request, {
    call: newCall({ beginSpan }),
    retries,
  });
  return { server, started, ended, exchanged, port: Number(new URL(server.url).port) };
};

const ok = (_: unknown, response: ServerResponse) => response.writeHead(200).end('<a/>');

const read = async (body: AsyncIterable<Uint8Array>) => {
  for await (const _ of body);
};

test('it says method, server and status, and nothing of the path', async () => {
  const { server, started, ended, exchanged, port } = await traced(ok);
  const { answer, ended: isOver } = await exchanged;
  expect(started).toEqual([
    {
      name: 'GET',
      kind: 'client',
      attributes: {
        'http.request.method': 'GET',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'server.port': port,
      },
    },
  ]);
  expect(ended).toEqual([]);
  await read(answer.body);
  await isOver;
  expect(ended).toEqual([{ attributes: { 'http.response.status_code': 200 }, failed: false }]);
  expect(server.received[0]?.headers).toMatchObject({ traceparent, 'x-request-id': 'r' });
});

test('without a trace context of its own, the system gets that of the request', async () => {
  const { server, exchanged } = await traced(ok, { span: null });
  (await exchanged).answer.discard();
  expect(server.received[0]?.headers.traceparent).toBe('of the request');
});

test('it says how often the request has been sent before', async () => {
  const { started, exchanged } = await traced(ok, { retries: 2 });
  (await exchanged).answer.discard();
  expect(started[0]?.attributes).toMatchObject({ 'http.request.resend_count': 2 });
});

test.each([
  [399, false],
  [400, true],
  [503, true],
])('status %i has failed: %j', async (status, failed) => {
  const { ended, exchanged } = await traced((_, response) => response.writeHead(status).end());
  const { answer, ended: isOver } = await exchanged;
  answer.discard();
  await isOver;
  expect(ended).toEqual([
    {
      attributes: {
        'http.response.status_code': status,
        ...(failed ? { 'error.type': String(status) } : {}),
      },
      failed,
    },
  ]);
});

test('an answer that breaks off has failed, whatever its status', async () => {
  const { ended, exchanged } = await traced((_, response) => response.writeHead(200).end('x'.repeat(101)));
  const { answer, ended: isOver } = await exchanged;
  await Promise.all([
    expect(read(answer.body)).rejects.toMatchObject({ code: 'ehr-unusable' }),
    expect(isOver).rejects.toMatchObject({ code: 'ehr-unusable' }),
  ]);
  expect(ended).toEqual([
    {
      attributes: { 'http.response.status_code': 200, 'error.type': 'ehr-answer-too-large' },
      failed: true,
    },
  ]);
});

test('one that does not come has failed, with its reason or none that is known', async () => {
  const { ended, exchanged } = await traced((_, response) => response.destroy());
  await expect(exchanged).rejects.toMatchObject({ code: 'ehr-unavailable' });
  expect(ended).toEqual([{ attributes: { 'error.type': 'ehr-no-answer' }, failed: true }]);

  const onSending = () => {
    throw new RangeError('unforeseen');
  };
  const unforeseen = await traced(ok, { onSending });
  await expect(unforeseen.exchanged).rejects.toThrow();
  expect(unforeseen.ended).toHaveLength(1);
  expect(unforeseen.ended[0]?.failed).toBe(true);
});

test('one whose client leaves says so', async () => {
  const controller = new AbortController();
  const { ended, exchanged } = await traced(
    () => controller.abort(new Failure('client-gone', { reason: 'client-gone' })),
    { signal: controller.signal },
  );
  await expect(exchanged).rejects.toMatchObject({ code: 'client-gone' });
  expect(ended).toEqual([{ attributes: { 'error.type': 'client-gone' }, failed: true }]);
});
