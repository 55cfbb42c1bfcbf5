// Reads a marked-up text in pieces, between which other requests run, and counts what is being written to the budget (D32).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { pieceLength, textPieces } from '../../../../domain/model/long-texts.ts';
import type { MemoryMeter } from '../../../../ports/call.ts';
import type { Meter } from '../../meter.ts';
import { type DocumentReader, readDocument } from '../../read-document.ts';
import { isAbsent } from '../../values/values.ts';
import { type XmlHandler, xmlReader } from '../../xml/parsing/events.ts';
import { type PlainText, PlainTextWriter, type WriterOptions } from './plain-text-writer.ts';

/** What a reader of tags calls, in the order of the document. */
export type Tags = Pick<PlainTextWriter, 'open' | 'text' | 'close'> & {
  /** Ends one of the document's texts, and says where it goes once it is written. What follows belongs to the next. */
  readonly end: (take: (text: PlainText) => void) => void;
};

/** Where the text of a record is counted. */
export type TextLimits = {
  /** Of the record: all its texts share it. */
  readonly meter: Meter;
  /** The budget (`Call.memory`) that what is being written counts towards; undefined where there is none. */
  readonly memory: MemoryMeter | undefined;
};

/** A language: its reader of tags, and how its text is written. */
export type Markup = WriterOptions & {
  readonly reader: (tags: Tags) => DocumentReader;
  /** An upper bound of the memory of what the reader itself keeps of the document, in bytes. */
  readonly heldBytes?: () => number;
};

/**
 * The plain text of a document: of one with several texts, what follows the last that has been ended. A parser may report a text of
 * megabytes at once: its pieces wait, and so do the tags after it, until they are called one by one, with the event loop in between.
 * @param bytes in as many chunks as their source makes of them.
 * Throws `Failure`: `ehr-unusable` for one that is not well-formed or beyond a limit, `budget-exceeded`.
 */
export const readMarkup = async (
  bytes: Iterable<Uint8Array>,
  { reader, heldBytes = () => 0, ...options }: Markup,
  { meter, memory }: TextLimits,
): Promise<PlainText> => {
  let writer = new PlainTextWriter(options, meter);
  const waiting: (() => unknown)[] = [];
  /** Characters of the texts that wait, and of those that have been ended. */
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
  const tags: Tags = {
    open: element => {
      inOrder(() => writer.open(element));
      if (!isAbsent(element.shown)) addText(` ${element.shown} `);
    },
    text: addText,
    close: () => inOrder(() => writer.close()),
    end: take =>
      inOrder(() => {
        const ended = writer.plainText();
        characters += ended.text.length;
        writer = new PlainTextWriter(options, meter);
        take(ended);
      }),
  };
  const held = () => writer.heldBytes + 2 * characters + heldBytes();
  const reading = { reader: reader(tags), items: waiting, held, memory };
  for await (const step of readDocument(bytes, reading)) await step();
  return writer.plainText();
};

/** The attributes of an element, by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** What reads the elements of XML, each with all its attributes. */
type ElementHandler = Pick<XmlHandler, 'text' | 'close'> & {
  open(name: string, attributes: Attributes): void;
};

/** Reads markup that is XML. @param charset of the media type; without one, the document says it. */
export const xmlElements = (handler: ElementHandler, charset?: string): DocumentReader => {
  let name = '';
  let attributes: Record<string, string> = {};
  const events: XmlHandler = {
    ...handler,
    open: opened => {
      name = opened;
      attributes = {};
    },
    attribute: (member, value) => {
      attributes[member] = value;
    },
    opened: () => handler.open(name, attributes),
  };
  return xmlReader(events, charset);
};
