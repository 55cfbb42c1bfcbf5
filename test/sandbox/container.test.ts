// The sandbox's image, as far as it can be built without a container engine: its files are copied, and its command runs in them.
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../sandbox/listen.ts';
import { otherAddresses, relayToLoopback } from '../../sandbox/relay.ts';
import { containerInstructions } from '../support/container-file.ts';
import { newFolder } from '../support/new-folder.ts';
import { spawnChild } from '../support/spawn-child.ts';

const root = join(import.meta.dirname, '../..');
const file = 'deploy/sandbox.Containerfile';
const instructions = containerInstructions(readFileSync(join(root, file), 'utf8'));
const argumentsOf = (name: string) =>
  instructions.filter(one => one.name === name).map(({ argument }) => argument);
const copies = argumentsOf('COPY').map(argument => {
  const words = argument.split(' ');
  return { sources: words.slice(0, -1), target: words.at(-1) ?? '' };
});

/** The status of a GET to an address, with the name of the host on which docker runs. */
const statusAt = async (address: string, url: string): Promise<number | undefined> => {
  const { host, port, pathname } = new URL(url);
  const asked = request({ host: address, port, path: pathname, headers: { host } }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
};

describe('the container file of the sandbox', () => {
  test('copies files that exist, and that its ignore file lets through', () => {
    const letThrough = readFileSync(join(root, `${file}.dockerignore`), 'utf8').split('\n');
    const sources = copies.flatMap(copy => copy.sources);
    expect(sources.length).toBeGreaterThan(4);
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(letThrough).toContain(`!${source}`);
    }
  });

  test('installs by the lock file, without install scripts, and runs as an unprivileged user', () => {
    expect(argumentsOf('RUN')).toEqual([expect.stringMatching(/^npm ci --ignore-scripts/)]);
    expect(argumentsOf('USER')).toEqual(['10001:10001']);
    expect(argumentsOf('EXPOSE')).toEqual(['3000-3003']);
  });

  test('has all that the sandbox needs, which is reachable on the other addresses of the container', async () => {
    const folder = newFolder();
    for (const { sources, target } of copies)
      for (const source of sources) {
        const isInto = target.endsWith('/');
        cpSync(
          join(root, source),
          join(folder, target, isInto ? source.replace(`${dirname(source)}/`, '') : ''),
          {
            recursive: true,
          },
        );
      }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

    const [command = '', ...words] = JSON.parse(argumentsOf('ENTRYPOINT')[0] ?? '') as string[];
    expect(command).toBe('node');
    const child = spawnChild(process.execPath, [...words, '--port', '0', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const text of child.stdout) {
      output += text;
      if (output.endsWith('\n}\n')) break;
    }
    const { service, apiPage, issuer, webApp, ehr, setVariables, variablesFile } = JSON.parse(output);
    expect(setVariables).toMatch(/^eval "\$\(docker exec \S+ cat \/\S+\)"$/);
    expect(setVariables).toContain(variablesFile);
    for (const address of ['127.0.0.1', ...otherAddresses()]) {
      expect(await statusAt(address, `${service}/capabilities`), address).toBe(200);
      expect(await statusAt(address, apiPage), address).toBe(200);
      expect(await statusAt(address, `${issuer}/.well-known/openid-configuration`), address).toBe(200);
      expect(await statusAt(address, `${webApp}/`), address).toBe(200);
      expect(await statusAt(address, `${ehr.url}/`), address).toBe(404);
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 120_000);
});

test('a relay hands connections on unchanged, and ends them when it stops', async () => {
  const server = await listen((_, response) => response.end('from loopback'), 0);
  onTestFinished(server.close);
  const port = Number(new URL(server.url).port);
  const stop = await relayToLoopback([port], ['127.0.0.2']);
  const asked = request({
    host: '127.0.0.2',
    port,
    headers: { host: `127.0.0.1:${port}`, connection: 'keep-alive' },
  });
  const [response] = await once(asked.end(), 'response');
  expect(await response.setEncoding('utf8').toArray()).toEqual(['from loopback']);

  const open = request({ host: '127.0.0.2', port });
  const ended = once(open, 'error');
  open.flushHeaders();
  await once(open, 'socket');
  await stop();
  await ended;
  await expect(once(request({ host: '127.0.0.2', port }).end(), 'response')).rejects.toThrow('ECONNREFUSED');
});
