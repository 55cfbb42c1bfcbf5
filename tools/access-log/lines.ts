// Lines of a log file, plain or compressed, one at a time: a file may be larger than the memory.
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type Line = {
  readonly number: number /** Undefined for a line that is too long to be one of ours. */;
  readonly text: string | undefined;
};

/** Characters of a line; an entry has some hundred. */
const longest = 1_000_000;

const open = (path: string): Readable => {
  const bytes = createReadStream(path);
  if (!path.endsWith('.gz')) return bytes.setEncoding('utf8');
  return pipeline(bytes, createGunzip(), () => {
    // An error reaches whoever reads the decompressed bytes.
  }).setEncoding('utf8');
};

/** The lines of a text that comes in chunks. */
export const linesIn = async function* (chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0;
  let begun = '';
  let isTooLong = false;
  const end = (text: string): Line => {
    number++;
    const line = { number, text: isTooLong ? undefined : begun + text };
    begun = '';
    isTooLong = false;
    return line;
  };
  for await (const chunk of chunks) {
    const parts = chunk.split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) yield end(part);
    isTooLong ||= begun.length + rest.length > longest;
    begun = isTooLong ? '' : begun + rest;
  }
  if (begun !== '' || isTooLong) yield end('');
};

/** The lines of a file. Throws what the file system or the decompression throws. */
export const linesOf = (path: string): AsyncGenerator<Line> => linesIn(open(path));
