// Collects text as UTF-8 in few large blocks.

/** Bytes of a block. */
const blockBytes = 64 * 1024;
/**
 * Characters that are collected before they are encoded. Text of a serializer consists of many short pieces, which must be
 * joined in order to be encoded: that is several times faster while they still are in the processor's cache.
 */
const encodedAtOnce = 4096;
/** Characters of a text that is not joined with others: that would copy it once more. */
const encodedAlone = 1024;
/** The most bytes of a UTF-16 code unit. */
const mostUnitBytes = 3;

const encoder = new TextEncoder();

export type Collected = {
  /** The whole text if it is short: Node sends it in one piece with the head, for less than a block after the head. */
  readonly text: string | undefined;
  /** Otherwise the text in UTF-8, in order. */
  readonly blocks: Buffer[];
  /** The number of bytes in UTF-8. */
  readonly bytes: number;
};

/**
 * @param onBytes called with the bytes of each block when it is full, and at the end with those of the last one. What it throws
 * ends the collecting.
 */
export const utf8Blocks = (onBytes: (bytes: number) => void) => {
  const blocks: Buffer[] = [];
  let block: Buffer | undefined;
  let used = 0;
  let waiting = '';
  let counted = 0;

  const count = (bytes: number) => {
    onBytes(bytes);
    counted += bytes;
  };

  const closeBlock = () => {
    if (block === undefined) return;
    blocks.push(block.subarray(0, used));
    count(used);
    block = undefined;
    used = 0;
  };

  /** Encodes what fits into the block. Returns the rest. */
  const fill = (text: string): string => {
    block ??= Buffer.allocUnsafe(blockBytes);
    if (mostUnitBytes * text.length <= block.length - used) {
      used += block.write(text, used);
      return '';
    }
    const { read, written } = encoder.encodeInto(text, block.subarray(used));
    used += written;
    if (read === text.length) return '';
    closeBlock();
    return text.slice(read);
  };

  const encode = (text: string) => {
    for (let rest = text; rest !== ''; ) rest = fill(rest);
  };

  const encodeWaiting = () => {
    encode(waiting);
    waiting = '';
  };

  return {
    add: (text: string): void => {
      const length = waiting.length + text.length;
      if (length < encodedAtOnce || text.length < encodedAlone) waiting += text;
      if (length < encodedAtOnce) return;
      encodeWaiting();
      if (text.length >= encodedAlone) encode(text);
    },
    /** Everything that was added. Nothing may be added afterwards. */
    end: (): Collected => {
      if (blocks.length === 0 && block === undefined) {
        count(Buffer.byteLength(waiting));
        return { text: waiting, blocks, bytes: counted };
      }
      encodeWaiting();
      closeBlock();
      return { text: undefined, blocks, bytes: counted };
    },
  };
};
