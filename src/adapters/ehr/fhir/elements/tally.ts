// What a record lacks, counted while it is read (D29).
import type { Loss } from '../../../../domain/model/loss.ts';
import type { Meter } from '../../meter.ts';
import type { Reads } from '../../values/unread.ts';

/** What has been read for a record, and the losses that have been counted. */
export type Tally = {
  readonly losses: Loss[];
  /** Of the record, for what it refers to; undefined where no references are followed. */
  readonly meter: Meter | undefined;
  /** Losses that count only once per record, by their keys; undefined until there is one. */
  once: Map<unknown, Loss> | undefined;
  /** What has been read: the rest is counted at the end (unread.ts). Undefined where nobody asks for the rest. */
  readonly reads: Reads | undefined;
  /** The members that have been counted as a whole, by their objects; an empty name stands for the object itself. */
  counted: Map<object, Set<string>> | undefined;
  /** Narratives that are a loss if they say something, which is known once they have been read (narrative.ts). */
  readonly narratives: { readonly html: string; readonly loss: Loss }[];
};

/** A tally of losses alone. */
export const newTally = (meter?: Meter): Tally => ({
  losses: [],
  meter,
  once: undefined,
  reads: undefined,
  counted: undefined,
  narratives: [],
});

/** The tally of a record, of which the rest is counted too (unread.ts). */
export const recordTally = (meter: Meter | undefined): Tally => ({ ...newTally(meter), reads: new Map() });

/** Marks that an object, or a member of it, has been counted as a whole: what is in it is not counted again. */
export const markCounted = (tally: Tally, object: object, member = ''): void => {
  tally.counted ??= new Map();
  const members = tally.counted.get(object);
  if (members === undefined) tally.counted.set(object, new Set([member]));
  else members.add(member);
};

/** Counts a loss with a path of its own, once per record and key. What it hides adds up. */
export const addOnce = (tally: Tally, key: unknown, loss: Loss): undefined => {
  tally.once ??= new Map();
  const counted = tally.once.get(key);
  if (counted === undefined) {
    tally.once.set(key, loss);
    tally.losses.push(loss);
    return;
  }
  const merged = { ...counted, hides: [...new Set([...counted.hides, ...loss.hides])] };
  tally.once.set(key, merged);
  tally.losses[tally.losses.indexOf(counted)] = merged;
};

/** Reads a part of an element. It is complete if reading it counts no loss: what is left of a part can mean something else. */
export const readPart = <V>({ tally }: { readonly tally: Tally }, read: () => V) => {
  const before = tally.losses.length;
  const value = read();
  return { value, isComplete: tally.losses.length === before };
};

/** Counts the losses of another tally too. */
export const addTally = (tally: Tally, { losses, once, counted }: Tally): void => {
  const added = losses.length + (counted?.size ?? 0);
  if (added > 0) tally.meter?.('outside', added);
  for (const [object, members] of counted ?? [])
    for (const member of members) markCounted(tally, object, member);
  if (losses.length === 0) return;
  const keys = new Map([...(once ?? [])].map(([key, loss]) => [loss, key]));
  for (const loss of losses) {
    const key = keys.get(loss);
    if (key === undefined) tally.losses.push(loss);
    else addOnce(tally, key, loss);
  }
};
