// Reading a document as its bytes arrive, without holding up everyone else.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { XmlReader } from './events.ts';

/** Bytes that are read at a stretch: well below a millisecond of work or two. */
const stretch = 32 * 1024;
/** Milliseconds of work after which the event loop gets a turn. */
const longestWork = 2;

/** Counts the time spent working, and gives the loop a turn when it has been long. */
const turns = () => {
  let worked = 0;
  let since = performance.now();
  return {
    begin: () => {
      since = performance.now();
    },
    end: async () => {
      worked += performance.now() - since;
      if (worked < longestWork) return;
      worked = 0;
      await nextTurn();
    },
  };
};

const stretches = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += stretch) yield bytes.subarray(at, at + stretch);
};

/**
 * What a reader finds, as it finds it. Ends without an error only where the document was read to its verified end.
 * @param found what the reader's handler has found and not yet handed out; it is emptied.
 */
export const readDocument = async function* <T>(
  body: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  found: T[],
): AsyncGenerator<T> {
  const work = turns();
  for await (const bytes of body) {
    for (const piece of stretches(bytes)) {
      work.begin();
      reader.write(piece);
      for (const one of found.splice(0)) yield one;
      await work.end();
    }
  }
  reader.end();
  yield* found.splice(0);
};
