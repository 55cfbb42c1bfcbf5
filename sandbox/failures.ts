// What the EHR simulators do to the patients of patients/failing.ts instead of answering.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { failing } from './patients/failing.ts';

/** A read that is not answered ends with this status. */
export type FailureStatus = 502 | 503 | 504;

/** What becomes of a write: carried out and answered, or its outcome is not reported. */
export type WriteFate = 'answered' | 'done-untold' | 'not-done-untold';

export type Failures = {
  /** The status that takes the place of an answer to a read; waits first for a patient whose answers are slow. */
  read(patient: string, request: string): Promise<FailureStatus | undefined>;
  /**
   * What becomes of a write. The outcome of the first one of its kind is not reported, and then the same request learns nothing from
   * reading either: its client hears that the outcome is unknown.
   * @param kind tells arrivals and payments apart.
   */
  write(patient: string, kind: string, request: string): WriteFate;
  /** Forgets which writes there have been. */
  reset(): void;
};

const statuses: ReadonlyMap<string, FailureStatus> = new Map([
  [failing.unusable.number, 502],
  [failing.unavailable.number, 503],
  [failing.tooSlow.number, 504],
]);

const untold: ReadonlyMap<string, WriteFate> = new Map([
  [failing.unknownDone.number, 'done-untold'],
  [failing.unknownNotDone.number, 'not-done-untold'],
]);

/** Milliseconds that a slow answer takes. */
const slowMs = 4000;

/** The id that all calls of one client's request share. */
export const requestOf = (headers: IncomingHttpHeaders): string => String(headers['x-request-id'] ?? '');

export const createFailures = (): Failures => {
  const slowed = new Set<string>();
  const lostWrites = new Set<string>();
  const lostRequests = new Set<string>();
  return {
    read: async (patient, request) => {
      if (patient === failing.slow.number && !slowed.has(request)) {
        slowed.add(request);
        await wait(slowMs);
      }
      return lostRequests.has(request) ? 503 : statuses.get(patient);
    },
    write: (patient, kind, request) => {
      const fate = untold.get(patient);
      const write = `${patient} ${kind}`;
      if (fate === undefined || lostWrites.has(write)) return 'answered';
      lostWrites.add(write);
      lostRequests.add(request);
      return fate;
    },
    reset: () => {
      for (const kept of [slowed, lostWrites, lostRequests]) kept.clear();
    },
  };
};

/** Ends an exchange without an answer in the EHR's protocol, as a gateway in front of it would. */
export const sendFailure = (response: ServerResponse, status: FailureStatus): void =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end('The gateway has no answer.');
