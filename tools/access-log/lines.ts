// Reads a plain or gzipped log file line by line, because a file may not fit in memory.
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export type Line = {
  readonly number: number;
  /** Undefined for a line that is too long to be one of ours. */
  readonly text: string | undefined;
  /** Whether it ends with a newline. The last line of a file that is being written may not. */
  readonly isEnded: boolean;
};

/** The maximum number of characters in a line; an entry has a few hundred. */
const maxLineLength = 1_000_000;

const open = (path: string): Readable => {
  const bytes = createReadStream(path);
  if (!path.endsWith('.gz')) return bytes.setEncoding('utf8');
  return pipeline(bytes, createGunzip(), () => {
    // The reader of the decompressed stream receives the error.
  }).setEncoding('utf8');
};

/** Splits a text that arrives in chunks into lines. */
export const linesIn = async function* (chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0;
  let begun = '';
  let isTooLong = false;
  const end = (text: string, isEnded = true): Line => {
    number++;
    const line = { number, text: isTooLong ? undefined : begun + text, isEnded };
    begun = '';
    isTooLong = false;
    return line;
  };
  for await (const chunk of chunks) {
    const parts = chunk.split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) yield end(part);
    isTooLong ||= begun.length + rest.length > maxLineLength;
    begun = isTooLong ? '' : begun + rest;
  }
  if (begun !== '' || isTooLong) yield end('', false);
};

/** The lines of a file. Throws errors of the file system and of decompression. */
export const linesOf = (path: string): AsyncGenerator<Line> => linesIn(open(path));
