// A real nginx with the site of deploy/nginx.conf, of which only addresses and paths are changed.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../sandbox/listen.ts';
import { type Sending, send } from '../send.ts';
import { spawnChild } from '../spawn-child.ts';
import { until } from '../until.ts';
import { newAuthority } from './certificates.ts';

/** The text of deploy/nginx.conf. */
export const nginxSite = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');

/** The addresses of the two instances in the site. */
const instances = ['127.0.0.1:3000', '127.0.0.1:3001'] as const;

/** Replaces a text that must be there. */
const replace = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);

/** All that nginx itself needs, with the site included. */
const configurationIn = (folder: string, site: string): string => {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off; master_process off;',
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log;`,
    'events { worker_connections 4096; }',
    `http { ${paths.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
    `${site}}`,
  ].join('\n');
};

/**
 * Starts nginx in front of two instances; resolves when one of them answers through it.
 * @param program the path of nginx.
 * @param ports where the two instances listen.
 */
export const startNginx = async (program: string, ports: readonly [number, number]) => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-test-'));
  const authority = await newAuthority('nginx');
  const { cert, key } = await authority.server('127.0.0.1');
  const port = await freePort();
  const site = replace(nginxSite, {
    'listen 443': `listen 127.0.0.1:${port}`,
    [instances[0]]: `127.0.0.1:${ports[0]}`,
    [instances[1]]: `127.0.0.1:${ports[1]}`,
    '/etc/nginx/tls': folder,
    '/var/log/nginx': folder,
    '# ssl_verify_client': 'ssl_verify_client',
  });
  writeFileSync(join(folder, 'chain.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'nginx.conf'), configurationIn(folder, site));
  const child = spawnChild(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const url = `https://127.0.0.1:${port}`;
  const nginx = {
    url,
    /** The certificate of its authority, for clients. */
    ca: authority.cert,
    /** Sends one request through it, on a new connection unless an agent is given. */
    send: (request: Omit<Sending, 'url'>) => send({ url, ca: authority.cert, ...request }),
    /** What it has written to its access log and its error log. */
    log: () =>
      ['patient-data-access.log', 'patient-data-access-error.log', 'error.log']
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    close: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until(
    'nginx answers',
    async () => (await nginx.send({ path: '/health/live', key: null })).status === 200,
  );
  return nginx;
};

export type Nginx = Awaited<ReturnType<typeof startNginx>>;
