// Traces, as a collector on loopback gets them: a span a request, below it a span a call to the EHR, nobody in them; and
// the client's trace context on its way to the EHR.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { key, letEverythingHappen, marks, startWorld, tokenOf, type World } from './events.ts';

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  /** 2: error. */
  readonly status: { readonly code: number };
};

type Collector = {
  readonly url: string;
  readonly spans: Span[];
  readonly bodies: string[];
  /** How it answers. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
};

const readAll = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return text;
};

/** A collector that takes JSON at the path of OTLP. */
const startCollector = async (): Promise<Collector> => {
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    collector.bodies.push(body);
    const { resourceSpans } = JSON.parse(body);
    for (const { scopeSpans } of resourceSpans) {
      for (const { spans } of scopeSpans) collector.spans.push(...spans);
    }
    return collector.answer(response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    answer: response => void response.end('{}'),
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return collector;
};

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;
const journal = '/patients/journalnotes/';

const ask = async ({ service, issuer }: World, path: string, headers: Record<string, string> = {}) =>
  service.ask({ path, key, token: await tokenOf(issuer), headers });

/** What the EHR was sent as `traceparent` with its last request. */
const passedOn = ({ ehr }: World) => ehr.received.at(-1)?.headers.traceparent;

describe('with a collector', () => {
  let collector: Collector;
  let world: World;

  beforeAll(async () => {
    collector = await startCollector();
    world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
  });

  afterAll(async () => {
    await world.close();
    await collector.close();
  });

  /** Waits until so many spans of a trace have come. */
  const spansOf = (trace: string, count: number) =>
    vi.waitFor(
      () => {
        const found = collector.spans.filter(span => span.traceId === trace);
        expect(found).toHaveLength(count);
        return found;
      },
      { timeout: 10_000, interval: 50 },
    );
  const named = (spans: readonly Span[], name: string) => {
    const found = spans.find(span => span.name === name);
    if (found === undefined) throw new Error(`no span ${name}`);
    return found;
  };
  const attributesOf = ({ attributes }: Span) =>
    Object.fromEntries(attributes.map(({ key: name, value }) => [name, Object.values(value)[0]]));

  test("continues the client's trace, and passes it on to the EHR", async () => {
    await ask(world, journal, { traceparent });
    const spans = await spansOf(traceId, 2);
    const request = named(spans, '10 journalNotes');
    const call = named(spans, 'ehr journalNotes');
    expect(request).toMatchObject({ kind: 2, parentSpanId: parentId });
    expect(call).toMatchObject({ kind: 3, parentSpanId: request.spanId });
    expect(passedOn(world)).toBe(`00-${traceId}-${call.spanId}-01`);
    expect(attributesOf(request)).toEqual({ status: 200 });
    expect(attributesOf(call)).toEqual({ system: 'ehr', kind: 'journalNotes', outcome: 'done' });
    expect([request.status.code, call.status.code]).toEqual([0, 0]);
  });

  test('a write: the list, then the telling', async () => {
    const trace = 'a'.repeat(32);
    const headers = { traceparent: `00-${trace}-${parentId}-01` };
    const { service, issuer } = world;
    const body = { status: 'arrived' };
    const path = '/patients/appointments/?id=59062';
    await service.ask({ method: 'PUT', path, body, key, token: await tokenOf(issuer), headers });
    const spans = await spansOf(trace, 3);
    const request = named(spans, '2 appointmentChange');
    expect(named(spans, 'ehr appointments').parentSpanId).toBe(request.spanId);
    expect(named(spans, 'ehr arrival').parentSpanId).toBe(request.spanId);
  });

  test('a failure of the EHR', async () => {
    const trace = 'b'.repeat(32);
    await ask(world, '/patients/videomeetings/', { traceparent: `00-${trace}-${parentId}-01` });
    const spans = await spansOf(trace, 2);
    const [request, call] = [named(spans, '8 videoMeetings'), named(spans, 'ehr videoMeetings')];
    expect(attributesOf(request)).toEqual({ status: 500 });
    expect(attributesOf(call)).toEqual({
      system: 'broken',
      kind: 'videoMeetings',
      outcome: 'ehr-unreachable',
    });
    expect([request.status.code, call.status.code]).toEqual([2, 2]);
  });

  test('a trace that its client does not record is not recorded here either', async () => {
    const trace = 'c'.repeat(32);
    await ask(world, journal, { traceparent: `00-${trace}-${parentId}-00` });
    expect(passedOn(world)).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const after = 'd'.repeat(32);
    await ask(world, journal, { traceparent: `00-${after}-${parentId}-01` });
    await spansOf(after, 2);
    expect(collector.spans.filter(span => span.traceId === trace)).toEqual([]);
  });

  test.each([
    ['none', {}],
    ['an empty one', { traceparent: '' }],
    ['a malformed one', { traceparent: `00-${traceId}-${parentId}` }],
    ['one without a trace', { traceparent: `00-${'0'.repeat(32)}-${parentId}-01` }],
    ['one without a parent', { traceparent: `00-${'e'.repeat(32)}-${'0'.repeat(16)}-01` }],
    ['one of the forbidden version', { traceparent: `ff-${'e'.repeat(32)}-${parentId}-01` }],
    ['something else', { traceparent: '191212121212' }],
  ])('%s: a trace of its own', async (_, headers) => {
    await ask(world, journal, headers);
    const [, trace = ''] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(String(passedOn(world))) ?? [];
    expect(trace).not.toMatch(/^0*$|^e+$/);
    const spans = await spansOf(trace, 2);
    expect(named(spans, '10 journalNotes').parentSpanId).toBeUndefined();
  });

  test('nothing personal is in them', async () => {
    await letEverythingHappen(world);
    const last = 'f'.repeat(32);
    await ask(world, journal, { traceparent: `00-${last}-${parentId}-01` });
    await spansOf(last, 2);
    const sent = collector.bodies.join('\n');
    for (const mark of marks) expect(sent.includes(mark), mark).toBe(false);
    const names = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(one => one.key)));
    expect([...names].toSorted()).toEqual(['kind', 'outcome', 'status', 'system']);
  });
});

