// The client address, for rate limits (D3, D13: one key for each client, however a proxy writes the address) and the access log.
import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** Longer texts are not addresses: the longest has 45 characters, plus zone, brackets and port. */
const longest = 128;

/** `[2001:db8::1]:4711`, `[2001:db8::1]`, `203.0.113.7:4711`, or a bare address, each with or without quotes. */
const forms = /^"?(?:\[(?<bracketed>[^\]]*)\](?::\d+)?|(?<dotted>[^"]*\.\d+):\d+|(?<bare>[^"]*))"?$/;

/** Strips port, brackets, quotes and zone; undefined for a text that is not an address. */
export const bareAddress = (written: string): string | undefined => {
  if (written.length > longest) return undefined;
  const { bracketed, dotted, bare = '' } = forms.exec(written.trim())?.groups ?? {};
  const [address = ''] = (bracketed ?? dotted ?? bare).split('%', 1);
  return isIP(address) === 0 ? undefined : address;
};

/** Whether an address in `x-forwarded-for` is a trusted proxy's, with or without a port. */
export const isTrustedHop =
  (isTrusted: (address: string) => boolean) =>
  (written: string): boolean => {
    const address = bareAddress(written);
    return address !== undefined && isTrusted(address);
  };

/**
 * The key under which the calls of an address are counted. An IPv4 address is its own key, even if written as an
 * IPv4-mapped IPv6 address. IPv6 addresses are counted by their /64, because a subscriber usually has a whole one. All
 * texts that are not addresses share one key, so nobody escapes a limit by varying them.
 * @param written `request.ip`: the peer's address, or what trusted proxies wrote in `x-forwarded-for`.
 */
export const addressKey = (written: string): string => {
  const address = bareAddress(written);
  return address === undefined ? 'unknown' : normalizeIP(address, 64);
};

/** The address itself, in its one canonical form, for the access log (D23); undefined for a text that is not an address. */
export const clientAddress = (written: string): string | undefined => {
  const address = bareAddress(written);
  return address === undefined ? undefined : normalizeIP(address, 128);
};
