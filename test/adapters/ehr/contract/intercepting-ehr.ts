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

/** What a test answers in place of the simulator; undefined where the simulator answers all the same. */
export type Replacement = EhrAnswer | ((received: ReceivedRequest) => EhrAnswer | undefined);

/** A right answer, by the name of its request. */
export type RightAnswer = {
  readonly request: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

export type InterceptingEhr = {
  readonly url: string;
  /** The requests received since the last `forget`. */
  readonly received: readonly (ReceivedRequest & { readonly name: string })[];
  forget(): void;
  /** The answers given by the simulator since the last `forget`, in their order. */
  answers(): readonly RightAnswer[];
  /** Answers all requests of a name. Undefined: the simulator answers again. */
  serve(request: string, answer: Replacement | undefined): void;
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
 * Starts the fake EHR on loopback in front of a simulator, which answers equal reads once: between two writes they have the same
 * answer.
 * @param nameOf the name of a request: the same for all whose answers have the same form.
 * @param isWrite whether the requests of a name change what the simulator holds.
 */
export const interceptingEhr = async (
  simulatorUrl: string,
  nameOf: (received: ReceivedRequest) => string,
  isWrite: (name: string) => boolean,
): Promise<InterceptingEhr> => {
  const replacements = new Map<string, Replacement>();
  const reads = new Map<
    string,
    Required<Pick<EhrAnswer, 'status' | 'headers'>> & { readonly bytes: Buffer }
  >();
  let answers: RightAnswer[] = [];
  let received: (ReceivedRequest & { readonly name: string })[] = [];

  /** The simulator's answer. */
  const answerTo = async (name: string, incoming: ReceivedRequest) => {
    const { method, url: asked, body } = incoming;
    const key = `${name} ${method} ${asked.href} ${body}`;
    const known = reads.get(key);
    if (known !== undefined) return known;
    const passed = await passOn(simulatorUrl, incoming);
    // Links in an answer lead to where the adapter asks.
    const text = passed.bytes.toString('latin1').replaceAll(new URL(simulatorUrl).origin, url);
    const answer = { ...passed, bytes: Buffer.from(text, 'latin1') };
    if (isWrite(name)) reads.clear();
    else reads.set(key, answer);
    return answer;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = request;
    const incoming: ReceivedRequest = {
      method,
      headers,
      url: new URL(request.url ?? '/', simulatorUrl),
      body: (await bodyOf(request)).toString('utf8'),
    };
    const name = nameOf(incoming);
    received.push({ ...incoming, name });
    const served = replacements.get(name);
    const replacement = typeof served === 'function' ? served(incoming) : served;
    if (replacement !== undefined) return send(response, replacement);
    const answer = await answerTo(name, incoming);
    answers.push({ request: name, ...answer });
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
      answers = [];
    },
    answers: () => answers,
    serve: (name, answer) => {
      if (answer === undefined) replacements.delete(name);
      else replacements.set(name, answer);
    },
    close,
  };
};
