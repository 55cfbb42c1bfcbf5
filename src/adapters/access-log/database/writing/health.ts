// Whether the database accepts entries, according to the last attempt. A change is logged once, however many attempts find the
// same.
import type { Log } from '../../../telemetry/service-log.ts';
import { WrongTables } from '../check.ts';
import { describeDatabaseError } from '../errors.ts';

/** The longest time in milliseconds that a database takes to restart or to fail over. */
const maxRestartMs = 3000;
/** Milliseconds for which a success proves that the database accepts entries. */
const successHoldsMs = 2000;

export type Health = {
  succeeded(): void;
  failed(error: unknown): void;
  /** Whether the last attempt succeeded. */
  isGood(): boolean;
  /** Whether the last attempt succeeded a moment ago, so no probe is needed. */
  isFresh(): boolean;
  /** Whether attempts have failed for longer than a restart or a failover takes. Only after a failure. */
  isOutage(): boolean;
};

/**
 * Whether entries can be written, as the last attempts showed. Changes between the two are logged.
 * @param onBroken is called with each failed attempt.
 */
export const databaseHealth = (
  log: Log,
  { host, onBroken }: { host: string; onBroken: () => void },
): Health => {
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
        log.error({ ...about, host }, 'the access log cannot be written: nothing is answered');
        brokenSince = performance.now();
      }
      isBroken = true;
      onBroken();
    },
    isGood: () => isBroken === false,
    isFresh: () => isBroken === false && performance.now() - lastSuccess <= successHoldsMs,
    isOutage: () => performance.now() - brokenSince > maxRestartMs,
  };
};
