// A fair draw of entries, for the checks that are made again and again (HSLF-FS 2016:40, chapter 4, section 9).
import { hash, randomBytes } from 'node:crypto';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { UsageError } from '../command.ts';
import type { Printer } from './printers.ts';

type Drawn = { readonly key: string; readonly at: number; readonly entry: AccessEntry };

/** The most entries that are drawn: they are held in memory. */
const maxSample = 10_000;

export const sampleSizeOf = (written: string): number => {
  const size = Number(written);
  if (!/^\d{1,5}$/.test(written) || size < 1 || size > maxSample)
    throw new UsageError(`--sample: how many entries, 1 to ${maxSample}.`);
  return size;
};

/** A seed that nobody knew before. */
export const newSeed = (): string => randomBytes(8).toString('hex');

/** Where a key belongs among sorted ones. */
const placeOf = (key: string, drawn: readonly Drawn[]): number => {
  let [low, high] = [0, drawn.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((drawn[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Passes on `size` of the entries, in their order: those for which the SHA-256 of the seed and the entry is the smallest. So each entry
 * has the same chance, whoever wrote it, and anybody can draw the same ones again.
 */
export const samplePrinter = (printer: Printer, { size, seed }: { size: number; seed: string }): Printer => {
  const drawn: Drawn[] = [];
  let count = 0;
  return {
    begin: printer.begin,
    entry: async entry => {
      count++;
      const key = hash('sha256', `${seed}\n${JSON.stringify(entry)}`, 'hex');
      const at = placeOf(key, drawn);
      if (at === size) return;
      drawn.splice(at, 0, { key, at: count, entry });
      if (drawn.length > size) drawn.pop();
    },
    end: async outcome => {
      for (const { entry } of drawn.toSorted((a, b) => a.at - b.at)) await printer.entry(entry);
      await printer.end(outcome);
    },
  };
};
