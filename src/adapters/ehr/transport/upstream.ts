// The one way to call a system of the region (D14): places › deadline › repeats › circuit, one set a system.
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { Agent } from 'undici';
import type { Call } from '../../../ports/call.ts';
import type { System } from '../adapter.ts';
import type { Asked, UpstreamAnswer } from './http-exchange.ts';
import { patientCircuit } from './resilience/circuit.ts';
import { places } from './resilience/places.ts';
import {
  isPassing,
  isPassingStatus,
  isUnwell,
  isUnwellStatus,
  saysUnavailable,
} from './resilience/system-health.ts';
import { timeLimit } from './resilience/time-limit.ts';
import { tracedExchange } from './traced-exchange.ts';
import { exchangesWith, type UpstreamRequest } from './upstream-request.ts';

export type { UpstreamAnswer } from './http-exchange.ts';
export type { UpstreamRequest } from './upstream-request.ts';

export type Upstream = {
  /**
   * Throws `Failure`: `ehr-unreachable` (certainly not sent: no connection, open circuit, no place), `ehr-unavailable`,
   * `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
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

type Attempt = {
  readonly agent: Agent;
  /** Hands the answer out as soon as its head is there. */
  readonly give: (answer: UpstreamAnswer) => void;
  readonly call: Call;
  /** Attempts before this one. */
  readonly repeats: number;
  /** Whether no other attempt follows: then a status that may pass is an answer. */
  readonly isLast: boolean;
};

/** One attempt, to the end of its answer: only then is the place free, and only then is it known how the system is. */
const attempt = async (asked: Asked, { agent, give, isLast, ...traced }: Attempt): Promise<void> => {
  const { answer, ended } = await tracedExchange(agent, asked, traced);
  if (isPassingStatus(answer.status) && !isLast) {
    answer.discard();
    throw saysUnavailable(answer.status);
  }
  give(answer);
  await ended;
  if (isUnwellStatus(answer.status)) throw saysUnavailable(answer.status);
};

/** Opens a system: its connections are kept alive and used again. */
export const upstream = (system: System): Upstream => {
  const agent = new Agent({
    connect: { timeout: connectTimeout, ...system.tls },
    keepAliveTimeout: 4000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const { take } = places(system.maxConcurrent);
  const circuit = patientCircuit(isUnwell);
  const exchangeOf = exchangesWith(system);

  /** Sends until there is an answer, and ends when the answer has. */
  const carryOut = (
    request: UpstreamRequest,
    { signal, give }: { signal: AbortSignal; give: Attempt['give'] },
  ): Promise<void> => {
    const { call } = request;
    const { patient } = call.consumer;
    const most = request.repeatable ? repeats : 0;
    let isGiven = false;
    const giveOnce: Attempt['give'] = answer => {
      isGiven = true;
      give(answer);
    };
    const once = ({ attempt: count }: { attempt: number }) =>
      circuit.run(patient, () =>
        attempt(exchangeOf(request, signal), {
          agent,
          give: giveOnce,
          call,
          repeats: count,
          isLast: count >= most,
        }),
      );
    if (!request.repeatable) return once({ attempt: 0 });
    // An answer that was given is not asked for again, whatever becomes of it.
    const repeat = retry(
      handleWhen(error => !isGiven && isPassing(error)),
      { maxAttempts: repeats, backoff: new ExponentialBackoff(pauses) },
    );
    return repeat.execute(once, signal);
  };

  return {
    send: request => {
      const { promise, resolve: give, reject: refuse } = Promise.withResolvers<UpstreamAnswer>();
      const { signal, done } = timeLimit(request.call, system.timeoutMs);
      // Who waits for a place, or for a repeat, hears at once that time is over.
      if (signal.aborted) refuse(signal.reason);
      else signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
      const sent = async () => {
        const leave = await take(request.call.consumer, signal);
        try {
          await carryOut(request, { signal, give });
        } finally {
          leave();
        }
      };
      // An answer that breaks off after it was given fails where it is read; then nobody hears this.
      void sent().catch(refuse).finally(done);
      return promise;
    },
    isOpen: circuit.isOpen,
    close: () => agent.destroy(),
  };
};
