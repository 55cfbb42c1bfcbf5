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

/** @param onBytes called with the number of bytes whenever some are encoded. What it throws ends the collecting. */
export const utf8Blocks = (onBytes: (bytes: number) => void): Utf8Blocks => {
  const blocks: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let waiting = '';

  const closeBlock = () => {
    if (used > 0) blocks.push(block.subarray(0, used));
  };

  const encode = () => {
    const bytes = Buffer.byteLength(waiting);
    onBytes(bytes);
    if (bytes > block.length - used) {
      closeBlock();
      block = Buffer.allocUnsafe(Math.max(bytes, blockBytes));
      used = 0;
    }
    used += block.write(waiting, used);
    waiting = '';
  };

  return {
    add: text => {
      waiting += text;
      if (waiting.length >= encodedAtOnce) encode();
    },
    end: () => {
      if (blocks.length === 0 && used === 0) {
        // A short answer: a block of exactly its size.
        const whole = Buffer.from(waiting);
        onBytes(whole.length);
        return [whole];
      }
      if (waiting !== '') encode();
      closeBlock();
      return blocks;
    },
  };
};
