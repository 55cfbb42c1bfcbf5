// Traces, as a collector on loopback gets them: from the proxy's traceparent through the request, the question to the EHR
// and the HTTP exchange to the EHR's own traceparent; by OpenTelemetry's conventions, with nobody in them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { listed } from '../support/listed.ts';
import { key, letEverythingHappen, marks, startWorld, tokenOf, type World } from './events.ts';

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  /** 2: error. */
  readonly status: { readonly code: number };
};

type Collector = {
  readonly url: string;
  readonly spans: Span[];
  /** Attributes of the resource of each sending. */
  readonly resources: Record<string, unknown>[];
  /** Headers of each sending. */
  readonly headers: IncomingMessage['headers'][];
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

type Attributes = Pick<Span, 'attributes'>;

const attributesOf = ({ attributes }: Attributes) =>
  Object.fromEntries(attributes.map(({ key: name, value }) => [name, Object.values(value)[0]]));

/** A collector that takes JSON at the path of OTLP. */
const startCollector = async (): Promise<Collector> => {
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    collector.bodies.push(body);
    collector.headers.push(request.headers);
    const { resourceSpans } = JSON.parse(body);
    for (const { resource, scopeSpans } of resourceSpans) {
      collector.resources.push(attributesOf(resource));
      for (const { spans } of scopeSpans) collector.spans.push(...spans);
    }
    return collector.answer(response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resources: [],
    headers: [],
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

  /** Waits for a number of spans of a trace. */
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
  test("continues the client's trace, and passes it on to the EHR", async () => {
    const { headers } = await ask(world, `${journal}?fromDateTime=2020-01-01T00:00:00`, { traceparent });
    const spans = await spansOf(traceId, 3);
    const request = named(spans, 'GET /patients/journalnotes/');
    const question = named(spans, 'ehr journalNotes');
    const exchange = named(spans, 'GET');
    expect(request).toMatchObject({ kind: 2, parentSpanId: parentId });
    expect(question).toMatchObject({ kind: 1, parentSpanId: request.spanId });
    expect(exchange).toMatchObject({ kind: 3, parentSpanId: question.spanId });
    expect(passedOn(world)).toBe(`00-${traceId}-${exchange.spanId}-01`);
    const requestId = headers.get('x-request-id');
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'GET',
      'http.route': journal,
      'http.response.status_code': 200,
      'url.path': journal,
      'url.scheme': 'http',
      'pdas.request_id': requestId,
      'pdas.operation': '10 journalNotes',
      'pdas.subscription': 'app',
    });
    expect(attributesOf(question)).toEqual({
      'pdas.request_id': requestId,
      'pdas.system': 'ehr',
      'pdas.kind': 'journalNotes',
      'pdas.outcome': 'done',
    });
    expect(attributesOf(exchange)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(world.ehr.url).port),
      'url.scheme': 'http',
      'pdas.request_id': requestId,
      'pdas.system': 'ehr',
    });
    expect(spans.map(({ status }) => status.code)).toEqual([0, 0, 0]);
  });

  test('every line of the log of a request has its trace', async () => {
    const trace = '9'.repeat(32);
    const { headers } = await ask(world, journal, { traceparent: `00-${trace}-${parentId}-01` });
    const requestId = headers.get('x-request-id');
    const lines = () => world.service.log().filter(line => line.requestId === requestId);
    await expect.poll(() => lines().map(({ msg }) => msg)).toContain('answered');
    expect(lines().map(({ msg }) => msg)).toContain('a foreign record was withheld');
    expect(lines().map(line => line.trace_id)).toEqual(lines().map(() => trace));
  });

  test('a refusal says why, and is no error of the service', async () => {
    const trace = '8'.repeat(32);
    const headers = { traceparent: `00-${trace}-${parentId}-01` };
    await world.service.ask({ path: journal, key, token: 'eyJ.eyJ.x', headers });
    const [request, ...others] = await spansOf(trace, 1);
    expect(others).toEqual([]);
    if (request === undefined) throw new Error('no span');
    expect(attributesOf(request)).toMatchObject({
      'http.response.status_code': 401,
      'pdas.reason': 'token-malformed',
      'pdas.subscription': 'app',
    });
    expect(attributesOf(request)).not.toHaveProperty(['error.type']);
    expect(request.status.code).toBe(0);
  });

  test('a write: the list, then the telling', async () => {
    const trace = 'a'.repeat(32);
    const headers = { traceparent: `00-${trace}-${parentId}-01` };
    const { service, issuer } = world;
    const body = { status: 'arrived' };
    const path = '/patients/appointments/?id=59062';
    await service.ask({ method: 'PUT', path, body, key, token: await tokenOf(issuer), headers });
    const spans = await spansOf(trace, 5);
    const request = named(spans, 'PUT /patients/appointments/');
    const [list, notice] = [named(spans, 'ehr appointments'), named(spans, 'ehr arrival')];
    expect([list.parentSpanId, notice.parentSpanId]).toEqual([request.spanId, request.spanId]);
    expect(named(spans, 'GET').parentSpanId).toBe(list.spanId);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === notice.spanId)).toHaveLength(1);
  });

  test('a failure of the EHR', async () => {
    const trace = 'b'.repeat(32);
    await ask(world, '/patients/videomeetings/', { traceparent: `00-${trace}-${parentId}-01` });
    const spans = await spansOf(trace, 5);
    const request = named(spans, 'GET /patients/videomeetings/');
    const question = named(spans, 'ehr videoMeetings');
    const exchanges = spans.filter(({ name }) => name === 'GET');
    expect(attributesOf(request)).toMatchObject({
      'http.response.status_code': 500,
      'error.type': 'ehr-no-connection',
      'pdas.reason': 'ehr-no-connection',
    });
    expect(attributesOf(question)).toMatchObject({
      'pdas.system': 'broken',
      'pdas.kind': 'videoMeetings',
      'pdas.outcome': 'ehr-unreachable',
      'error.type': 'ehr-no-connection',
    });
    expect(exchanges.map(one => attributesOf(one)['http.request.resend_count'])).toEqual([undefined, 1, 2]);
    for (const one of exchanges)
      expect(attributesOf(one)).toHaveProperty(['error.type'], 'ehr-no-connection');
    expect(spans.map(({ status }) => status.code)).toEqual([2, 2, 2, 2, 2]);
  });

  test('a trace that its client does not record is not recorded here either', async () => {
    const trace = 'c'.repeat(32);
    await ask(world, journal, { traceparent: `00-${trace}-${parentId}-00` });
    expect(passedOn(world)).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const after = 'd'.repeat(32);
    await ask(world, journal, { traceparent: `00-${after}-${parentId}-01` });
    await spansOf(after, 3);
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
    const spans = await spansOf(trace, 3);
    expect(named(spans, 'GET /patients/journalnotes/').parentSpanId).toBeUndefined();
  });

  test('nothing personal is in them', async () => {
    await letEverythingHappen(world);
    const last = 'f'.repeat(32);
    await ask(world, journal, { traceparent: `00-${last}-${parentId}-01` });
    await spansOf(last, 3);
    const sent = collector.bodies.join('\n');
    for (const mark of marks) expect(sent.includes(mark), mark).toBe(false);
    const names = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(one => one.key)));
    expect([...names].toSorted()).toEqual(
      listed(`
      error.type http.request.method http.request.resend_count http.response.status_code http.route
      pdas.kind pdas.operation pdas.outcome pdas.reason pdas.request_id pdas.subscription pdas.system
      server.address server.port url.path url.scheme
    `),
    );
  });
});

