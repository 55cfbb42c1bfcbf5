// What walking a chain of entries found (D23).
import { hashOf } from '../../src/adapters/access-log/chain.ts';

/**
 * A place where an entry does not follow the one before it. The id names it in a list of known breaks: it is another one as soon as one
 * of the two entries changes again.
 */
export type Break = { readonly id: string; readonly what: string };

/** The latest hash of a chain, and where it is. */
export type Tip = { readonly hash: string; readonly where: string };

export type Walked = {
  /** Entries whose hashes were compared. */
  readonly linked: number;
  /** Entries of earlier versions, which have no hash. */
  readonly unlinked: number;
  readonly tips: readonly Tip[];
  /** What is in order, but cannot be proved by what was read. */
  readonly notes: readonly string[];
  /** Where they were read, if only a part was: `2 of 3 files`. */
  readonly part?: string | undefined;
  /** The last entry that was read, as `--after` names it; undefined if none was. */
  readonly upTo?: string | undefined;
  /** Files that were not walked, because all their entries are in another one, in words. */
  readonly copies?: readonly string[];
  /** Months such as `2026-01` that `retain` dropped, in words. */
  readonly dropped?: ReadonlyMap<string, string>;
  readonly breaks: readonly Break[];
};

/** @param beside the hashes of the entries at both sides of the break, or texts that stand for them. */
export const breakAt = (what: string, ...beside: readonly string[]): Break => ({
  id: hashOf(beside.join(' ')).slice(0, 16),
  what,
});
