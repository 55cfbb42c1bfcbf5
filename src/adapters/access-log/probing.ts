// Probes that find out when an access log can be written again: without them, nobody would try, because nothing is answered (D23).

/** Milliseconds between two probes. */
const intervalMs = 1000;

export type Probing = {
  /** Probes now. Those who ask at the same time share a probe. */
  once(): Promise<unknown>;
  /** Begins to probe, each second, until the log can be written. Does nothing if it is probing already. */
  start(): void;
  /** Ends it for good. */
  stop(): void;
};

/**
 * @param probe finds out whether the log can be written; it never rejects.
 * @param isGood whether the last probe found that it can.
 */
export const probing = (probe: () => Promise<unknown>, isGood: () => boolean): Probing => {
  let inFlight: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const once = () => {
    inFlight ??= probe().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };

  const next = () => {
    // A service that stops does not wait for it.
    timer = setTimeout(async () => {
      await once();
      timer = undefined;
      if (!isGood() && !isStopped) next();
    }, intervalMs).unref();
  };

  return {
    once,
    start: () => {
      if (timer === undefined && !isStopped) next();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
