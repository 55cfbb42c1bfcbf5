// Stopping: whether it has been announced, which readiness reports before connections are refused, and how long it takes.
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings/specs.ts';
import { refusalMs } from '../http/server/connection/drain.ts';

/** Whether the service has been told to stop, which makes it not ready. */
export const stopping = () => {
  let announced = false;
  return {
    announce: (): void => {
      announced = true;
    },
    isAnnounced: (): boolean => announced,
  };
};
export type Stopping = ReturnType<typeof stopping>;

/** Milliseconds in which Prometheus, which asks every 15 s, can scrape once more. */
const lastScrapeMs = 16_000;

/** Milliseconds for the access log to write its last entries, and for everything else that is closed after the requests. */
const closersMs = 12_000;

/** Milliseconds that requests in flight have to finish: by default the time of a request and a second for its answer. */
export const shutdownTimeoutOf = ({ REQUEST_TIMEOUT_MS, SHUTDOWN_TIMEOUT_MS }: Settings): number =>
  SHUTDOWN_TIMEOUT_MS ?? REQUEST_TIMEOUT_MS + 1000;

/** The longest time in milliseconds from the signal to the end of the process, which a supervisor must wait. */
export const stopTimeOf = (settings: Settings): number =>
  settings.SHUTDOWN_DELAY_MS + shutdownTimeoutOf(settings) + refusalMs + lastScrapeMs + closersMs;

/** Waits until the operators' server is asked for metrics, so an alert sees the requests that were just refused. */
export const lastScrape = async ({ server }: FastifyInstance): Promise<void> => {
  if (!server.listening) return;
  const tooLate = AbortSignal.timeout(lastScrapeMs);
  try {
    await once(server, 'request', { signal: tooLate });
  } catch (error) {
    if (!tooLate.aborted) throw error;
  }
};
