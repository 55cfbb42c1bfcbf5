// A fake EHR for the damages: it passes requests on to a simulator, remembers the answers, and gives others where a test says so.
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../../sandbox/listen.ts';

/** An answer of the EHR, or a connection that breaks. */
export type EhrAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array | string;
  /** Breaks the connection before the status line, or within the body. */
  readonly breaks?: 'before' | 'within';
};

export type ReceivedRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** A right answer, by the name of its request. */
export type RightAnswer = {
  readonly request: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

export type InterceptingEhr = {
  readonly url: string;
  /** Requests received since the last `forget`, by their names. */
  readonly received: readonly string[];
  forget(): void;
  /** The answers given by the simulator since the last `forget`: the first of each name. */
  answers(): readonly RightAnswer[];
  /** Answers all requests of a name. Undefined: the simulator answers again. */
  serve(request: string, answer: EhrAnswer | (() => EhrAnswer) | undefined): void;
  close(): Promise<void>;
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const send = (response: ServerResponse, answer: EhrAnswer) => {
  const { status = 200, headers = {}, bytes = '', breaks } = answer;
  if (breaks === 'before') return void response.socket?.destroy();
  const body = Buffer.from(bytes);
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  if (breaks === undefined) return void response.end(status === 204 || status === 304 ? undefined : body);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
};

/** Headers that belong to one connection. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

const passOn = async (simulatorUrl: string, { method, url, headers, body }: ReceivedRequest) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const path = `${url.pathname}${url.search}`;
  httpRequest(new URL(path, simulatorUrl), { method, headers }, resolve).on('error', reject).end(body);
  const answer = await promise;
  const kept = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name));
  return {
    status: answer.statusCode ?? 500,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    bytes: await bodyOf(answer),
  };
};

/**
 * Starts the fake EHR on loopback in front of a simulator.
 * @param nameOf the name of a request: the same for all whose answers have the same form.
 */
export const interceptingEhr = async (
  simulatorUrl: string,
  nameOf: (received: ReceivedRequest) => string,
): Promise<InterceptingEhr> => {
  const served = new Map<string, EhrAnswer | (() => EhrAnswer)>();
  let answers = new Map<string, RightAnswer>();
  let received: string[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = request;
    const incoming: ReceivedRequest = {
      method,
      headers,
      url: new URL(request.url ?? '/', simulatorUrl),
      body: (await bodyOf(request)).toString('utf8'),
    };
    const name = nameOf(incoming);
    received.push(name);
    const replacement = served.get(name);
    if (replacement !== undefined)
      return send(response, typeof replacement === 'function' ? replacement() : replacement);
    const passed = await passOn(simulatorUrl, incoming);
    // Links in an answer lead to where the adapter asks.
    const bytes = Buffer.from(
      passed.bytes.toString('latin1').replaceAll(new URL(simulatorUrl).origin, url),
      'latin1',
    );
    const answer = { ...passed, bytes };
    if (!answers.has(name)) answers.set(name, { request: name, ...answer });
    send(response, answer);
  };

  const { url, close } = await listen((request, response) => {
    handle(request, response).catch(error => response.destroy(error));
  }, 0);
  return {
    url,
    get received() {
      return received;
    },
    forget: () => {
      received = [];
      answers = new Map();
    },
    answers: () => [...answers.values()],
    serve: (name, answer) => {
      if (answer === undefined) served.delete(name);
      else served.set(name, answer);
    },
    close,
  };
};
