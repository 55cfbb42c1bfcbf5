// What is called through which proxy, for operators.
import type { ProxyFor } from '../adapters/ehr/adapter.ts';
import type { Configuration } from './index.ts';
import { addressOfProxy, issuerProxyFor } from './settings/proxies.ts';

/** Origin → the address of its proxy, for those of the URLs that are called through one. */
const proxiesOf = (urls: readonly string[], proxyFor: ProxyFor | undefined) =>
  urls.flatMap(url => {
    const { origin } = new URL(url);
    const proxy = proxyFor?.(origin);
    return proxy === undefined ? [] : [[origin, addressOfProxy(proxy)] as const];
  });

/** What is called through which proxy: by `issuer` and the names of the systems. Without credentials. */
export const proxiesInUse = ({ settings, region }: Pick<Configuration, 'settings' | 'region'>) => {
  const { AUTH_ISSUER: issuer, AUTH_JWKS_URI: keys } = settings;
  const issuerUrls = keys === undefined ? [issuer] : [issuer, keys];
  const used = [
    ['issuer', proxiesOf(issuerUrls, issuerProxyFor(settings))] as const,
    ...region.systems.map(({ name, adapter, baseUrl, auth, proxyFor, profileMembers }) => {
      const others = region.adapters[adapter]?.otherUrls?.(profileMembers) ?? [];
      const urls = [baseUrl, ...(auth === undefined ? [] : [auth.tokenUrl]), ...others];
      return [`systems/${name}`, proxiesOf(urls, proxyFor)] as const;
    }),
  ].filter(([, proxies]) => proxies.length > 0);
  return Object.fromEntries(used.map(([name, proxies]) => [name, Object.fromEntries(proxies)]));
};
