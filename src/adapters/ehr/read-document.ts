// Reads a document as its bytes arrive, yielding to the event loop between chunks.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { newYielding } from '../../domain/model/yield-to-event-loop.ts';
import type { MemoryMeter } from '../../ports/call.ts';
import { memoryHeld } from './memory-held.ts';

/** Reads one document: XML, or HTML in a text. */
export type DocumentReader = {
  write(bytes: Uint8Array): void;
  /** Ends the document. Throws if it is truncated. */
  end(): void;
};

/**
 * Bytes that are read before yielding to the event loop: a third of a millisecond of work. A small request takes a dozen
 * iterations of the loop, and in each iteration it waits for every large document that is being read.
 */
const bytesPerYield = 16 * 1024;
/**
 * The same before the first yield. Most documents are smaller, and take one or two milliseconds in total; one that takes longer, as the
 * first of its kind may, yields earlier.
 */
const bytesBeforeFirstYield = 64 * 1024;

/** Bytes, and what reads them. */
export type OpenedDocument<T> = {
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly reader: DocumentReader;
  /** Where the reader's handler adds what it finds. Emptied as its items are yielded. */
  readonly items?: T[];
  /** Bytes of what is being built and found (`Decoder`), and the budget that they count towards. */
  readonly held?: () => number;
  readonly memory?: MemoryMeter | undefined;
  /** Whether the caller keeps what is found: it then counts until the request ends. */
  readonly keeps?: boolean;
};

const piecesOf = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += bytesPerYield) yield bytes.subarray(at, at + bytesPerYield);
};

/**
 * Asks for a document, and yields what its reader finds as it finds it. Ends without an error only if the document is complete.
 * Throws `Failure`: `ehr-unusable`, `budget-exceeded`, and what sending and the body throw. One generator does all of it, because each one
 * that a record passes costs it three promises.
 */
export const readAnswer = async function* <A extends { discard(): void }, T>(asked: {
  readonly send: () => Promise<A>;
  readonly open: (answer: A) => OpenedDocument<T> | Promise<OpenedDocument<T>>;
  /** What is thrown in place of an error while the answer is opened and read. */
  readonly failed: (error: unknown, answer: A) => unknown;
}): AsyncGenerator<T> {
  const { send, open, failed } = asked;
  const answer = await send();
  let release = () => {};
  try {
    const { body, reader, items = [], held, memory, keeps = false } = await open(answer);
    const heldMemory = memoryHeld(memory);
    if (!keeps) release = () => heldMemory.release();
    const yieldIfSlow = newYielding();
    let untilYield = bytesBeforeFirstYield;
    for await (const bytes of body) {
      for (const piece of piecesOf(bytes)) {
        reader.write(piece);
        heldMemory.update(held?.() ?? 0);
        for (const item of items.splice(0)) {
          yield item;
          const yielded = yieldIfSlow();
          if (yielded !== undefined) await yielded;
        }
        untilYield -= piece.length;
        const slow = untilYield > 0 ? yieldIfSlow() : undefined;
        if (slow !== undefined) await slow;
        if (untilYield <= 0) {
          untilYield = bytesPerYield;
          await yieldToEventLoop();
        }
      }
    }
    reader.end();
    heldMemory.update(held?.() ?? 0);
    yield* items.splice(0);
  } catch (error) {
    throw failed(error, answer);
  } finally {
    release();
    answer.discard();
  }
};

/** Yields what a reader finds in bytes that are there or arrive, as `readAnswer` does. */
export const readDocument = <T>(
  body: OpenedDocument<T>['body'],
  reading: Omit<OpenedDocument<T>, 'body'>,
): AsyncGenerator<T> =>
  readAnswer({
    send: async () => ({ discard: () => {} }),
    open: () => ({ ...reading, body }),
    failed: error => error,
  });
