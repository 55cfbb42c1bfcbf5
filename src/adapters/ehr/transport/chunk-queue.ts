// A queue from a source that pushes chunks to a reader that pulls them. Pauses the source while too many bytes wait.

/** A source that can be paused. */
type Source = { pause(): void; resume(): void };

/** Bytes that may wait before the source is paused. */
const maxWaitingBytes = 256 * 1024;

export const chunkQueue = () => {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let hasEnded = false;
  let error: Error | undefined;
  let source: Source | undefined;
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
      source?.resume();
    }
    return taken;
  };

  return {
    attachSource: (by: Source) => {
      source = by;
    },
    push: (bytes: Uint8Array) => {
      waiting.push(bytes);
      size += bytes.length;
      if (size > maxWaitingBytes && !isPaused) {
        isPaused = true;
        source?.pause();
      }
      awaken();
    },
    end: () => settle(undefined),
    fail: (reason: Error) => settle(reason),
    hasEnded: () => hasEnded,
    /** The chunks in order. Throws the error passed to `fail`. */
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
