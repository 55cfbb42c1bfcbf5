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

/** A set of networks; `has` tells whether an address is in one of them. */
export type Networks = { has(address: string): boolean };

/** Parses addresses and networks (`10.1.0.0/16`); undefined if one is invalid or has every address, or the list is empty. */
export const networks = (written: readonly string[]): Networks | undefined => {
  const set = new BlockList();
  for (const one of written) {
    const [address = '', length, ...more] = one.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const prefix = length === undefined ? bits : Number(length);
    const isNetwork = isIP(address) !== 0 && more.length === 0 && /^\d{0,3}$/.test(length ?? '');
    if (!isNetwork || length === '' || prefix === 0 || prefix > bits) return undefined;
    set.addSubnet(address, prefix, family(address));
  }
  if (written.length === 0) return undefined;
  return { has: address => isIP(address) !== 0 && set.check(address, family(address)) };
};
