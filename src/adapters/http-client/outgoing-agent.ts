// The agent for outgoing HTTP calls: for each origin, directly or through a proxy.
import { Agent, Pool, ProxyAgent } from 'undici';
import { type CertificateSeen, seeingCertificate } from '../tls/seen-certificates.ts';

/** The URL of the proxy for calls to an origin, with its credentials; undefined if it is called directly. */
export type ProxyFor = (origin: string) => string | undefined;

export type OutgoingOptions = Omit<Agent.Options, 'connect' | 'factory' | 'tls'> & {
  /** Milliseconds to establish a connection: to the proxy, through it, and for TLS. */
  readonly connectTimeout: number;
  /** The certificates of the servers' authority and of this client, in PEM. A proxy gets none of them. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** Undefined: everything is called directly. */
  readonly proxyFor: ProxyFor | undefined;
  /** Takes the end of the certificate of a proxy that is called by https. */
  readonly proxyCertificateSeen?: CertificateSeen | undefined;
};

/** The connections of outgoing calls, through a proxy to the origins that have one. */
export const outgoingAgent = ({
  connectTimeout,
  tls = {},
  proxyFor,
  proxyCertificateSeen: seen,
  ...options
}: OutgoingOptions): Agent =>
  new Agent({
    ...options,
    connect: { timeout: connectTimeout, ...tls },
    factory: (origin, poolOptions) => {
      const uri = proxyFor?.(String(origin));
      if (uri === undefined) return new Pool(origin, poolOptions);
      return new ProxyAgent({
        ...poolOptions,
        uri,
        requestTls: tls,
        ...(seen && { proxyTls: seeingCertificate(seen) }),
        connectTimeout,
        // A proxy that does not answer must not keep its connection.
        clientFactory: (proxy, clientOptions) =>
          new Pool(proxy, { ...clientOptions, headersTimeout: connectTimeout }),
      });
    },
  });

/** "the proxy answered 407", if an error says that a proxy refused to open a tunnel; undefined for all others. */
export const proxyRefusal = (error: unknown): string | undefined => {
  // undici has no class or code of its own for this.
  const status = error instanceof Error && /^Proxy response \((\d{3})\)/.exec(error.message)?.[1];
  return status ? `the proxy answered ${status}` : undefined;
};
