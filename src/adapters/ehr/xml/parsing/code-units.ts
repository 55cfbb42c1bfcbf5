// The characters of a chunk as numbers. At each `charCodeAt`, V8 determines how the string is stored before it reads a character;
// it reads an array directly.

/** The UTF-16 code units of a text, followed by a zero. */
export type CodeUnits = Uint16Array;

type Memory = { readonly bytes: Buffer; readonly units: CodeUnits };

const newMemory = (length: number): Memory => {
  const bytes = Buffer.from(new ArrayBuffer(2 * length));
  return { bytes, units: new Uint16Array(bytes.buffer) };
};

/**
 * Memory for the next chunk of any document: nearly all chunks have the same size, and each is read to its end before the next
 * one begins. A chunk that is read while another one is being read gets memory of its own.
 */
let spare: Memory | undefined;

const memoryFor = (length: number): Memory => {
  const found = spare !== undefined && spare.units.length > length ? spare : newMemory(length + 1);
  spare = undefined;
  return found;
};

/** The code units of the chunks of one document, one chunk at a time. */
export const codeUnits = () => {
  let memory: Memory | undefined;
  return {
    /** The code units of a chunk. The first call writes them into memory; later calls, until `release`, return the same memory. */
    of: (chunk: string): CodeUnits => {
      if (memory === undefined) {
        memory = memoryFor(chunk.length);
        // All platforms for which `npm ci` installs Node are little-endian.
        memory.bytes.write(chunk, 'utf16le');
        memory.units[chunk.length] = 0;
      }
      return memory.units;
    },
    /** The chunk has been read. */
    release: (): void => {
      spare = memory ?? spare;
      memory = undefined;
    },
  };
};
