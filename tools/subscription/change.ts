// The changes to the list of subscriptions: each takes a list and returns the next one, without files.
import type { WrittenSubscription } from '../../src/config/subscriptions.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import { Refusal } from '../command.ts';

export type Subscriptions = readonly WrittenSubscription[];

/** @property date on which the key is added: `2026-01-15`. */
export type NewKey = { readonly hash: string; readonly date: string };

/** The members that an operator sets; undefined: as it is, or the default. */
export type Options = {
  readonly [Name in Exclude<keyof WrittenSubscription, 'name' | 'keys' | 'keysAdded' | 'paused'>]?:
    | WrittenSubscription[Name]
    | undefined;
};

export type NewSubscription = NewKey & Options & { readonly name: string };

/** Keys are appended, so the first of two is the older one. */
const maxKeys = 2;
/** How many hex digits of a hash are shown. */
const shownDigits = 12;

/** The start of a hash, enough to tell keys apart. */
export const shortHash = (hash: string): string => hash.slice(0, 'sha256:'.length + shownDigits);

const find = (list: Subscriptions, name: string): WrittenSubscription => {
  const subscription = list.find(one => one.name === name);
  if (subscription !== undefined) return subscription;
  throw new Refusal(`There is no subscription "${name}". "list" shows all of them.`);
};

const replace = (list: Subscriptions, changed: WrittenSubscription): Subscriptions =>
  list.map(one => (one.name === changed.name ? changed : one));

/** Adds a subscription with one key. Throws a refusal if the name is taken. */
export const add = (
  list: Subscriptions,
  { name, hash, date, ...options }: NewSubscription,
): Subscriptions => {
  if (list.some(one => one.name === name)) {
    throw new Refusal(`The subscription "${name}" already exists. "rotate" gives it a new key.`);
  }
  const added = {
    name,
    keys: [hash],
    ...omitUndefined(options),
    keysAdded: { [hash]: date },
  };
  return [...list, added];
};

/**
 * Sets members, and removes others.
 * @param removed the names of members that get their default again.
 */
export const change = (
  list: Subscriptions,
  {
    name,
    removed,
    ...options
  }: Options & { readonly name: string; readonly removed: ReadonlySet<keyof Options> },
): Subscriptions => {
  const kept = Object.entries(find(list, name)).filter(([member]) => !removed.has(member as keyof Options));
  return replace(list, { ...(Object.fromEntries(kept) as WrittenSubscription), ...omitUndefined(options) });
};

/** Pauses a subscription: its keys are refused until it is resumed. */
export const pause = (list: Subscriptions, name: string): Subscriptions =>
  replace(list, { ...find(list, name), paused: true });

/** Ends a pause. */
export const resume = (list: Subscriptions, name: string): Subscriptions => {
  const { paused, ...members } = find(list, name);
  if (paused !== true) throw new Refusal(`"${name}" is not paused.`);
  return replace(list, members);
};

/** Adds a second key. Both are accepted until the older one is revoked. Throws a refusal if there are two already. */
export const rotate = (
  list: Subscriptions,
  { name, hash, date }: NewKey & { name: string },
): Subscriptions => {
  const subscription = find(list, name);
  const [old = ''] = subscription.keys;
  if (subscription.keys.length >= maxKeys) {
    throw new Refusal(
      `"${name}" already has two keys. First revoke the older one, ${shortHash(old)}: revoke ${name} --old`,
    );
  }
  return replace(list, {
    ...subscription,
    keys: [...subscription.keys, hash],
    keysAdded: { ...subscription.keysAdded, [hash]: date },
  });
};

const without = (list: Subscriptions, subscription: WrittenSubscription, key: string): Subscriptions => {
  if (subscription.keys.length === 1) {
    throw new Refusal(
      `This is the only key of "${subscription.name}". To end the subscription: revoke ${subscription.name} --all`,
    );
  }
  const { keysAdded, ...members } = subscription;
  const dates = Object.entries(keysAdded ?? {}).filter(([hash]) => hash !== key);
  return replace(list, {
    ...members,
    keys: subscription.keys.filter(one => one !== key),
    ...(dates.length === 0 ? {} : { keysAdded: Object.fromEntries(dates) }),
  });
};

/** Revokes the older of two keys. */
export const revokeOld = (list: Subscriptions, name: string): Subscriptions => {
  const subscription = find(list, name);
  return without(list, subscription, subscription.keys[0] ?? '');
};

/** Revokes the key whose hash starts with `start`. */
export const revokeKey = (
  list: Subscriptions,
  { name, start }: { readonly name: string; readonly start: string },
): Subscriptions => {
  const subscription = find(list, name);
  const matching = subscription.keys.filter(key => key.startsWith(start));
  const [key] = matching;
  if (key === undefined)
    throw new Refusal(`"${name}" has no key whose hash starts with ${start}. "list" shows its keys.`);
  if (matching.length > 1)
    throw new Refusal(`Both keys of "${name}" start with ${start}: give more digits of the hash.`);
  return without(list, subscription, key);
};

/** Removes the subscription with all its keys. */
export const revokeAll = (list: Subscriptions, name: string): Subscriptions => {
  const subscription = find(list, name);
  return list.filter(one => one !== subscription);
};
