// Reads a marked-up text in pieces, between which other requests run, and counts what is being written to the budget (D32).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { pieceLength, textPieces } from '../../../../domain/model/long-texts.ts';
import type { MemoryMeter } from '../../../../ports/call.ts';
import type { Meter } from '../../meter.ts';
import { type DocumentReader, readDocument } from '../../read-document.ts';
import { isAbsent } from '../../values/values.ts';
import { type PlainText, PlainTextWriter, type WriterOptions } from './plain-text-writer.ts';

/** What a reader of tags calls, in the order of the document. */
export type Tags = Pick<PlainTextWriter, 'open' | 'text' | 'close'>;

/** The same in a document of several texts: `end` ends one, and what follows belongs to the next. */
export type TagsOfTexts = Tags & { readonly end: () => void };

/** Where the text of a record is counted. */
export type TextLimits = {
  /** Of the record: all its texts share it. */
  readonly meter: Meter;
  /** The budget (`Call.memory`) that what is being written counts towards; undefined where there is none. */
  readonly memory: MemoryMeter | undefined;
};

/** A language: its reader of tags, and how its text is written. */
export type Markup<T = Tags> = WriterOptions & { readonly reader: (tags: T) => DocumentReader };

/** A language whose documents have several texts. */
export type MarkupOfTexts = Markup<TagsOfTexts> & {
  /** An upper bound of the memory of what the reader itself keeps of the document, in bytes. */
  readonly heldBytes?: () => number;
};

/**
 * Hands tags and texts on to a writer. A parser may report a text of megabytes at once: its pieces wait, and so do the tags after
 * it, until they are called one by one, with the event loop in between.
 */
const inPieces = (options: WriterOptions, meter: Meter) => {
  let writer = new PlainTextWriter(options, meter);
  const ended: PlainText[] = [];
  let endedCharacters = 0;
  const waiting: (() => unknown)[] = [];
  /** Characters of the texts that wait. */
  let characters = 0;
  const inOrder = (write: () => void) => {
    if (waiting.length === 0) write();
    else waiting.push(write);
  };
  const addText = (text: string) => {
    if (text.length <= pieceLength) return inOrder(() => writer.text(text));
    characters += text.length;
    for (const piece of textPieces(text)) {
      const write = () => {
        writer.text(piece);
        characters -= piece.length;
      };
      waiting.push(write, yieldToEventLoop);
    }
  };
  const tags: TagsOfTexts = {
    open: element => {
      inOrder(() => writer.open(element));
      if (!isAbsent(element.shown)) addText(` ${element.shown} `);
    },
    text: addText,
    close: () => inOrder(() => writer.close()),
    end: () =>
      inOrder(() => {
        const text = writer.plainText();
        ended.push(text);
        endedCharacters += text.text.length;
        writer = new PlainTextWriter(options, meter);
      }),
  };
  const heldBytes = () => writer.heldBytes + 2 * (characters + endedCharacters);
  return { tags, waiting, ended, last: () => writer.plainText(), heldBytes };
};

const read = async (
  bytes: Iterable<Uint8Array>,
  { reader, heldBytes: heldByReader = () => 0, ...options }: MarkupOfTexts,
  { meter, memory }: TextLimits,
) => {
  const { tags, waiting, heldBytes, ...written } = inPieces(options, meter);
  const held = () => heldBytes() + heldByReader();
  const reading = { reader: reader(tags), items: waiting, held, memory };
  for await (const step of readDocument(bytes, reading)) await step();
  return written;
};

/**
 * The plain text of a document.
 * @param bytes in as many chunks as their source makes of them.
 * Throws `Failure`: `ehr-unusable` for one that is not well-formed or beyond a limit, `budget-exceeded`.
 */
export const readMarkup = async (
  bytes: Iterable<Uint8Array>,
  markup: Markup,
  limits: TextLimits,
): Promise<PlainText> => (await read(bytes, markup, limits)).last();

/** The plain texts of a document of several, in its order: those that have been ended. Otherwise as `readMarkup`. */
export const readTexts = async (
  bytes: Iterable<Uint8Array>,
  markup: MarkupOfTexts,
  limits: TextLimits,
): Promise<readonly PlainText[]> => (await read(bytes, markup, limits)).ended;
