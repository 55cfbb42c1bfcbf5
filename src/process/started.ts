// The line of the log that says what has started.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import packageFile from '../../package.json' with { type: 'json' };
import type { Configuration } from '../config/index.ts';

type Servers = { readonly app: FastifyInstance; readonly admin: FastifyInstance | undefined };

const urlsOf = (app: FastifyInstance | undefined, scheme: 'http' | 'https'): string[] =>
  ((app?.addresses() ?? []) as AddressInfo[]).map(({ address, family, port }) => {
    const host = family === 'IPv6' ? `[${address}]` : address;
    return `${scheme}://${host}:${port}`;
  });

/** The version, the region, its systems, and the addresses it listens on. */
export const startedFields = ({ region, tls }: Configuration, { app, admin }: Servers) => ({
  version: packageFile.version,
  node: process.version,
  region: region.name,
  systems: Object.fromEntries(
    region.systems.map(({ name, adapter, baseUrl }) => [name, `${adapter} at ${baseUrl}`]),
  ),
  addresses: urlsOf(app, tls === undefined ? 'http' : 'https'),
  metrics: urlsOf(admin, 'http').map(url => `${url}/metrics`),
});