describe("OpenTelemetry's own settings", () => {
  const sent = async (settings: Readonly<Record<string, string>>) => {
    const collector = await startCollector();
    onTestFinished(collector.close);
    const world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });
    await ask(world, journal);
    await world.close();
    return collector;
  };

  test('headers, the name of the service, and what else is said of it', async () => {
    const { headers, resources } = await sent({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc%2C1, x-tenant=region',
      OTEL_SERVICE_NAME: 'journal-gateway',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=pr%C3%B8d,service.name=other',
    });
    expect(headers[0]).toMatchObject({ 'x-collector-key': 'abc,1', 'x-tenant': 'region' });
    expect(resources[0]).toMatchObject({
      'service.name': 'journal-gateway',
      'service.version': packageFile.version,
      'deployment.environment.name': 'prød',
    });
  });

  test('the name may stand among the attributes, and is ours without either', async () => {
    const named = await sent({ OTEL_RESOURCE_ATTRIBUTES: 'service.name=other' });
    expect(named.resources[0]).toMatchObject({ 'service.name': 'other' });
    const usual = await sent({});
    expect(usual.resources[0]).toMatchObject({ 'service.name': 'patient-data-access' });
  });
});

describe('an unavailable collector does no harm', () => {
  const withCollector = async (url: string) => {
    const world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    const warnings = () =>
      world.service.log().filter(({ msg }) => msg === 'traces cannot be sent: they are dropped');
    expect((await ask(world, journal)).status).toBe(200);
    await vi.waitFor(() => expect(warnings()).toHaveLength(1), { timeout: 15_000, interval: 100 });
    expect((await ask(world, journal)).status).toBe(200);
    await world.close();
    // Logged once, not for every attempt.
    expect(warnings()).toHaveLength(1);
  };

  test('an unreachable collector', async () => {
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
    const messages = () => world.service.log().map(({ msg }) => msg);
    await ask(world, journal);
    const patience = { timeout: 15_000, interval: 100 };
    await vi.waitFor(() => expect(messages()).toContain('traces cannot be sent: they are dropped'), patience);
    collector.answer = response => void response.end('{}');
    await ask(world, journal);
    await vi.waitFor(() => expect(messages()).toContain('traces can be sent again'), patience);
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
