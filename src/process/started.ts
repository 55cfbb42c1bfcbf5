// What is said of a configuration: by the log at the start (what has started, and what is probably not meant), and by
// `npm start -- --check`.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import packageFile from '../../package.json' with { type: 'json' };
import type { Logger } from '../adapters/telemetry/logger.ts';
import type { Configuration } from '../config/index.ts';
import { describeSystem } from '../config/region/system.ts';
import { addressOfProxy, issuerProxyFor } from '../config/settings/proxies.ts';
import type { UnknownSetting } from '../config/settings/unknown-settings.ts';
import { configurationWarnings, fileWarnings, reportWarnings } from '../config/warnings.ts';

type Servers = {
  readonly app: FastifyInstance;
  readonly admin: FastifyInstance | undefined;
  readonly instance: string;
};

const urlsOf = (app: FastifyInstance | undefined, scheme: 'http' | 'https'): string[] =>
  ((app?.addresses() ?? []) as AddressInfo[]).map(({ address, family, port }) => {
    const host = family === 'IPv6' ? `[${address}]` : address;
    return `${scheme}://${host}:${port}`;
  });

/** Origin → the address of its proxy, for those of the URLs that are called through one. */
const proxiesOf = (urls: readonly string[], proxyFor: ReturnType<typeof issuerProxyFor>) =>
  urls.flatMap(url => {
    const { origin } = new URL(url);
    const proxy = proxyFor?.(origin);
    return proxy === undefined ? [] : [[origin, addressOfProxy(proxy)] as const];
  });

/** What is called through which proxy: by `issuer` and the names of the systems. Without credentials. */
const proxiesInUse = ({ settings, region }: Pick<Configuration, 'settings' | 'region'>) => {
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

/** The version, the region, its systems, and the addresses it listens on. */
export const startedFields = (configuration: Configuration, { app, admin, instance }: Servers) => {
  const proxies = proxiesInUse(configuration);
  return {
    version: packageFile.version,
    node: process.version,
    instance,
    region: configuration.region.name,
    profile: configuration.region.version,
    systems: Object.fromEntries(
      configuration.region.systems.map(system => [system.name, describeSystem(system)]),
    ),
    ...(Object.keys(proxies).length === 0 ? {} : { proxies }),
    addresses: urlsOf(app, configuration.tls === undefined ? 'http' : 'https'),
    metrics: urlsOf(admin, 'http').map(url => `${url}/metrics`),
  };
};

/** Settings of Node itself, which reads them only from the process's environment. */
const settingsOfNode: readonly string[] = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

const hintFor = ({ name, probably }: UnknownSetting): string => {
  if (settingsOfNode.includes(name)) return 'set it in the environment, because Node reads it before .env';
  return probably === undefined
    ? 'the region profile does not use it as a secret either'
    : `did you mean ${probably}?`;
};

/**
 * Warns of what the configuration allows but is probably not meant. Each line has a `where`, by which `npm run explain`
 * recognizes and skips it.
 * @param options.mode `NODE_ENV`.
 */
export const logWarnings = async (
  configuration: Configuration,
  { logger, mode }: { readonly logger: Pick<Logger, 'warn'>; readonly mode: string | undefined },
): Promise<void> => {
  const { region, unknownSettings } = configuration;
  if (region.unknown.length > 0) {
    const fields = { where: 'REGION_FILE', members: region.unknown };
    logger.warn(fields, 'the region profile has members that nothing reads');
  }
  for (const setting of unknownSettings) {
    const fields = { where: setting.name, ...setting };
    logger.warn(fields, `nothing reads the setting ${setting.name}: ${hintFor(setting)}`);
  }
  reportWarnings(configurationWarnings(configuration, { now: new Date(), mode }), logger);
  reportWarnings(await fileWarnings(region), logger);
};

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Lines about a configuration without faults: what would start, and what is probably not meant. Without secrets. */
export const checkedLines = async (
  configuration: Configuration,
  mode: string | undefined,
): Promise<readonly string[]> => {
  const { region, settings, subscriptions, tls } = configuration;
  const warnings: string[] = [];
  const logger = { warn: (_: unknown, message?: unknown) => void warnings.push(String(message)) };
  await logWarnings(configuration, { logger, mode });
  const { HOST: host, PORT: port } = settings;
  const scheme = tls === undefined ? 'http' : 'https';
  return [
    'The configuration has no faults; nothing was started.',
    `  ${region.name}, profile ${region.version}`,
    ...region.systems.map(system => `  system ${system.name}: ${describeSystem(system)}`),
    `  ${count(subscriptions.length, 'subscription')}`,
    `  it would listen on ${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(warnings.length === 0 ? [] : [`${count(warnings.length, 'warning')}:`]),
    ...warnings.map(warning => `  ${warning}`),
  ];
};
