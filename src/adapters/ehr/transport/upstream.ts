// The one way to call a system of the region (D14): bulkhead › deadline › repeats › circuit, one set a system.
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
} from 'cockatiel';
import { Agent } from 'undici';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import type { Call } from '../../../ports/call.ts';
import type { System } from '../adapter.ts';
import { type Asked, exchange, type UpstreamAnswer } from './http-exchange.ts';

export type { UpstreamAnswer } from './http-exchange.ts';

export type UpstreamRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  /** Below the system's base URL, with a slash in front. */
  readonly path: string;
  /** Of another server than the base URL's: then `path` is the whole of it. */
  readonly origin?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A read is repeated where it failed in passing; a write never is, whatever its method (SOAP reads by POST). */
  readonly repeatable: boolean;
  /** Runs when the request goes out on a connection: from then on, the system may have been told. */
  readonly onSending?: () => void;
  readonly call: Call;
};

export type Upstream = {
  /**
   * Throws `Failure`: `ehr-unreachable` (certainly not sent: no connection, open circuit, too many under way),
   * `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Whether the circuit is open: the system has failed repeatedly, and is tried again now and then. */
  isOpen(): boolean;
  close(): Promise<void>;
};

/** Milliseconds that a connection may take. */
const connectTimeout = 3000;
/** Repeats of a read, and the milliseconds before them (with jitter). */
const repeats = 2;
const pauses = { initialDelay: 50, maxDelay: 500 };
/** Failures one after the other that open the circuit, and the milliseconds until it is tried again. */
const opensAfter = 15;
const triedAfter = 1000;
/** Calls that wait for a place, as a share of those under way. */
const queueShare = 0.5;

/** What an EHR, or the proxy before it, says when it is not well for the moment. */
const passingStatuses = new Set([502, 503, 504]);
const unwellStatuses = new Set([429, ...passingStatuses]);

/** Failures that say that a system is not well; that one document cannot be used says nothing of the others. */
const isUnwell = (error: unknown) =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow') || isBrokenOff(error);

const isBrokenOff = (error: unknown) => isFailure(error, 'ehr-unusable') && error.cause !== undefined;

const isPassing = (error: unknown) => isFailure(error, 'ehr-unreachable', 'ehr-unavailable');

/** One signal for a call and its time: the system's, or what is left of the request's. `done` lets go of both. */
const limited = (call: Call, timeoutMs: number) => {
  const controller = new AbortController();
  const leave = () => controller.abort(call.signal.reason);
  const beLate = () =>
    controller.abort(new Failure('ehr-too-slow', { reason: 'ehr-timeout', detail: 'time is over' }));
  const left = Math.min(timeoutMs, call.deadline - performance.now());
  const timer = setTimeout(beLate, Math.max(left, 0));
  if (call.signal.aborted) leave();
  else if (left <= 0) beLate();
  else call.signal.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', leave);
    },
  };
};

/** cockatiel's own refusals in our words. */
const refusal = (error: unknown): unknown => {
  if (isBrokenCircuitError(error))
    return new Failure('ehr-unreachable', { reason: 'ehr-circuit-open', detail: 'the circuit is open' });
  if (error instanceof BulkheadRejectedError) {
    return new Failure('ehr-unreachable', { reason: 'ehr-places-taken', detail: 'too many calls under way' });
  }
  return error;
};

/** Opens a system: its connections are kept alive and used again. */
export const upstream = (system: System): Upstream => {
  const base = new URL(system.baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const agent = new Agent({
    connect: { timeout: connectTimeout, ...system.tls },
    keepAliveTimeout: 4000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const places = bulkhead(system.maxConcurrent, Math.ceil(system.maxConcurrent * queueShare));
  const circuit = circuitBreaker(handleWhen(isUnwell), {
    halfOpenAfter: triedAfter,
    breaker: new ConsecutiveBreaker(opensAfter),
  });

  const askedOf = (
    { method, path, origin, query = {}, headers, body, onSending, call }: UpstreamRequest,
    signal: AbortSignal,
  ): Asked => {
    const search = new URLSearchParams(query).toString();
    return {
      method,
      origin: origin ?? base.origin,
      path: `${origin === undefined ? basePath : ''}${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        accept: 'application/xml',
        'accept-encoding': 'gzip, deflate',
        ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
        ...headers,
        ...system.headers,
        'x-request-id': call.requestId,
        ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
      },
      body: body ?? null,
      onSending,
      signal,
      mostBytes: system.maxAnswerBytes,
    };
  };

  /**
   * One attempt, to the end of its answer: only then is the place free again, and only then is known how the system is.
   * @param give hands the answer out as soon as its head is there.
   */
  const attempt = async (
    asked: Asked,
    { give, isLast }: { give: (answer: UpstreamAnswer) => void; isLast: boolean },
  ) => {
    const { answer, ended } = await exchange(agent, asked);
    if (passingStatuses.has(answer.status) && !isLast) {
      answer.discard();
      throw new Failure('ehr-unavailable', {
        reason: 'ehr-says-unavailable',
        detail: `status ${answer.status}`,
      });
    }
    give(answer);
    await ended;
    if (unwellStatuses.has(answer.status)) {
      throw new Failure('ehr-unavailable', {
        reason: 'ehr-says-unavailable',
        detail: `status ${answer.status}`,
      });
    }
  };

  /** While one call probes, the others are answered at once. */
  const throughCircuit = (work: () => Promise<void>): Promise<void> => {
    if (circuit.state === CircuitState.HalfOpen) {
      return Promise.reject(new BrokenCircuitError());
    }
    return circuit.execute(work);
  };

  return {
    send: request => {
      const { promise, resolve: give, reject: refuse } = Promise.withResolvers<UpstreamAnswer>();
      const { signal, done } = limited(request.call, system.timeoutMs);
      let isGiven = false;
      const giveOnce = (answer: UpstreamAnswer) => {
        isGiven = true;
        give(answer);
      };
      // An answer that was given is not asked for again, whatever becomes of it.
      const repeat = retry(
        handleWhen(error => !isGiven && isPassing(error)),
        { maxAttempts: repeats, backoff: new ExponentialBackoff(pauses) },
      );
      // One who waits for a place, or for a repeat, hears at once that time is over.
      if (signal.aborted) refuse(signal.reason);
      else signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
      const most = request.repeatable ? repeats : 0;
      const once = ({ attempt: count }: { attempt: number }) =>
        throughCircuit(() => attempt(askedOf(request, signal), { give: giveOnce, isLast: count >= most }));
      const work = () => (request.repeatable ? repeat.execute(once, signal) : once({ attempt: 0 }));
      places
        .execute(work, signal)
        // An answer that breaks off after it was given fails where it is read; then nobody hears this.
        .catch(error => refuse(refusal(error)))
        .finally(done);
      return promise;
    },
    isOpen: () => circuit.state === CircuitState.Open || circuit.state === CircuitState.HalfOpen,
    close: () => agent.destroy(),
  };
};
