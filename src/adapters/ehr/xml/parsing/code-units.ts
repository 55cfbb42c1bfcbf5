// The characters of a chunk as numbers. For each `charCodeAt`, V8 looks at how the text is stored before it reads one character;
// an array is read at once.

/** The UTF-16 code units of a text, and a zero behind them. */
export type CodeUnits = Uint16Array;

type Memory = { readonly bytes: Buffer; readonly units: CodeUnits };

const newMemory = (length: number): Memory => {
  const bytes = Buffer.from(new ArrayBuffer(2 * length));
  return { bytes, units: new Uint16Array(bytes.buffer) };
};

/** Memory for the next chunk: nearly all have the same size, and one is read to its end before the next one, of any document. */
let spare: Memory | undefined;

const memoryFor = (length: number): Memory => {
  const found = spare !== undefined && spare.units.length > length ? spare : newMemory(length + 1);
  // If a chunk were read while another one is, it would get its own.
  spare = undefined;
  return found;
};

/** The code units of one chunk at a time. */
export const codeUnits = () => {
  let memory: Memory | undefined;
  return {
    /** Those of the chunk. Until `release`, those of the first call. */
    of: (chunk: string): CodeUnits => {
      if (memory === undefined) {
        memory = memoryFor(chunk.length);
        // The platforms of Node are little-endian, but for one.
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
