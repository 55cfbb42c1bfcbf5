// A queue between a source that pushes chunks and a reader that pulls them. Pauses the source while too many bytes wait.
import { Chunks } from './chunks.ts';

/** A source that can be paused. */
type Source = { pause(): void; resume(): void };

type Chunk = IteratorResult<Uint8Array, undefined>;

/** The most bytes that may wait before the source is paused, and those at which it is resumed. */
const maxWaitingBytes = 256 * 1024;
const resumeAtBytes = maxWaitingBytes / 2;

export const chunkQueue = () => {
  const waiting: Uint8Array[] = [];
  let size = 0;
  let hasEnded = false;
  let error: Error | undefined;
  let source: Source | undefined;
  let isPaused = false;
  /** The reader, while it waits for the next chunk. */
  let reader: PromiseWithResolvers<Chunk> | undefined;

  const takeReader = () => {
    const taken = reader;
    reader = undefined;
    return taken;
  };

  const settle = (reason: Error | undefined) => {
    if (hasEnded) return;
    hasEnded = true;
    error = reason;
    if (reason === undefined) takeReader()?.resolve({ done: true, value: undefined });
    else takeReader()?.reject(reason);
  };

  const taken = (value: Uint8Array): Promise<Chunk> => {
    size -= value.length;
    if (isPaused && size <= resumeAtBytes) {
      isPaused = false;
      source?.resume();
    }
    return Promise.resolve({ done: false, value });
  };

  const next = (): Promise<Chunk> => {
    const first = waiting.shift();
    if (first !== undefined) return taken(first);
    if (error !== undefined) return Promise.reject(error);
    if (hasEnded) return Promise.resolve({ done: true, value: undefined });
    reader = Promise.withResolvers();
    return reader.promise;
  };

  return {
    attachSource: (by: Source) => {
      source = by;
    },
    push: (bytes: Uint8Array) => {
      const waits = takeReader();
      if (waits !== undefined) return waits.resolve({ done: false, value: bytes });
      waiting.push(bytes);
      size += bytes.length;
      if (size > maxWaitingBytes && !isPaused) {
        isPaused = true;
        source?.pause();
      }
    },
    end: () => settle(undefined),
    fail: (reason: Error) => settle(reason),
    hasEnded: () => hasEnded,
    /**
     * The chunks in order, for one reader. Throws the error passed to `fail`. Not a generator: for a small answer, it and the one
     * around it (answer-body.ts) would cost more than the rest of the call.
     */
    chunks: new Chunks(() => ({ next })),
  };
};
