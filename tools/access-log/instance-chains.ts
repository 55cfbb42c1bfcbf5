// Verifies the chains of the instances that share a database, in its table or in lines that were exported from it (D23).
import type { ChainLink } from '../../src/adapters/access-log/database/links.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { visible } from '../command.ts';
import { type Break, breakAt, type Tip } from './walked.ts';

export const requestIn = ({ requestId }: Pick<AccessEntry, 'requestId'>) => `request ${visible(requestId)}`;

/** How many rows are remembered, to know them when they come again. */
const maxRemembered = 100_000;

/** @param here describes the row. */
export const gapBetween = (here: string, { hash }: ChainLink, before: ChainLink): Break =>
  breakAt(
    `${here} does not follow entry ${before.number} (${requestIn(before.entry)}): one of them was changed, or entries between them are missing.`,
    before.hash,
    hash,
  );

export type InstanceChains = {
  /** Takes the next row, at a place such as `file:12`; an instance's rows come in the order of its chain. */
  take(row: ChainLink, place?: string): void;
  result(): { readonly linked: number; readonly breaks: readonly Break[]; readonly tips: readonly Tip[] };
};

/**
 * @param onHash is called with the hash of each row.
 * @param onFirst is called with the first row of an instance that continues another row; `here` describes it.
 * @param mayRepeat whether rows may come twice: who hands entries on repeats those of a run that failed.
 */
export const instanceChains = ({
  onHash,
  onFirst,
  mayRepeat,
}: {
  onHash: (hash: string) => void;
  onFirst: (here: string, row: ChainLink) => void;
  mayRepeat: boolean;
}): InstanceChains => {
  let linked = 0;
  const breaks: Break[] = [];
  const last = new Map<string, ChainLink>();
  const remembered = new Map<bigint, string>();

  const remember = ({ number, hash }: ChainLink) => {
    remembered.set(number, hash);
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
  };

  const describe = ({ number, entry }: ChainLink, place: string | undefined) =>
    `${place === undefined ? '' : `${place}: `}entry ${number} (${requestIn(entry)}, ${entry.time}) of ${visible(entry.instance ?? '')}`;

  const repeat = (row: ChainLink, place: string | undefined) => {
    const before = remembered.get(row.number);
    if (before === row.hash) return;
    const what =
      before === undefined ? 'comes after later ones' : 'comes again, and is another one than before';
    breaks.push(breakAt(`${describe(row, place)} ${what}.`, row.hash, before ?? 'late'));
  };

  return {
    take: (row, place) => {
      const { entry, hash } = row;
      const instance = entry.instance ?? '';
      const before = last.get(instance);
      if (mayRepeat && before !== undefined && row.number <= before.number) return repeat(row, place);
      if (before === undefined) {
        if (entry.prev !== null) onFirst(describe(row, place), row);
      } else if (entry.prev !== before.hash) breaks.push(gapBetween(describe(row, place), row, before));
      linked++;
      last.set(instance, row);
      if (mayRepeat) remember(row);
      onHash(hash);
    },
    result: () => ({
      linked,
      breaks,
      tips: [...last].map(([instance, { number, hash, entry }]) => ({
        hash,
        where: `${visible(instance)} number ${number} ${entry.time}`,
      })),
    }),
  };
};
