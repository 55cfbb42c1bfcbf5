// The head of the chain in the service's log: kept apart from the access log, it proves that no end was cut off (D23).
import type { Log } from '../telemetry/service-log.ts';
import type { Head } from './chain.ts';

/** Milliseconds between two lines. */
const intervalMs = 3_600_000;

/** Logs the head every hour, if there is one. Returns a function that stops this. The log itself logs its head when it is closed. */
export const logHeads = (head: () => Head, log: Log): (() => void) => {
  const timer = setInterval(() => {
    const last = head();
    if (last !== null) log.info({ head: last }, 'the head of the access log');
  }, intervalMs).unref();
  return () => clearInterval(timer);
};
