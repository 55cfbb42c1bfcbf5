// One HTTP exchange with a system: a request, and an answer whose bytes are limited. D14 says what each failure means.
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { type Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { limitBytes, retryAfterOf } from '../http-answers.ts';
import { exchangeFailure, type Progress } from './failures.ts';

export type ExchangeRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly origin: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Called when the request is sent on a connection. */
  readonly onSending?: (() => void) | undefined;
  /** Aborts the exchange. Its reason is a `Failure`. */
  readonly signal: AbortSignal;
  /** The most bytes of an answer, after decompression. */
  readonly maxBytes: number;
};

export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header, if there is one. */
  readonly contentType: string | undefined;
  /** Seconds after which the system says that it can be called again, if it says so. */
  readonly retryAfterS?: number | undefined;
  /** Decompressed. Iterating throws `Failure` if the answer breaks off, is too large or too late. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Releases the connection if the body is not read to its end. */
  discard(): void;
};

export type Exchange = {
  readonly answer: UpstreamAnswer;
  /** Resolves when the answer has been read or discarded; rejects with the `Failure` that broke it off. */
  readonly ended: Promise<void>;
};

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');

type ReportProgress = (progress: Progress) => void;

/** Reports when a request is sent on a connection, and when the status line of its answer arrives: to its `opaque`. */
const reportProgress: Dispatcher.DispatcherComposeInterceptor = dispatch => (options, handler) => {
  const { opaque: report } = options as Dispatcher.RequestOptions<ReportProgress>;
  return dispatch(options, {
    onRequestStart: (controller, context) => {
      handler.onRequestStart?.(controller, context);
      if (!controller.aborted) report?.('sending');
    },
    onResponseStarted: () => report?.('answered'),
    onResponseStart: (...head) => handler.onResponseStart?.(...head),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...failed) => handler.onResponseError?.(...failed),
  });
};

/** A dispatcher for `exchange`. */
export type ExchangeDispatcher = Dispatcher.ComposedDispatcher;

/** Makes an agent's requests report their progress. */
export const exchangeDispatcher = (agent: Agent): ExchangeDispatcher => agent.compose(reportProgress);

const ignoreError = () => {
  // The reader of the decompressed bytes gets the error.
};

const gunzipped = (body: Readable): Readable => pipeline(body, createGunzip(), ignoreError);

/** Whether deflated bytes have zlib's header (RFC 1950): its low four bits name the method 8. A bare stream never begins so. */
const hasZlibHeader = ([first = 0]: Uint8Array): boolean => (first & 0x0f) === 8;

const prepended = async function* (first: Uint8Array, rest: AsyncIterator<Uint8Array, void>) {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
};

/** Inflates `deflate`, which RFC 9110 (8.4.1.2) defines with zlib's header, and many servers send without it. */
const inflated = async function* (body: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, void> = body[Symbol.asyncIterator]();
  const { value: first = new Uint8Array() } = await chunks.next();
  const decoder = hasZlibHeader(first) ? createInflate() : createInflateRaw();
  yield* pipeline(prepended(first, chunks), decoder, ignoreError);
};

const decoders = { gzip: gunzipped, 'x-gzip': gunzipped, deflate: inflated } as const;

/** Decompresses a body. Throws `ehr-unusable` for an unknown encoding. */
const decompressed = (body: Readable, encoding: string): AsyncIterable<Uint8Array> => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decode = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (decode === undefined) throw unusableAnswer('ehr-encoding', 'an unknown content encoding');
  return decode(body);
};

/**
 * Sends a request. Resolves when the answer's head has arrived.
 * Throws `Failure`: `ehr-unreachable` (certainly not sent), `ehr-unavailable`, `ehr-unusable`, and the signal's reason.
 */
export const exchange = async (
  dispatcher: ExchangeDispatcher,
  request: ExchangeRequest,
): Promise<Exchange> => {
  const { origin, path, method, headers, body, signal, maxBytes, onSending } = request;
  let progress: Progress = 'waiting';
  const report: ReportProgress = reached => {
    progress = reached;
    if (reached === 'sending') onSending?.();
  };
  const sent = dispatcher.request({ origin, path, method, headers, body, signal, opaque: report });
  const head = await sent.catch(error => {
    throw exchangeFailure(error, signal, progress);
  });

  // Whoever reads the body gets its errors. Nobody reads one that is discarded.
  const received = head.body.on('error', () => {});
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  /** The first call decides. */
  const done = (failure?: Failure) => {
    if (failure === undefined) resolve();
    else reject(failure);
    received.destroy();
  };

  /** The bytes up to the limit. The exchange ends with them: well if they are complete or their reader stops. */
  const limited = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* limitBytes(bytes, maxBytes);
    } catch (error) {
      const failure = exchangeFailure(error, signal, 'answered');
      done(failure);
      throw failure;
    } finally {
      done();
    }
  };

  try {
    const bytes = decompressed(received, textOf(head.headers['content-encoding']));
    const contentType = head.headers['content-type'];
    return {
      answer: {
        status: head.statusCode,
        contentType: contentType === undefined ? undefined : textOf(contentType),
        retryAfterS: retryAfterOf(textOf(head.headers['retry-after']), textOf(head.headers.date)),
        body: limited(bytes),
        discard: () => done(),
      },
      ended,
    };
  } catch (error) {
    done();
    throw error;
  }
};
