// Chunks as a stream: all of them in order, and none before it is wanted.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { chunkStream } from '../../../src/http/answers/chunk-stream.ts';

const chunksOf = (count: number) => Array.from({ length: count }, (_, at) => Buffer.alloc(40_000, at));

describe('chunkStream', () => {
  it('streams every chunk in order', async () => {
    const chunks = chunksOf(5);
    expect(await chunkStream(chunks).toArray()).toEqual(chunks);
  });

  it('ends without chunks', async () => {
    expect(await chunkStream([]).toArray()).toEqual([]);
  });

  it('waits for its reader', async () => {
    const stream = chunkStream(chunksOf(5));
    stream.read(0);
    await nextTurn();
    expect(stream.readableLength).toBeLessThan(3 * 40_000);
  });
});
