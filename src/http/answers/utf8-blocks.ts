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

/** @param onMemory called with the bytes of each block before it is made. What it throws ends the collecting. */
export const utf8Blocks = (onMemory: (bytes: number) => void): Utf8Blocks => {
  const blocks: Buffer[] = [];
  let block: Buffer | undefined;
  let used = 0;
  let waiting = '';

  const closeBlock = () => {
    if (block !== undefined) blocks.push(block.subarray(0, used));
  };

  const roomFor = (bytes: number): Buffer => {
    if (block !== undefined && bytes <= block.length - used) return block;
    closeBlock();
    const size = Math.max(bytes, blockBytes);
    onMemory(size);
    used = 0;
    block = Buffer.allocUnsafe(size);
    return block;
  };

  const encode = () => {
    const room = roomFor(Buffer.byteLength(waiting));
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
        // A short answer: a block of exactly its size.
        onMemory(Buffer.byteLength(waiting));
        return [Buffer.from(waiting)];
      }
      if (waiting !== '') encode();
      closeBlock();
      return blocks;
    },
  };
};
