// Probes that find out when an access log can be written again: without them, nobody would try, because nothing is answered (D23).

/** Milliseconds between two probes. */
const intervalMs = 1000;

export type Probing = {
  /** Begins to probe, each second, until one succeeds. Does nothing if it is probing already. */
  start(): void;
  /** Ends it for good. */
  stop(): void;
};

/** @param probe resolves with whether the log can be written now; it never rejects. */
export const probing = (probe: () => Promise<boolean>): Probing => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const next = () => {
    // A service that stops does not wait for it.
    timer = setTimeout(async () => {
      const isWritable = await probe();
      timer = undefined;
      if (!isWritable && !isStopped) next();
    }, intervalMs).unref();
  };

  return {
    start: () => {
      if (timer === undefined && !isStopped) next();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
