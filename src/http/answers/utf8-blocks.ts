// Collects text as UTF-8 in few large blocks.

/** Bytes of a block. */
const blockBytes = 64 * 1024;
/**
 * Characters that are collected before they are encoded. Text of a serializer consists of many short pieces, which must be
 * joined in order to be encoded: that is several times faster while they still are in the processor's cache.
 */
const encodedAtOnce = 4096;
/** The most bytes of a UTF-16 code unit. A text that fits in any case is encoded without counting its bytes first. */
const mostUnitBytes = 3;

export type Collected = {
  /** The whole text if it is short: Node sends it in one piece with the head, for less than a block after the head. */
  readonly text: string | undefined;
  /** Otherwise the text in UTF-8, in order. */
  readonly blocks: Buffer[];
  /** The number of bytes in UTF-8. */
  readonly bytes: number;
};

export type Utf8Blocks = {
  add(text: string): void;
  /** Everything that was added. Nothing may be added afterwards. */
  end(): Collected;
};

/**
 * @param onBytes called with the bytes that have been or are about to be encoded, in steps of a block's size or more. What it
 * throws ends the collecting.
 */
export const utf8Blocks = (onBytes: (bytes: number) => void): Utf8Blocks => {
  const blocks: Buffer[] = [];
  let block: Buffer | undefined;
  let used = 0;
  let waiting = '';
  let uncounted = 0;
  let counted = 0;

  const count = () => {
    onBytes(uncounted);
    counted += uncounted;
    uncounted = 0;
  };

  const closeBlock = () => {
    if (block !== undefined) blocks.push(block.subarray(0, used));
  };

  const roomFor = (bytes: number): Buffer => {
    if (block !== undefined && bytes <= block.length - used) return block;
    closeBlock();
    used = 0;
    block = Buffer.allocUnsafe(Math.max(bytes, blockBytes));
    return block;
  };

  const addBytes = (bytes: number) => {
    uncounted += bytes;
    if (uncounted >= blockBytes) count();
  };

  const encode = () => {
    if (block !== undefined && mostUnitBytes * waiting.length <= block.length - used) {
      const bytes = block.write(waiting, used);
      used += bytes;
      addBytes(bytes);
    } else {
      const bytes = Buffer.byteLength(waiting);
      addBytes(bytes);
      const room = roomFor(bytes);
      used += room.write(waiting, used);
    }
    waiting = '';
  };

  return {
    add: text => {
      waiting += text;
      if (waiting.length >= encodedAtOnce) encode();
    },
    end: () => {
      if (block === undefined) {
        uncounted = Buffer.byteLength(waiting);
        count();
        return { text: waiting, blocks, bytes: counted };
      }
      if (waiting !== '') encode();
      closeBlock();
      count();
      return { text: undefined, blocks, bytes: counted };
    },
  };
};
