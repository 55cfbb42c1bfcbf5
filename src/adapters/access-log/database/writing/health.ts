// Whether the database takes entries, as the last attempt found it. A change is logged once, however many attempts find
// the same.
import type { Log } from '../../../telemetry/service-log.ts';
import { WrongTables } from '../check.ts';
import { describeDatabaseError } from '../errors.ts';

/** Milliseconds. */
const patience = {
  /** For a database that restarts or fails over. */
  outage: 3000,
  /** For how long a success proves that the database takes entries. */
  success: 2000,
};

export type Health = {
  succeeded(): void;
  failed(error: unknown): void;
  /** Whether the last attempt succeeded. */
  isGood(): boolean;
  /** Whether the last attempt succeeded a moment ago, so that no probe is needed. */
  isFresh(): boolean;
  /** Whether attempts have failed for longer than a restart or a failover takes. */
  isOutage(): boolean;
};

export const databaseHealth = (log: Log): Health => {
  /** Undefined before the first attempt. */
  let isBroken: boolean | undefined;
  let brokenSince = 0;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  return {
    succeeded: () => {
      if (isBroken) log.info({}, 'the access log can be written again');
      isBroken = false;
      lastSuccess = performance.now();
    },
    failed: error => {
      if (isBroken !== true) {
        const about = error instanceof WrongTables ? { why: error.message } : describeDatabaseError(error);
        log.error(about, 'the access log cannot be written: nothing is answered');
        brokenSince = performance.now();
      }
      isBroken = true;
    },
    isGood: () => isBroken === false,
    isFresh: () => isBroken === false && performance.now() - lastSuccess <= patience.success,
    isOutage: () => performance.now() - brokenSince > patience.outage,
  };
};
