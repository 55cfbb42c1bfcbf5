// Feeds documents to readers in chunks, and reports how reading ends.
import { isFailure } from '../../../../src/domain/model/failure.ts';

export const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const singly = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, byte => Uint8Array.of(byte));

/** Every way to split a document in two. */
export const halves = (bytes: Uint8Array): Uint8Array[][] =>
  Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);

/** Every way to split a document in three. */
export const thirds = (bytes: Uint8Array): Uint8Array[][] =>
  Array.from(bytes).flatMap((_, first) =>
    Array.from(bytes.subarray(first), (_, more) => [
      bytes.subarray(0, first),
      bytes.subarray(first, first + more),
      bytes.subarray(first + more),
    ]),
  );

/** The ways in which every document is fed. */
export const feedings: readonly [name: string, feed: (bytes: Uint8Array) => Uint8Array[]][] = [
  ['at once', bytes => [bytes]],
  ['byte by byte', singly],
];

/** The code of the failure that work ends with; otherwise, how it ended. */
export const refusal = (work: () => unknown): string => {
  try {
    return `no refusal, but ${String(work())}`;
  } catch (error) {
    return isFailure(error) ? error.code : `no failure, but ${String(error)}`;
  }
};

/** The reason and the message of the failure that work ends with. Any other end is thrown. */
export const reasonOf = (work: () => unknown): readonly [reason: string, message: string] => {
  try {
    work();
  } catch (error) {
    if (isFailure(error)) return [error.reason, error.message];
    throw error;
  }
  throw new Error('no refusal');
};
