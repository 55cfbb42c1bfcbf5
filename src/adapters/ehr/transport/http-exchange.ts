// One HTTP exchange with a system: a request, and an answer whose bytes are limited. D14 says what each failure means.
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { type Agent, type Dispatcher, errors } from 'undici';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import { chunkQueue } from './chunk-queue.ts';

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

/** The progress of an exchange. It decides which failure an error becomes. */
type Progress = 'waiting' | 'sending' | 'answered';

const isMalformed = (error: unknown) =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

const codeIn = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Adds the code of the error or its cause (`ECONNRESET`) for operators. A code never names a host or a person. */
const withCode = (what: string, error: unknown): string => {
  const code = codeIn(error instanceof Error ? error.cause : undefined) ?? codeIn(error);
  return code === undefined ? what : `${what} (${code})`;
};

/** The failure for an error in an exchange. */
const failureOf = (error: unknown, { signal }: ExchangeRequest, progress: Progress): Failure => {
  if (isFailure(error)) return error;
  if (isFailure(signal.reason)) return signal.reason;
  if (progress === 'waiting')
    return new Failure('ehr-unreachable', {
      reason: 'ehr-no-connection',
      detail: withCode('no connection', error),
      cause: error,
    });
  if (progress === 'answered' || isMalformed(error)) {
    return new Failure('ehr-unusable', {
      reason: 'ehr-answer-broken-off',
      detail: withCode('the answer broke off', error),
      cause: error,
    });
  }
  return new Failure('ehr-unavailable', {
    reason: 'ehr-no-answer',
    detail: withCode('no answer came', error),
    cause: error,
  });
};

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** Decompresses a body. */
const decompressed = (bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const create = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (create === undefined)
    throw new Failure('ehr-unusable', { reason: 'ehr-encoding', detail: 'an unknown content encoding' });
  return pipeline(Readable.from(bytes), create(), () => {
    // The reader of the decompressed bytes gets the error.
  });
};

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');

/** Passes bytes on up to the limit, and reports how the body ends. */
const limitedBytes = (
  bytes: AsyncIterable<Uint8Array>,
  { asked, done }: { asked: ExchangeRequest; done: (failure?: Failure) => void },
): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const source = bytes[Symbol.asyncIterator]();
    let count = 0;

    const fail = (error: unknown): never => {
      const failure = failureOf(error, asked, 'answered');
      done(failure);
      throw failure;
    };
    const refuse = (): never => {
      source.return?.().catch(() => {
        // The answer is refused for its size, whatever else happens to it.
      });
      return fail(
        new Failure('ehr-unusable', {
          reason: 'ehr-answer-too-large',
          detail: `an answer of more than ${asked.maxBytes} bytes`,
        }),
      );
    };
    const pass = (chunk: IteratorResult<Uint8Array>): IteratorResult<Uint8Array> => {
      if (chunk.done === true) {
        done();
        return chunk;
      }
      count += chunk.value.length;
      return count > asked.maxBytes ? refuse() : chunk;
    };

    return {
      next: () => source.next().then(pass, fail),
      return: async () => {
        done();
        await source.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/**
 * Sends a request. Resolves when the answer's head has arrived.
 * Throws `Failure`: `ehr-unreachable` (certainly not sent), `ehr-unavailable`, `ehr-unusable`, and the signal's reason.
 */
export const exchange = (agent: Agent, asked: ExchangeRequest): Promise<Exchange> => {
  const { origin, path, method, headers, body, signal } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const { promise: ended, resolve: end, reject: breakOff } = Promise.withResolvers<void>();
  const queue = chunkQueue();
  let progress: Progress = 'waiting';
  let isDone = false;
  let controller: Dispatcher.DispatchController | undefined;

  const abort = () => controller?.abort(signal.reason);
  /** Called at the end of the answer, and again by whoever discards it then. */
  const done = (failure?: Failure) => {
    if (isDone) return;
    isDone = true;
    signal.removeEventListener('abort', abort);
    if (failure === undefined) end();
    else breakOff(failure);
    // Nobody reads the rest of the answer.
    if (!queue.hasEnded()) controller?.abort(failure ?? new Failure('client-gone'));
  };

  const answerOf = (
    status: number,
    sent: Parameters<NonNullable<Handler['onResponseStart']>>[2],
  ): Exchange => {
    const bytes = decompressed(queue.chunks, textOf(sent['content-encoding']));
    const contentType = sent['content-type'] === undefined ? undefined : textOf(sent['content-type']);
    return {
      answer: { status, contentType, body: limitedBytes(bytes, { asked, done }), discard: () => done() },
      ended,
    };
  };

  const handler: Handler = {
    onRequestStart: started => {
      controller = started;
      progress = 'sending';
      queue.attachSource(started);
      if (signal.aborted) abort();
      else asked.onSending?.();
    },
    onResponseStarted: () => {
      progress = 'answered';
    },
    onResponseStart: (_controller, status, sent) => {
      if (status < 200) return;
      try {
        resolve(answerOf(status, sent));
      } catch (error) {
        reject(error);
        done();
      }
    },
    onResponseData: (_controller, chunk) => queue.push(chunk),
    onResponseEnd: () => queue.end(),
    onResponseError: (_controller, error) => {
      const failure = failureOf(error, asked, progress);
      reject(failure);
      queue.fail(failure);
    },
  };

  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) reject(signal.reason);
  else agent.dispatch({ origin, path, method, headers, body }, handler);
  return promise;
};

type Handler = Dispatcher.DispatchHandler;
