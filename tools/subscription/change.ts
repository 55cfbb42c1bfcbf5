// What can be done to the list of subscriptions: from one list to the next, without files.
import type { WrittenSubscription } from '../../src/config/subscriptions.ts';
import { Refusal } from '../command.ts';

export type Subscriptions = readonly WrittenSubscription[];
export type NewSubscription = {
  readonly name: string;
  readonly hash: string;
  readonly rateLimit?: number | undefined;
  readonly userRateLimit?: number | undefined;
  readonly clients?: readonly string[] | undefined;
};

/** Keys are appended, so that the first of two is the older one. */
const mostKeys = 2;
/** Hex digits of a hash that are shown. */
const shown = 12;

/** A hash as people tell it from another. */
export const shortHash = (hash: string): string => hash.slice(0, 'sha256:'.length + shown);

const find = (list: Subscriptions, name: string): WrittenSubscription => {
  const found = list.find(one => one.name === name);
  if (found !== undefined) return found;
  throw new Refusal(`There is no subscription "${name}". "list" shows those that there are.`);
};

const replace = (list: Subscriptions, changed: WrittenSubscription): Subscriptions =>
  list.map(one => (one.name === changed.name ? changed : one));

export const add = (
  list: Subscriptions,
  { name, hash, rateLimit, userRateLimit, clients }: NewSubscription,
): Subscriptions => {
  if (list.some(one => one.name === name)) {
    throw new Refusal(`There is a subscription "${name}" already. "rotate" gives it a new key.`);
  }
  const added = {
    name,
    keys: [hash],
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(userRateLimit === undefined ? {} : { userRateLimit }),
    ...(clients === undefined ? {} : { clients: [...clients] }),
  };
  return [...list, added];
};

/** Adds a second key; both open the door until the older one is revoked. */
export const rotate = (list: Subscriptions, name: string, hash: string): Subscriptions => {
  const found = find(list, name);
  const [old = ''] = found.keys;
  if (found.keys.length >= mostKeys) {
    throw new Refusal(
      `"${name}" has two keys already. First end the older one, ${shortHash(old)}, with: revoke ${name} --old`,
    );
  }
  return replace(list, { ...found, keys: [...found.keys, hash] });
};

const without = (list: Subscriptions, found: WrittenSubscription, key: string): Subscriptions => {
  if (found.keys.length === 1) {
    throw new Refusal(
      `"${found.name}" has this one key alone. To end the subscription: revoke ${found.name} --all`,
    );
  }
  return replace(list, { ...found, keys: found.keys.filter(one => one !== key) });
};

/** Ends the older of two keys. */
export const revokeOld = (list: Subscriptions, name: string): Subscriptions => {
  const found = find(list, name);
  return without(list, found, found.keys[0] ?? '');
};

/** Ends the key whose hash begins so. */
export const revokeKey = (list: Subscriptions, name: string, beginning: string): Subscriptions => {
  const found = find(list, name);
  const fitting = found.keys.filter(key => key.startsWith(beginning));
  const [key] = fitting;
  if (key === undefined) throw new Refusal(`"${name}" has no key whose hash begins so. "list" shows them.`);
  if (fitting.length > 1) throw new Refusal(`Both keys of "${name}" begin so: give more of the hash.`);
  return without(list, found, key);
};

/** Ends the subscription with all of its keys. */
export const revokeAll = (list: Subscriptions, name: string): Subscriptions => {
  const found = find(list, name);
  return list.filter(one => one !== found);
};
