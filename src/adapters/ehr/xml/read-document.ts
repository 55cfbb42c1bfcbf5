// Reading a document as its bytes arrive, without holding up everyone else.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { XmlReader } from './events.ts';

/** Bytes that are read at once: less than a millisecond of work. */
const pieceBytes = 32 * 1024;
/** Bytes after which the event loop serves others. */
const bytesPerTurn = 2 * pieceBytes;

const piecesOf = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
};

/**
 * What a reader finds, as it finds it. Ends without an error only where the document was read to its verified end.
 * @param found what the reader's handler has found and not yet handed out; it is emptied.
 */
export const readDocument = async function* <T>(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reader: XmlReader,
  found: T[],
): AsyncGenerator<T> {
  let sinceTurn = 0;
  for await (const bytes of body) {
    for (const piece of piecesOf(bytes)) {
      reader.write(piece);
      for (const one of found.splice(0)) yield one;
      sinceTurn += piece.length;
      if (sinceTurn < bytesPerTurn) continue;
      sinceTurn = 0;
      await nextTurn();
    }
  }
  reader.end();
  yield* found.splice(0);
};
