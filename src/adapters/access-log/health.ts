// Whether entries can be written, according to the last attempt. A change is logged once, however many attempts find the same. After a
// failure, probes find out when they can be written again: without them, nobody would try, because nothing is answered (D23).
import type { Log } from '../telemetry/service-log.ts';

/** Milliseconds between two probes. */
const probeIntervalMs = 1000;
/** The longest time in milliseconds that a database takes to restart or to fail over. */
const maxRestartMs = 3000;
/** The least bytes of a probe. */
const minProbeBytes = 64 * 1024;
/** Milliseconds for which a success proves that entries are accepted. */
const successHoldsMs = 2000;

/**
 * @param fieldsOf the fields that are logged for an error.
 * @param probe finds out whether entries can be written, and reports that by `succeeded` or `failed`; it never rejects.
 */
export const logHealth = (
  log: Log,
  { fieldsOf, probe }: { fieldsOf: (error: unknown) => object; probe: () => Promise<unknown> },
) => {
  /** Undefined before the first attempt. */
  let isBroken: boolean | undefined;
  let brokenSince = 0;
  let probeBytes = minProbeBytes;
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let probing: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const probeNow = () => {
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  };

  /** Probes each second until entries can be written. Does nothing if it is doing so already. */
  const keepProbing = () => {
    if (timer !== undefined || isStopped) return;
    // A service that stops does not wait for it.
    timer = setTimeout(async () => {
      await probeNow();
      timer = undefined;
      if (isBroken !== false) keepProbing();
    }, probeIntervalMs).unref();
  };

  return {
    succeeded: (): void => {
      if (isBroken) log.info({}, 'the access log can be written again');
      isBroken = false;
      probeBytes = minProbeBytes;
      lastSuccess = performance.now();
    },
    /** @param bytes how many bytes could not be written. */
    failed: (error: unknown, bytes = 0): void => {
      probeBytes = Math.max(probeBytes, bytes);
      if (!isBroken) {
        log.error(fieldsOf(error), 'the access log cannot be written: nothing is answered');
        brokenSince = performance.now();
      }
      isBroken = true;
      keepProbing();
    },
    /** The bytes that a probe writes: a disk that has no room for what failed may have room for a few bytes. */
    probeBytes: (): number => probeBytes,
    /** Whether the last attempt succeeded. */
    isGood: (): boolean => isBroken === false,
    /** Whether the last attempt succeeded a moment ago, so no probe is needed. */
    isFresh: (): boolean => isBroken === false && performance.now() - lastSuccess <= successHoldsMs,
    /** Whether the last attempt failed. */
    isBroken: (): boolean => isBroken === true,
    /** Whether attempts have failed for longer than a restart or a failover of a database takes. */
    isOutage: (): boolean => isBroken === true && performance.now() - brokenSince > maxRestartMs,
    /** Probes now. Those who ask at the same time share a probe. */
    probeNow,
    /** Ends the probes for good. */
    stopProbing: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

export type Health = ReturnType<typeof logHealth>;
