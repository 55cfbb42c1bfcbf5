// One HTTP exchange with a system: a request, and an answer whose bytes are read under a limit. What each failure means
// is D14's.
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { type Agent, type Dispatcher, errors } from 'undici';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import { chunkQueue } from './chunk-queue.ts';

export type Asked = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Runs when the request goes out on a connection. */
  readonly onSending?: (() => void) | undefined;
  /** Ends the exchange; its reason is the `Failure` that says why. */
  readonly signal: AbortSignal;
  /** Bytes of an answer that are read, counted as decompressed. */
  readonly mostBytes: number;
};

export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header, where there is one. */
  readonly contentType: string | undefined;
  /** Decompressed. Iterating throws `Failure` where the answer breaks off or is too large or too late. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of a body that is not read to its end. */
  discard(): void;
};

export type Exchange = {
  readonly answer: UpstreamAnswer;
  /** Resolves when the answer has been read or let go of; rejects with the `Failure` that broke it off. */
  readonly ended: Promise<void>;
};

/** How far an exchange has come: that decides what its end means. */
type Progress = 'waiting' | 'sending' | 'answered';

const isMalformed = (error: unknown) =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

const codeIn = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What happened, with the code of the deepest cause for the operators: it names the reason, and no host or person. */
const withCode = (what: string, error: unknown): string => {
  const code = codeIn(error instanceof Error ? error.cause : undefined) ?? codeIn(error);
  return code === undefined ? what : `${what} (${code})`;
};

/** Why an exchange ended. */
const failureOf = (error: unknown, { signal }: Asked, progress: Progress): Failure => {
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

/** The bytes as they were before the EHR compressed them. */
const decompressed = (bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const create = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (create === undefined)
    throw new Failure('ehr-unusable', { reason: 'ehr-encoding', detail: 'an unknown content encoding' });
  return pipeline(Readable.from(bytes), create(), () => {
    // An error reaches whoever reads the decompressed bytes.
  });
};

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');

/** Counts bytes, up to the limit. */
const limitedBytes = async function* (
  bytes: AsyncIterable<Uint8Array>,
  { asked, done }: { asked: Asked; done: (failure?: Failure) => void },
): AsyncGenerator<Uint8Array> {
  let count = 0;
  try {
    for await (const chunk of bytes) {
      count += chunk.length;
      if (count > asked.mostBytes) {
        throw new Failure('ehr-unusable', {
          reason: 'ehr-answer-too-large',
          detail: `an answer of more than ${asked.mostBytes} bytes`,
        });
      }
      yield chunk;
    }
  } catch (error) {
    const failure = failureOf(error, asked, 'answered');
    done(failure);
    throw failure;
  } finally {
    done();
  }
};

/**
 * Sends a request; resolves with the answer's head.
 * Throws `Failure`: `ehr-unreachable` (certainly not sent), `ehr-unavailable`, `ehr-unusable`, the signal's reason.
 */
export const exchange = (agent: Agent, asked: Asked): Promise<Exchange> => {
  const { origin, path, method, headers, body, signal } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const { promise: ended, resolve: end, reject: breakOff } = Promise.withResolvers<void>();
  const queue = chunkQueue();
  let progress: Progress = 'waiting';
  let controller: Dispatcher.DispatchController | undefined;

  const abort = () => controller?.abort(signal.reason);
  const done = (failure?: Failure) => {
    signal.removeEventListener('abort', abort);
    if (failure === undefined) end();
    else breakOff(failure);
    // Whatever is still under way is of no interest to anybody.
    if (!queue.hasEnded()) controller?.abort(failure ?? new Failure('client-gone'));
  };

  const answerOf = (
    status: number,
    sent: Parameters<NonNullable<Handler['onResponseStart']>>[2],
  ): Exchange => {
    const bytes = decompressed(queue.read(), textOf(sent['content-encoding']));
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
      queue.flowsBy(started);
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
