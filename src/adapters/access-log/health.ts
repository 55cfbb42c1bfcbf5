// Whether entries can be written, according to the last attempt. A change is logged once, however many attempts find the same.
import type { Log } from '../telemetry/service-log.ts';

/** The longest time in milliseconds that a database takes to restart or to fail over. */
const maxRestartMs = 3000;
/** The least bytes of a probe. */
const minProbeBytes = 64 * 1024;
/** Milliseconds for which a success proves that entries are accepted. */
const successHoldsMs = 2000;

export type Health = {
  succeeded(): void;
  /** @param bytes how many bytes could not be written. */
  failed(error: unknown, bytes?: number): void;
  /** The bytes that a probe writes: a disk that has no room for what failed may have room for a few bytes. */
  probeBytes(): number;
  /** Whether the last attempt succeeded. */
  isGood(): boolean;
  /** Whether the last attempt succeeded a moment ago, so no probe is needed. */
  isFresh(): boolean;
  /** Whether the last attempt failed. */
  isBroken(): boolean;
  /** Whether attempts have failed for longer than a restart or a failover of a database takes. */
  isOutage(): boolean;
};

/**
 * @param fieldsOf the fields that are logged for an error.
 * @param onBroken is called with each failed attempt.
 */
export const logHealth = (
  log: Log,
  { fieldsOf, onBroken }: { fieldsOf: (error: unknown) => object; onBroken: () => void },
): Health => {
  /** Undefined before the first attempt. */
  let isBroken: boolean | undefined;
  let brokenSince = 0;
  let probeBytes = minProbeBytes;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  return {
    succeeded: () => {
      if (isBroken) log.info({}, 'the access log can be written again');
      isBroken = false;
      probeBytes = minProbeBytes;
      lastSuccess = performance.now();
    },
    failed: (error, bytes = 0) => {
      probeBytes = Math.max(probeBytes, bytes);
      if (!isBroken) {
        log.error(fieldsOf(error), 'the access log cannot be written: nothing is answered');
        brokenSince = performance.now();
      }
      isBroken = true;
      onBroken();
    },
    probeBytes: () => probeBytes,
    isGood: () => isBroken === false,
    isFresh: () => isBroken === false && performance.now() - lastSuccess <= successHoldsMs,
    isBroken: () => isBroken === true,
    isOutage: () => isBroken === true && performance.now() - brokenSince > maxRestartMs,
  };
};
