// Compressing answers for clients that ask for it: gzip alone, which every HTTP client reads.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { isFailure } from '../../domain/model/failure.ts';
import type { MemoryMeter } from '../../ports/call.ts';
import type { Collected } from './utf8-blocks.ts';

/** The smallest answer that is compressed, in bytes: below, the head and the packets cost more than the body. */
export const smallestCompressed = 1024;

/** Higher levels take two to three times the time for a tenth fewer bytes. */
const level = 3;
const chunkSize = 64 * 1024;
/** What one stream holds: zlib's window and hash tables in their default sizes, and a chunk on either side. */
const workingBytes = 256 * 1024 + 2 * chunkSize;

/** A q-value (RFC 9110, 12.4.2). Whatever else is written there accepts nothing. */
const weightOf = (parameters: readonly string[]): number => {
  const written = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
  if (written === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written) ? Number(written) : 0;
};

/** Whether a client prefers gzip to no coding, by its `Accept-Encoding` (RFC 9110, 12.5.3). Without the header: no. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map(text => text.trim());
    weights.set(coding, weightOf(parameters));
  }
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};

/** Says that the answer to this URL depends on `Accept-Encoding`, beside what `Vary` names already. */
export const varyByEncoding = (reply: FastifyReply): void => {
  const named = reply.getHeader('vary');
  reply.header('vary', named === undefined ? 'accept-encoding' : `${named}, accept-encoding`);
};

/** Hands on blocks one by one, without keeping them. */
function* usedUp(blocks: Buffer[]) {
  for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) yield block;
}

/** Whether the budget has room for these bytes, which are then taken. */
const isGranted = (memory: MemoryMeter, bytes: number): boolean => {
  try {
    memory.add(bytes);
    return true;
  } catch (error) {
    if (isFailure(error, 'budget-exceeded')) return false;
    throw error;
  }
};

/**
 * Compresses a complete answer; its blocks are used up. Small ones are done at once, larger ones in chunks outside the event
 * loop. Returns undefined if the budget has no room for it: the answer itself is in memory and fits. Throws the signal's reason
 * when the client has left.
 */
export const gzipped = async (
  { text, blocks, bytes }: Collected,
  { memory, signal }: { memory: MemoryMeter; signal: AbortSignal },
): Promise<Collected | undefined> => {
  if (text !== undefined || blocks.length === 1) {
    const whole = gzipSync(text ?? Buffer.concat(blocks), { level });
    memory.add(whole.length - bytes);
    return { text: undefined, blocks: [whole], bytes: whole.length };
  }
  if (!isGranted(memory, workingBytes)) return undefined;
  const compressed: Buffer[] = [];
  let length = 0;
  await pipeline(
    Readable.from(usedUp(blocks), { objectMode: false }),
    createGzip({ level, chunkSize }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        signal.throwIfAborted();
        compressed.push(chunk);
        length += chunk.length;
      }
    },
  );
  memory.add(length - bytes - workingBytes);
  return { text: undefined, blocks: compressed, bytes: length };
};
