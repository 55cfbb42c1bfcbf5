// Reading a document as its bytes arrive, without holding up everyone else.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryMeter } from '../../../ports/call.ts';
import type { XmlReader } from './events.ts';

/**
 * Bytes that are read before the event loop serves others: a third of a millisecond of work. A small request takes a dozen
 * turns of the loop, and waits in each of them for every large document that is being read.
 */
const bytesPerTurn = 16 * 1024;

export type DocumentReading<T> = {
  readonly reader: XmlReader;
  /** What the reader's handler has found and not yet handed out; it is emptied. */
  readonly found?: T[];
  /** Bytes of what is being built and of what is found (`Decoder`), and where they are counted. */
  readonly held?: () => number;
  readonly memory?: MemoryMeter | undefined;
  /** What is found is kept by whoever asks: it counts until the request ends. */
  readonly keeps?: boolean;
};

const piecesOf = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += bytesPerTurn) yield bytes.subarray(at, at + bytesPerTurn);
};

/** Bytes of the steps in which memory is counted: less than one is what every request takes. */
const step = 256 * 1024;

/** Counts what a decoder holds to the budget, as it changes. */
const account = ({ held, memory, keeps = false }: DocumentReading<unknown>) => {
  let counted = 0;
  const count = (bytes: number) => {
    if (bytes !== counted) memory?.add(bytes - counted);
    counted = bytes;
  };
  return {
    update: () => {
      const bytes = held?.() ?? 0;
      count(bytes - (bytes % step));
    },
    close: () => {
      if (!keeps) count(0);
    },
  };
};

/**
 * What a reader finds, as it finds it. Ends without an error only where the document was read to its verified end.
 * Throws `Failure`: `ehr-unusable`, `budget-exceeded`, and what the body throws.
 */
export const readDocument = async function* <T>(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reading: DocumentReading<T>,
): AsyncGenerator<T> {
  const { reader, found = [] } = reading;
  const accounted = account(reading);
  let sinceTurn = 0;
  try {
    for await (const bytes of body) {
      for (const piece of piecesOf(bytes)) {
        reader.write(piece);
        accounted.update();
        for (const one of found.splice(0)) yield one;
        sinceTurn += piece.length;
        if (sinceTurn < bytesPerTurn) continue;
        sinceTurn = 0;
        await nextTurn();
      }
    }
    reader.end();
    accounted.update();
    yield* found.splice(0);
  } finally {
    accounted.close();
  }
};
