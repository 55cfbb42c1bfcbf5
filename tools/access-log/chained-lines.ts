// The lines of a log file, each with its hash.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import { type HandedOnEntry, isEntry, parse } from './entries.ts';
import { linesOf } from './lines.ts';

export type ChainedLine = {
  readonly file: string;
  readonly number: number;
  readonly hash: string;
  /** Undefined for a line that is not an entry. */
  readonly entry: HandedOnEntry | undefined;
  /** False for the last line of a file that is being written, or whose process was killed. */
  readonly isEnded: boolean;
};

/** The lines of one file. Throws errors of the file system and of decompression. */
export const chainedLinesOf = async function* (file: string): AsyncGenerator<ChainedLine> {
  for await (const { number, text = '', isEnded } of linesOf(file)) {
    const value = parse(text);
    yield { file, number, hash: hashOf(text), entry: isEntry(value) ? value : undefined, isEnded };
  }
};

/** The hash of a file that cannot be read to its end: of its bytes, or where even these cannot be read, of the reason. */
export const hashOfFile = async (file: string, reason: string): Promise<string> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return `${file} ${reason}`;
  }
};
