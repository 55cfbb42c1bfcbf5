// The only way to call a system of the region (D14): bulkhead › deadline › retries › circuit, one set per system.
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { untilAborted } from '../../../domain/model/until-aborted.ts';
import { outgoingAgent } from '../../http-client/outgoing-agent.ts';
import type { System } from '../adapter.ts';
import { exchangeDispatcher, type UpstreamAnswer } from './exchange/http-exchange.ts';
import { tracedExchange } from './exchange/traced-exchange.ts';
import { bulkhead } from './resilience/bulkhead.ts';
import { patientCircuit } from './resilience/circuit.ts';
import {
  isTransient,
  isUnhealthy,
  transientStatuses,
  unavailableFailure,
  unhealthyStatuses,
} from './resilience/system-health.ts';
import { timeLimit } from './resilience/time-limit.ts';
import { exchangeRequests, type UpstreamRequest } from './upstream-request.ts';

export type { UpstreamAnswer } from './exchange/http-exchange.ts';
export type { UpstreamRequest } from './upstream-request.ts';

export type Upstream = {
  /**
   * Throws `Failure`: `ehr-unreachable` (certainly not sent: no connection, open circuit, full bulkhead), `ehr-unavailable`,
   * `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Whether the circuit is open: the system has failed repeatedly, and only probes are sent. */
  isOpen(): boolean;
  close(): Promise<void>;
};

/** Milliseconds to establish a connection. */
const connectTimeout = 3000;
/** Retries of a read, and the milliseconds before them (with jitter). */
const maxRetries = 2;
const retryDelays = { initialDelay: 50, maxDelay: 500 };

/** The connections of a system, and its requests: what a renewed key or certificate replaces. */
const connectionsOf = (system: System) => {
  const { tls, proxyFor, proxyCertificateSeen } = system;
  const agent = outgoingAgent({
    connectTimeout,
    tls,
    proxyFor,
    proxyCertificateSeen,
    keepAliveTimeout: 4000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, dispatcher: exchangeDispatcher(agent), exchangeOf: exchangeRequests(system) };
};

/** Another server that is called for a system. It gets the system's CA, but not its headers, client certificate or token. */
export const otherServer = (
  { auth: _, onRenewed, ...system }: System,
  other: Partial<Pick<System, 'baseUrl' | 'maxAnswerBytes'>>,
): System => ({
  ...system,
  headers: {},
  tls: system.tls.ca === undefined ? {} : { ca: system.tls.ca },
  ...other,
  ...(onRenewed && { onRenewed: use => onRenewed(renewed => use(otherServer(renewed, other))) }),
});

/** Opens a system. Its connections are kept alive and reused. */
export const upstream = (system: System): Upstream => {
  let connections = connectionsOf(system);
  system.onRenewed?.(renewed => {
    // The requests in flight end on their connections.
    void connections.agent.close();
    connections = connectionsOf(renewed);
  });
  const { acquire } = bulkhead(system.maxConcurrent);
  const circuit = patientCircuit(isUnhealthy);
  const retries = retry(handleWhen(isTransient), {
    maxAttempts: maxRetries,
    backoff: new ExponentialBackoff(retryDelays),
  });

  /**
   * Retries until there is an answer, and resolves when the answer has ended.
   * @param deliver takes the answer as soon as its head has arrived.
   */
  const sendWithRetries = (
    request: UpstreamRequest,
    { signal, deliver }: { signal: AbortSignal; deliver: (answer: UpstreamAnswer) => void },
  ): Promise<void> => {
    const { call, retryable } = request;
    let isDelivered = false;

    /** Lasts until the answer ends: the call is in flight until then, and the system's health is not known before. */
    const attempt = async (retries: number): Promise<void> => {
      const { dispatcher, exchangeOf } = connections;
      const sent = tracedExchange(dispatcher, exchangeOf(request, signal), { call, retries });
      const { answer, ended } = await sent;
      // If no other attempt follows, even a transient status is an answer.
      if (transientStatuses.has(answer.status) && retryable && retries < maxRetries) {
        answer.discard();
        throw unavailableFailure(answer.status);
      }
      isDelivered = true;
      deliver(answer);
      await ended;
      if (unhealthyStatuses.has(answer.status)) throw unavailableFailure(answer.status);
    };

    const once = async ({ attempt: retries }: { attempt: number }) => {
      try {
        await circuit.run(call.consumer.patient, () => attempt(retries));
      } catch (error) {
        // An answer that breaks off after it was delivered is its reader's failure. The request is not retried.
        if (!isDelivered) throw error;
      }
    };
    return retryable ? retries.execute(once, signal) : once({ attempt: 0 });
  };

  return {
    send: request => {
      const { promise, resolve: deliver, reject: refuse } = Promise.withResolvers<UpstreamAnswer>();
      const { signal, done } = timeLimit(request.call, system.timeoutMs);
      const sent = async () => {
        let release: (() => void) | undefined;
        try {
          release = await acquire(request.call.consumer, { signal, queues: request.queues });
          await sendWithRetries(request, { signal, deliver });
        } catch (error) {
          refuse(error);
        } finally {
          release?.();
          done();
        }
      };
      void sent();
      // A timeout counts at once, even while the call waits in the bulkhead or for a retry.
      return untilAborted(promise, signal);
    },
    isOpen: circuit.isOpen,
    close: () => connections.agent.destroy(),
  };
};
