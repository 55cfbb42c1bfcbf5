// Collects text as UTF-8 in few large blocks.

/** Bytes of a block. */
const blockBytes = 64 * 1024;
/**
 * Characters that are collected before they are encoded. Text of a serializer consists of many short pieces, which must be
 * joined in order to be encoded: that is several times faster while they still are in the processor's cache.
 */
const encodedAtOnce = 4096;

export type Utf8Blocks = {
  add(text: string): void;
  /** All blocks, in order. Nothing may be added afterwards. */
  end(): Buffer[];
};

/**
 * @param onBytes called with the bytes that are about to be encoded, in steps of a block's size or more. What it throws ends
 * the collecting.
 */
export const utf8Blocks = (onBytes: (bytes: number) => void): Utf8Blocks => {
  const blocks: Buffer[] = [];
  let block: Buffer | undefined;
  let used = 0;
  let waiting = '';
  let uncounted = 0;

  const count = () => {
    onBytes(uncounted);
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

  const encode = () => {
    const bytes = Buffer.byteLength(waiting);
    uncounted += bytes;
    if (uncounted >= blockBytes) count();
    const room = roomFor(bytes);
    used += room.write(waiting, used);
    waiting = '';
  };

  return {
    add: text => {
      waiting += text;
      if (waiting.length >= encodedAtOnce) encode();
    },
    end: () => {
      if (block === undefined) {
        // A short answer needs only a block of its size.
        uncounted = Buffer.byteLength(waiting);
        blocks.push(Buffer.from(waiting));
      } else {
        if (waiting !== '') encode();
        closeBlock();
      }
      count();
      return blocks;
    },
  };
};
