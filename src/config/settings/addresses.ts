// Checks on addresses: loopback, networks, and URLs over which patient data may be sent.
import { BlockList, isIP } from 'node:net';

const loopbacks = new BlockList();
loopbacks.addSubnet('127.0.0.0', 8, 'ipv4');
loopbacks.addAddress('::1', 'ipv6');

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address or host name is loopback. */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  return isIP(bare) !== 0 && loopbacks.check(bare, family(bare));
};

/** Whether a URL is https, or http to a loopback address; without user, password and fragment. */
export const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
};

/** What the address of a system or of its token server is, in words. */
export const baseUrlForm = 'an https URL (http only on a loopback address), without query';

/** Whether a URL is safe and has no query. */
export const isBaseUrl = (text: string): boolean => isSafeUrl(text) && new URL(text).search === '';

/** Whether a text can be an address or a host name: without port, brackets and blanks. */
export const isHost = (text: string): boolean => isIP(text) !== 0 || /^[A-Za-z0-9._-]+$/.test(text);

/** A set of networks; `has` tells whether an address is in one of them. */
export type Networks = { has(address: string): boolean };

/** The shortest prefixes: no network of a proxy is larger. Two of /1 would be every address. */
const shortest = { ipv4: 8, ipv6: 7 } as const;

/** IPv4 as a part of IPv6: `::ffff:10.0.0.5` is 10.0.0.5. */
const mappedBits = 96;
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', mappedBits, 'ipv6');

/** Whether a network is larger than one of a proxy can be. */
const isTooLarge = (address: string, prefix: number): boolean => {
  if (family(address) === 'ipv4') return prefix < shortest.ipv4;
  if (prefix < shortest.ipv6) return true;
  if (prefix >= mappedBits + shortest.ipv4) return false;
  const network = new BlockList();
  network.addSubnet(address, prefix, 'ipv6');
  return mapped.check(address, 'ipv6') || network.check('::ffff:0:0', 'ipv6');
};

/** Parses addresses and networks (`10.1.0.0/16`); undefined if one is invalid or too large, or the list is empty. */
export const networks = (written: readonly string[]): Networks | undefined => {
  const set = new BlockList();
  for (const entry of written) {
    const [address = '', length, ...more] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const prefix = length === undefined ? bits : Number(length);
    const isNetwork = isIP(address) !== 0 && more.length === 0 && /^\d{0,3}$/.test(length ?? '');
    if (!isNetwork || length === '' || prefix > bits || isTooLarge(address, prefix)) return undefined;
    set.addSubnet(address, prefix, family(address));
  }
  if (written.length === 0) return undefined;
  return { has: address => isIP(address) !== 0 && set.check(address, family(address)) };
};
