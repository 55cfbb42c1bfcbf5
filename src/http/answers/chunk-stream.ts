// Chunks that are in memory already, as a stream.
import { Readable } from 'node:stream';

/**
 * A stream of chunks. Those of `Readable.from`, which reads them with an async function, outlive V8's collections of young
 * objects, until it collects the whole heap.
 */
export const chunkStream = (chunks: readonly Uint8Array[]): Readable => {
  const left = chunks.values();
  return new Readable({
    read() {
      this.push(left.next().value ?? null);
    },
  });
};
