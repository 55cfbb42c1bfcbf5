// The lines of log files in the order in which they were written, each with its hash.
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { firstOf, isEntry, parse } from './entries.ts';
import { linesOf } from './lines.ts';

export type ChainedLine = {
  readonly file: string;
  readonly number: number;
  readonly hash: string;
  /** Undefined for a line that is not an entry. */
  readonly entry: AccessEntry | undefined;
  /** False for the last line of a file that is being written, or whose process was killed. */
  readonly isEnded: boolean;
};

/** The files in the order of their first entries. Those without an entry come first. */
export const inOrder = async (files: readonly string[]): Promise<string[]> => {
  const begun: { file: string; time: string }[] = [];
  for (const file of files) begun.push({ file, time: (await firstOf(file))?.time ?? '' });
  return begun.toSorted((a, b) => a.time.localeCompare(b.time)).map(({ file }) => file);
};

/** The lines of one file. Throws errors of the file system and of decompression. */
export const chainedLinesOf = async function* (file: string): AsyncGenerator<ChainedLine> {
  for await (const { number, text = '', isEnded } of linesOf(file)) {
    const value = parse(text);
    yield { file, number, hash: hashOf(text), entry: isEntry(value) ? value : undefined, isEnded };
  }
};
