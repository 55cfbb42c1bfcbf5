// Reads a marked-up text in pieces, between which other requests run, and counts what is being written to the budget (D32).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { MemoryMeter } from '../../../../ports/call.ts';
import { type DocumentReader, readDocument } from '../../read-document.ts';
import { type PlainText, PlainTextWriter, type WriterOptions } from './plain-text-writer.ts';
import { pieceLength, textPieces } from './text-pieces.ts';

/** What a reader of tags calls, in the order of the document. */
export type Tags = Pick<PlainTextWriter, 'open' | 'text' | 'close'>;

/** A language: its reader of tags, and how its text is written. */
export type Markup = WriterOptions & { readonly reader: (tags: Tags) => DocumentReader };

/**
 * Hands tags and texts on to a writer. A parser may report a text of megabytes at once: its pieces wait, and so do the tags after
 * it, until they are called one by one, with the event loop in between.
 */
const inPieces = (writer: PlainTextWriter) => {
  const waiting: (() => unknown)[] = [];
  /** Characters of the texts that wait. */
  let characters = 0;
  const inOrder = (write: () => void) => {
    if (waiting.length === 0) write();
    else waiting.push(write);
  };
  const tags: Tags = {
    open: element => inOrder(() => writer.open(element)),
    text: text => {
      if (text.length <= pieceLength) return inOrder(() => writer.text(text));
      characters += text.length;
      for (const piece of textPieces(text)) {
        const write = () => {
          writer.text(piece);
          characters -= piece.length;
        };
        waiting.push(write, yieldToEventLoop);
      }
    },
    close: () => inOrder(() => writer.close()),
  };
  return { tags, waiting, heldBytes: () => writer.heldBytes + 2 * characters };
};

/**
 * The plain text of a document.
 * @param bytes in as many chunks as their source makes of them.
 * @param memory the budget (`Call.memory`) that what is being written counts towards.
 * Throws `Failure`: `ehr-unusable` for one that is not well-formed or beyond a limit, `budget-exceeded`.
 */
export const readMarkup = async (
  bytes: Iterable<Uint8Array>,
  { reader, ...options }: Markup,
  memory: MemoryMeter | undefined,
): Promise<PlainText> => {
  const writer = new PlainTextWriter(options);
  const { tags, waiting, heldBytes } = inPieces(writer);
  const reading = { reader: reader(tags), items: waiting, held: heldBytes, memory };
  for await (const step of readDocument(bytes, reading)) await step();
  return writer.plainText();
};
