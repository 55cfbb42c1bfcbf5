// Finds the items of a list in a JSON document as its bytes arrive. It knows strings and brackets and nothing else: each item, and what is
// around them, is then read by the strict reader, which refuses whatever is not JSON.
import { unusableAnswer } from '../../../domain/model/failure.ts';
import { maxJsonBytes } from './read-json.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isOpening = (byte: number): boolean => byte === openBrace || byte === openBracket;
const isClosing = (byte: number): boolean => byte === closeBrace || byte === closeBracket;
const isWhite = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isBetweenItems = (byte: number): boolean => byte === comma || byte === closeBracket || isWhite(byte);
/** The marks before a UTF-8 text, which some servers write. */
const isByteOrderMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;

/** The most bytes of a name that is compared: its escapes may be long. */
const maxNameBytes = 8 * 1024;

/** What stands around the items in place of each: the commas between them stay, so that the strict reader sees whether they are right. */
const placeholder = Buffer.from('0');

const tooLarge = () =>
  unusableAnswer(
    'ehr-answer-too-large',
    `an item of a list, or what is around its items, of more than ${maxJsonBytes} bytes`,
  );

/** Bytes of one part, as they arrive. */
const newPart = () => {
  let pieces: Buffer[] = [];
  let size = 0;
  return {
    add: (bytes: Buffer): void => {
      if (bytes.length === 0) return;
      size += bytes.length;
      if (size > maxJsonBytes) throw tooLarge();
      // A copy: of a chunk of megabytes, a few bytes may be kept.
      pieces.push(Buffer.from(bytes));
    },
    size: (): number => size,
    take: (): Buffer => {
      const whole = Buffer.concat(pieces);
      pieces = [];
      size = 0;
      return whole;
    },
  };
};

/** The name that a string stands for; undefined for one that is not valid JSON, which the strict reader finds. */
const nameOf = (string: Buffer): string | undefined => {
  try {
    return JSON.parse(string.toString()) as string;
  } catch {
    return undefined;
  }
};

/**
 * Creates a splitter of one document.
 * @param path the names of the members that lead to the list; none if the document is the list.
 * Throws `ehr-unusable` for an item, or what is around the items, of more than 8 MiB.
 */
export const listSplitter = (path: readonly string[]) => {
  const around = newPart();
  const item = newPart();
  /** Open objects and lists; those of an item are counted apart. */
  let depth = 0;
  /** How many of these, from the outside, are on the path. */
  let onPath = 0;
  /** The depth within the list; 0 outside of it. */
  let list = 0;
  let isInString = false;
  let isEscaped = false;
  /** In an object on the path: whether the next string is the name of a member, its bytes, and the name once it is known. */
  let isNameNext = false;
  let name: number[] = [];
  let isName = false;
  let member: string | undefined;
  /** Within the list: whether an item has begun, and the depth in it. */
  let isInItem = false;
  let itemDepth = 0;

  const isOnPath = (): boolean => list === 0 && depth === onPath;

  /** An object or list opens outside of items. */
  const open = (byte: number): void => {
    const isNext = isOnPath() && (depth === 0 ? true : member === path[depth - 1]);
    const isList = isNext && onPath === path.length && byte === openBracket;
    depth++;
    if (isList) list = depth;
    else if (isNext && onPath < path.length && byte === openBrace) {
      onPath = depth;
      isNameNext = true;
    }
    member = undefined;
  };

  const close = (): void => {
    if (depth === list) list = 0;
    depth--;
    if (onPath > depth) onPath = depth;
    member = undefined;
    isNameNext = false;
  };

  return {
    /** Bytes that are held. */
    held: () => around.size() + item.size(),
    /** The document with a `0` in place of each item, when all bytes have been written. */
    around: () => around.take(),
    /** Takes bytes, and yields the items that end in them. It must be run to its end. */
    write: function* (chunk: Uint8Array): Generator<Buffer, void, undefined> {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      /** Where the bytes begin that have not been put into a part. */
      let from = 0;
      const flush = (to: number): void => {
        const part = bytes.subarray(from, to);
        (isInItem ? item : around).add(part);
        from = to;
      };
      const endItem = (to: number): Buffer => {
        flush(to);
        isInItem = false;
        around.add(placeholder);
        return item.take();
      };
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] as number;
        if (isInString) {
          // A longer name leads nowhere, and the strict reader refuses it.
          if (isName && name.length < maxNameBytes) name.push(byte);
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) {
            isInString = false;
            if (isName) {
              member = nameOf(Buffer.from(name));
              isName = false;
            }
            if (isInItem && itemDepth === 0) yield endItem(at + 1);
          }
          continue;
        }
        if (isInItem && itemDepth === 0 && isBetweenItems(byte)) yield endItem(at);
        if (list !== 0 && !isInItem && !isBetweenItems(byte)) {
          flush(at);
          isInItem = true;
          itemDepth = 0;
        }
        if (byte === quote) {
          isInString = true;
          isName = isNameNext && isOnPath() && !isInItem;
          name = [byte];
          isNameNext = false;
        } else if (isOpening(byte)) {
          if (isInItem) itemDepth++;
          else open(byte);
        } else if (isClosing(byte)) {
          if (!isInItem) close();
          else if (--itemDepth === 0) yield endItem(at + 1);
        } else if (byte === comma && isOnPath() && onPath > 0) {
          isNameNext = true;
          member = undefined;
        } else if (byte !== colon && !isWhite(byte) && !isByteOrderMark(byte) && isOnPath())
          member = undefined;
      }
      flush(bytes.length);
    },
  };
};
