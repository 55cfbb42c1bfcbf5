// The lines of log files in the order in which they were written, each with its hash.
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import { firstOf, type HandedOnEntry, isEntry, parse } from './entries.ts';
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

/** The files in the order of their first entries: of their numbers, where they have some. Those without an entry come first. */
export const inOrder = async (files: readonly string[]): Promise<string[]> => {
  const begun: { file: string; time: string; number: number }[] = [];
  for (const file of files) {
    const { time = '', number = 0 }: Partial<HandedOnEntry> = (await firstOf(file)) ?? {};
    begun.push({ file, time, number });
  }
  return begun
    .toSorted((a, b) => a.number - b.number || a.time.localeCompare(b.time))
    .map(({ file }) => file);
};

/** The lines of one file. Throws errors of the file system and of decompression. */
export const chainedLinesOf = async function* (file: string): AsyncGenerator<ChainedLine> {
  for await (const { number, text = '', isEnded } of linesOf(file)) {
    const value = parse(text);
    yield { file, number, hash: hashOf(text), entry: isEntry(value) ? value : undefined, isEnded };
  }
};
