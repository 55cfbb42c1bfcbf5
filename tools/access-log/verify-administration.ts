// Verifies the chain of administration entries (D23), and reads from them which months were dropped.
import { join } from 'node:path';
import type { AdministrationEntry, ChainedAct } from '../../src/adapters/access-log/administration.ts';
import { hashOf } from '../../src/adapters/access-log/chain.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { visible } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { administrationName } from './administration.ts';
import { hashOfFile } from './chained-lines.ts';
import { parse } from './entries.ts';
import { linesOf } from './lines.ts';
import { type Break, breakAt, type Tip } from './walked.ts';

/** A link of the chain, with the words that name it. */
type Link = {
  readonly hash: string;
  readonly prev: string | null;
  readonly time: string;
  readonly here: string;
};

type WalkedLinks = { readonly breaks: readonly Break[]; readonly tips: readonly Tip[] };

/** Takes the links in the order of the chain. */
const chainOfActs = (onHash: (hash: string) => void) => {
  const breaks: Break[] = [];
  let before: Link | undefined;
  return {
    take: (link: Link) => {
      if (link.prev !== (before?.hash ?? null)) {
        const what =
          before === undefined
            ? `${link.here} continues an entry that is not there.`
            : `${link.here} does not follow ${before.here}: one of them was changed, or entries between them are missing.`;
        breaks.push(breakAt(what, before?.hash ?? '', link.hash));
      }
      before = link;
      onHash(link.hash);
    },
    isNoLink: (what: string, hash: string) => void breaks.push(breakAt(what, before?.hash ?? '', hash)),
    result: (): WalkedLinks => ({
      breaks,
      tips: before === undefined ? [] : [{ hash: before.hash, where: `administration ${before.time}` }],
    }),
  };
};

/** Walks the entries of the database's table, and reads from them what they say about its months. */
export const verifyActs = async (
  acts: AsyncIterable<ChainedAct>,
  onHash: (hash: string) => void,
): Promise<WalkedLinks & { readonly months: KnownMonths }> => {
  const chain = chainOfActs(onHash);
  const months = monthsOfActs();
  let number = 0;
  for await (const { entry, hash } of acts) {
    number++;
    const { action, time, prev } = entry;
    chain.take({ hash, prev, time, here: `administration entry ${number} (${action}, ${time})` });
    months.take(entry);
  }
  return { ...chain.result(), months: months.result() };
};

/** Whether a line is an entry: it has what the walk compares. */
const isLink = (value: unknown): value is { prev: string | null; time: string; action: string } => {
  if (typeof value !== 'object' || value === null) return false;
  const { prev, time, action } = value as Record<string, unknown>;
  return (
    (prev === null || typeof prev === 'string') && typeof time === 'string' && typeof action === 'string'
  );
};

/** Walks the file in a folder of log files. `verify` itself has just left an entry there. */
export const verifyActsFile = async (
  folder: string,
  onHash: (hash: string) => void,
): Promise<WalkedLinks> => {
  const file = join(folder, administrationName);
  const chain = chainOfActs(onHash);
  try {
    for await (const { number, text = '' } of linesOf(file)) {
      const value = parse(text);
      const place = `${visible(file)}:${number}`;
      if (isLink(value))
        chain.take({
          hash: hashOf(text),
          prev: value.prev,
          time: value.time,
          here: `${place} (${value.action})`,
        });
      else chain.isNoLink(`${place} is not an entry.`, hashOf(text));
    }
  } catch (error) {
    const reason = errorCode(error);
    const what = `${visible(file)} could not be read to its end (${reason}).`;
    chain.isNoLink(what, await hashOfFile(file, reason));
  }
  return chain.result();
};

/** What the entries say about the months of the database. */
export type KnownMonths = {
  /** Those that a migration found or made. */
  readonly found: readonly string[];
  /** Those that `retain` dropped, in words. */
  readonly dropped: ReadonlyMap<string, string>;
  /** The last hashes of the chains in what `retain` dropped. */
  readonly droppedHashes: ReadonlySet<string>;
};

const monthsOfActs = () => {
  const found = new Set<string>();
  const dropped = new Map<string, string>();
  const droppedHashes = new Set<string>();
  return {
    take: ({ action, months, entries, last, user, time, reason }: AdministrationEntry) => {
      if (action === 'migrate') for (const month of months ?? []) found.add(month);
      if (action !== 'retain') return;
      const why = reason === null ? '' : `, ${visible(reason)}`;
      for (const month of months ?? [])
        dropped.set(
          month,
          `${month} with ${counted(entries ?? 0, 'entry', 'entries')} is missing: retain dropped it (${visible(user)}, ${time}${why}).`,
        );
      for (const hash of last ?? []) droppedHashes.add(hash);
    },
    result: (): KnownMonths => ({ found: [...found].toSorted(), dropped, droppedHashes }),
  };
};
