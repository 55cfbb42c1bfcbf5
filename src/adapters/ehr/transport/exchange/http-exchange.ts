// One HTTP exchange with a system: a request, and an answer whose bytes are limited. D14 says what each failure means.
import type { Agent, Dispatcher } from 'undici';
import { Failure } from '../../../../domain/model/failure.ts';
import { decompressed, limitedBytes } from './answer-body.ts';
import { chunkQueue } from './chunk-queue.ts';
import { failureOf, type Progress } from './failures.ts';

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

const textOf = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');

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

  /** Not removed from the signal at the end, because the signal does not live much longer, and removing the listener costs more. */
  const abort = () => {
    if (!isDone) controller?.abort(signal.reason);
  };
  /** Called at the end of the answer, and again when the answer is discarded afterwards. */
  const done = (failure?: Failure) => {
    if (isDone) return;
    isDone = true;
    if (failure === undefined) end();
    else breakOff(failure);
    // Nobody reads the rest of the answer.
    if (!queue.hasEnded())
      controller?.abort(failure ?? new Failure('client-gone', { reason: 'client-gone' }));
  };

  const limits = {
    maxBytes: asked.maxBytes,
    failureOf: (error: unknown) => failureOf(error, signal, 'answered'),
    done,
  };

  const answerOf = (
    status: number,
    sent: Parameters<NonNullable<Handler['onResponseStart']>>[2],
  ): Exchange => {
    const bytes = decompressed(queue.chunks, textOf(sent['content-encoding']));
    const contentType = sent['content-type'] === undefined ? undefined : textOf(sent['content-type']);
    return {
      answer: { status, contentType, body: limitedBytes(bytes, limits), discard: () => done() },
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
      const failure = failureOf(error, signal, progress);
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
