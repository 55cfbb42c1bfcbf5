// Proxies for outgoing calls: their URLs in settings and profile, and which of the environment's holds for an origin.
import type { ProxyFor } from '../../adapters/ehr/adapter.ts';
import { isLoopback, networks } from './addresses.ts';
import { percentDecoded, type Spec, split } from './value-forms.ts';

export const proxyForm = 'the URL of an HTTP proxy, such as http://proxy.example.internal:3128';

/** Parses the URL of a proxy, with or without credentials. */
export const readProxyUrl = (text: string): string | undefined => {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text)) return undefined;
  const { pathname, search, hash, username, password, href } = new URL(text);
  const isBare = pathname === '/' && search === '' && hash === '';
  const isReadable = [username, password].every(part => percentDecoded(part) !== undefined);
  return isBare && isReadable ? href : undefined;
};

const hasCredentials = (url: string): boolean => {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};

/** Parses the URL of a proxy where secrets must stand elsewhere: one with credentials must come from `env:` or `file:`. */
export const readConfiguredProxy = (text: string, isReferred = false): string | undefined => {
  const url = readProxyUrl(text);
  return url === undefined || (hasCredentials(url) && !isReferred) ? undefined : url;
};

export const configuredProxyForm = `${proxyForm}; one with credentials as env:NAME or file:PATH`;

/** The address of a proxy for the log, without credentials. */
export const addressOfProxy = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};

/** Hosts that are called directly, from `NO_PROXY`. */
export type DirectHosts = { has(host: string, port: number): boolean };

/** `[::1]:443`, `[::1]`, `host:443` or `host`; a bare IPv6 address has more than one colon. */
const entryForm = /^(?:\[([^\]]+)\]|([^:[\]/]+))(?::(\d{1,5}))?$/;

/** One entry of `NO_PROXY`: a name with its subdomains, `*.name` for the subdomains alone, an address, a network, or `*`. */
const readEntry = (entry: string): DirectHosts | undefined => {
  if (entry === '*') return { has: () => true };
  const network = networks([entry]);
  if (network !== undefined) return network;
  const [, address, name, port] = entryForm.exec(entry) ?? [];
  const written = address ?? name;
  if (written === undefined) return undefined;
  const host = written
    .toLowerCase()
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  if (host === '' || host.includes('*')) return undefined;
  const isExact = (hostname: string) => hostname === host && !written.startsWith('*.');
  return {
    has: (hostname, at) =>
      (port === undefined || Number(port) === at) && (isExact(hostname) || hostname.endsWith(`.${host}`)),
  };
};

export const directHosts: Spec<DirectHosts> = {
  expected: 'host names, addresses and networks (at most /8) that are called directly, or *',
  read: value => {
    const entries = split(value.replace(/\s+/g, ',')).map(readEntry);
    const valid = entries.filter(entry => entry !== undefined);
    return valid.length < entries.length
      ? undefined
      : { has: (host, port) => valid.some(entry => entry.has(host, port)) };
  },
};

/**
 * Calls by https go through the proxy. Calls by http do not leave this machine, and would be readable in the proxy.
 * @param url the proxy's.
 */
export const always =
  (url: string): ProxyFor =>
  origin =>
    origin.startsWith('https:') ? url : undefined;

/** The environment's settings about proxies. */
export type EnvironmentProxies = {
  readonly HTTPS_PROXY?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly NO_PROXY?: DirectHosts | undefined;
};

/**
 * The proxy of the environment for an origin; undefined if there is none for any. Loopback addresses are always called directly.
 * `HTTP_PROXY` holds where there is no `HTTPS_PROXY`, as in undici.
 */
export const environmentProxyFor = ({
  HTTPS_PROXY,
  HTTP_PROXY,
  NO_PROXY,
}: EnvironmentProxies): ProxyFor | undefined => {
  const url = HTTPS_PROXY ?? HTTP_PROXY;
  if (url === undefined) return undefined;
  return origin => {
    const { hostname, port } = new URL(origin);
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    if (isLoopback(host) || NO_PROXY?.has(host, Number(port || 443)) === true) return undefined;
    return always(url)(origin);
  };
};

/** The proxy for calls to the issuer: `AUTH_PROXY`, else the environment's. */
export const issuerProxyFor = (
  settings: EnvironmentProxies & { readonly AUTH_PROXY?: string | undefined },
): ProxyFor | undefined =>
  settings.AUTH_PROXY === undefined ? environmentProxyFor(settings) : always(settings.AUTH_PROXY);
