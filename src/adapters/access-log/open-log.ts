// An access log as the composition sees it: the port, what operators measure and control, and its head in the service's log.
import type { AccessLog } from '../../ports/access-log.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { Head } from './chain.ts';

export type OpenAccessLog = AccessLog & {
  /** The hash of the entry written last; null if this process has written none, and the file was empty. */
  head(): Head;
  /** How many entries are not written yet. Each of them delays an answer. */
  waiting(): number;
  /** The first moment without a monthly partition; undefined if it is not known, and for a file. */
  partitionsUntil(): Date | undefined;
  /** Reopens the file, which may have been renamed, or the connections to the database. Called on SIGHUP. */
  reopen(): Promise<void>;
  /** Writes the waiting entries, and closes the log. */
  close(): Promise<void>;
};

/** Milliseconds between two lines of the service's log with a head. */
const headIntervalMs = 3_600_000;

/**
 * Logs the head every hour, if there is one: kept apart from the access log, it proves that no end was cut off (D23). Returns a
 * function that stops this. The access log itself logs its head when it is closed.
 */
export const logHeads = (head: () => Head, log: Log): (() => void) => {
  const timer = setInterval(() => {
    const last = head();
    if (last !== null) log.info({ head: last }, 'the head of the access log');
  }, headIntervalMs).unref();
  return () => clearInterval(timer);
};
