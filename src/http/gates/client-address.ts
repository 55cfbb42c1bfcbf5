// The client address as rate limits count it (D3, D13): one key for each client, however a proxy spells the address.
import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** Longer texts are not addresses; the longest one has 45 characters, and then come a zone, brackets and a port. */
const longest = 128;

/** `[2001:db8::1]:4711` and `[2001:db8::1]`, `203.0.113.7:4711`, and a bare address; each may stand in quotes. */
const forms = /^"?(?:\[(?<bracketed>[^\]]*)\](?::\d+)?|(?<dotted>[^"]*\.\d+):\d+|(?<bare>[^"]*))"?$/;

/** An address without port, brackets, quotes and zone; undefined for a text that is not an address. */
export const bareAddress = (written: string): string | undefined => {
  if (written.length > longest) return undefined;
  const { bracketed, dotted, bare = '' } = forms.exec(written.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? dotted ?? bare).split('%', 1);
  return isIP(address) === 0 ? undefined : address;
};

/** Whether an address that a proxy wrote is the one of a trusted proxy, with a port or without. */
export const isTrustedHop =
  (isTrusted: (address: string) => boolean) =>
  (written: string): boolean => {
    const address = bareAddress(written);
    return address !== undefined && isTrusted(address);
  };

/** An IPv6 address takes microseconds to normalize, and most calls come from an address that was seen before. */
const seen = new LRUCache<string, string>({ max: 10_000 });

const normalized = (address: string): string => {
  if (isIP(address) === 4) return address;
  const known = seen.get(address);
  if (known !== undefined) return known;
  const key = normalizeIP(address, 64);
  seen.set(address, key);
  return key;
};

/**
 * The key under which the calls of an address are counted: an IPv4 address as it is, also where it is written as an
 * IPv6 one; an IPv6 address by its /64, because a subscriber usually has a whole one. Texts that are not an address share
 * one key, so that nobody escapes a limit by varying them.
 * @param written `request.ip`: the peer's address, or what trusted proxies wrote in `x-forwarded-for`.
 */
export const addressKey = (written: string): string => {
  const address = bareAddress(written);
  return address === undefined ? 'unknown' : normalized(address);
};
