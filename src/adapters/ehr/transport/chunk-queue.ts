// Bytes from one who pushes to one who pulls, held back while there are too many of them.

/** Whose flow can be held back. */
type Flow = { pause(): void; resume(): void };

/** Bytes that wait before the flow is held back. */
const most = 256 * 1024;

export const chunkQueue = () => {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let hasEnded = false;
  let error: Error | undefined;
  let flow: Flow | undefined;
  let isPaused = false;
  let wake: (() => void) | undefined;

  const awaken = () => {
    wake?.();
    wake = undefined;
  };

  const settle = (reason: Error | undefined) => {
    if (hasEnded) return;
    hasEnded = true;
    error = reason;
    awaken();
  };

  const take = (): Uint8Array[] => {
    const taken = waiting;
    waiting = [];
    size = 0;
    if (isPaused) {
      isPaused = false;
      flow?.resume();
    }
    return taken;
  };

  return {
    flowsBy: (by: Flow) => {
      flow = by;
    },
    push: (bytes: Uint8Array) => {
      waiting.push(bytes);
      size += bytes.length;
      if (size > most && !isPaused) {
        isPaused = true;
        flow?.pause();
      }
      awaken();
    },
    end: () => settle(undefined),
    fail: (reason: Error) => settle(reason),
    hasEnded: () => hasEnded,
    /** The bytes in order; throws the error that they ended with. */
    read: async function* (): AsyncGenerator<Uint8Array> {
      while (true) {
        for (const bytes of take()) yield bytes;
        if (waiting.length > 0) continue;
        if (error !== undefined) throw error;
        if (hasEnded) return;
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
  };
};
