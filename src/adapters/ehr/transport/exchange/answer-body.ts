// The body of an answer: decompressed, and limited in bytes.
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { Failure } from '../../../../domain/model/failure.ts';
import { Chunks } from './chunks.ts';

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate } as const;

/** Decompresses a body. Throws `ehr-unusable` for an unknown encoding. */
export const decompressed = (
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncIterable<Uint8Array> => {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const create = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders] : undefined;
  if (create === undefined)
    throw new Failure('ehr-unusable', { reason: 'ehr-encoding', detail: 'an unknown content encoding' });
  return pipeline(Readable.from(bytes), create(), () => {
    // The reader of the decompressed bytes gets the error.
  });
};

export type BodyLimits = {
  /** The most bytes, after decompression. */
  readonly maxBytes: number;
  /** What an error while reading means. */
  readonly failureOf: (error: unknown) => Failure;
  /** Called when the body has ended, or with the failure that broke it off. */
  readonly done: (failure?: Failure) => void;
};

/** Passes bytes on up to the limit, and reports how the body ends. */
export const limitedBytes = (
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, failureOf, done }: BodyLimits,
): AsyncIterable<Uint8Array> =>
  new Chunks(() => {
    const source = bytes[Symbol.asyncIterator]();
    let count = 0;

    const fail = (error: unknown): never => {
      const failure = failureOf(error);
      done(failure);
      throw failure;
    };
    const refuse = (): never => {
      source.return?.().catch(() => {
        // The answer is refused for its size, whatever else happens to it.
      });
      return fail(
        new Failure('ehr-unusable', {
          reason: 'ehr-answer-too-large',
          detail: `an answer of more than ${maxBytes} bytes`,
        }),
      );
    };
    const pass = (chunk: IteratorResult<Uint8Array>): IteratorResult<Uint8Array> => {
      if (chunk.done === true) {
        done();
        return chunk;
      }
      count += chunk.value.length;
      return count > maxBytes ? refuse() : chunk;
    };

    return {
      next: () => source.next().then(pass, fail),
      return: async () => {
        done();
        await source.return?.();
        return { done: true, value: undefined };
      },
    };
  });