describe('a collector that cannot be had harms nothing', () => {
  const withCollector = async (url: string) => {
    const world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    const warnings = () =>
      world.service.log().filter(({ msg }) => msg === 'the traces cannot be sent: they are dropped');
    expect((await ask(world, journal)).status).toBe(200);
    await vi.waitFor(() => expect(warnings()).toHaveLength(1), { timeout: 15_000, interval: 100 });
    expect((await ask(world, journal)).status).toBe(200);
    await world.close();
    // Told once, not once an attempt.
    expect(warnings()).toHaveLength(1);
  };

  test('one that is away', async () => {
    const collector = await startCollector();
    await collector.close();
    await withCollector(collector.url);
  }, 40_000);

  test('one that does not answer', async () => {
    const collector = await startCollector();
    onTestFinished(collector.close);
    collector.answer = () => {};
    await withCollector(collector.url);
  }, 40_000);

  test('one that refuses, and later takes them', async () => {
    const collector = await startCollector();
    onTestFinished(collector.close);
    collector.answer = response => void response.writeHead(400).end();
    const world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    onTestFinished(world.close);
    const told = () => world.service.log().map(({ msg }) => msg);
    await ask(world, journal);
    const patience = { timeout: 15_000, interval: 100 };
    await vi.waitFor(() => expect(told()).toContain('the traces cannot be sent: they are dropped'), patience);
    collector.answer = response => void response.end('{}');
    await ask(world, journal);
    await vi.waitFor(() => expect(told()).toContain('the traces can be sent again'), patience);
  }, 40_000);
});

describe('without a collector', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld();
  });

  afterAll(() => world.close());

  test("the client's trace context is passed on as it is", async () => {
    await ask(world, journal, { traceparent });
    expect(passedOn(world)).toBe(traceparent);
  });

  test.each([
    ['none', {}],
    ['what is none', { traceparent: '191212121212' }],
    ['one without a trace', { traceparent: `00-${'0'.repeat(32)}-${parentId}-01` }],
    ['one of the forbidden version', { traceparent: `ff-${traceId}-${parentId}-01` }],
  ])('%s: none', async (_, headers) => {
    await ask(world, journal, headers);
    expect(passedOn(world)).toBeUndefined();
  });
});
