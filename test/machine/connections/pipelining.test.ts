// Pipelining (D31a): a client that sends many requests on one connection does not affect other clients.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, credentials, everyScope, raw, rowOf } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { send } from '../../support/send.ts';
import { newAuthority } from '../../support/servers/certificates.ts';
import { newFolder } from '../../support/service/process.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { unhurried, until } from '../../support/until.ts';
import { patient, startWorld, usualAnswer } from '../world.ts';

vi.setConfig(unhurried);

/** The most unanswered requests on one connection. */
const most = 16;

const world = await forThisFile(startWorld());
const authority = await newAuthority('Region');
const ca = authority.cert;
const own = await authority.server('127.0.0.1');
const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'own.pem'), own.cert);
writeFileSync(join(folder, 'own.key'), own.key);

beforeEach(() => {
  world.ehr.answer = usualAnswer;
});

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

const kinds = [
  ['in the clear', (): Readonly<Record<string, string>> => ({})],
  [
    'over TLS, without the API page',
    () => ({
      TLS_CERT_FILE: join(folder, 'own.pem'),
      TLS_KEY_FILE: join(folder, 'own.key'),
      DOCS: 'off',
    }),
  ],
] as const;

describe.each(kinds)('%s', (_, settings) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ ...world.here, settings: { LOG_LEVEL: 'silent', ...settings() } });
  });
  afterAll(() => service.close());

  /** Opens a connection that the service may close at any time, and collects what it receives. */
  const open = async () => {
    const { port, protocol } = new URL(service.url);
    const to = { host: '127.0.0.1', port: Number(port) };
    const socket: Socket = protocol === 'https:' ? connectTls({ ...to, ca }) : connect(to);
    let text = '';
    const heard = new Promise<string>(resolve => {
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
    await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
    const listen = () => {
      socket.on('data', chunk => {
        text += chunk;
      });
      return heard;
    };
    return { socket, listen, text: () => text };
  };

  const expectOthersServed = async () => {
    for (let asked = 0; asked < 10; asked++) {
      const { status } = await send({ ...call(rowOf(10)), token: world.token, url: service.url, ca });
      expect(status).toBe(200);
    }
  };

  test.each(['/', '/openapi.json', '/patients/contacts/'])(
    'a client that sends 2,330 requests for %s and reads nothing loses its connection',
    async path => {
      const { socket, listen } = await open();
      socket.write(`GET ${path} HTTP/1.1\r\nhost:x\r\n\r\n`.repeat(2330));
      await expectOthersServed();
      expect(timesIn(await listen(), 'HTTP/1.1 ')).toBeLessThanOrEqual(most);
      await expectOthersServed();
    },
  );

  test('many clients with as many unread answers as allowed do not affect other clients', async () => {
    const clients = await Promise.all(Array.from({ length: 140 }, open));
    for (const [at, { socket }] of clients.entries()) {
      const path = at % 2 === 0 ? '/openapi.json' : '/docs/js/scalar.js';
      socket.write(`GET ${path} HTTP/1.1\r\nhost:x\r\n\r\n`.repeat(most));
    }
    await expectOthersServed();
    for (const { socket } of clients) socket.destroy();
  });

  test('sixteen pending requests are answered in order; a seventeenth closes the connection', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    let held = 0;
    world.ehr.answer = async (received, response) => {
      held++;
      await promise;
      return usualAnswer(received, response);
    };
    // A different user for each call: a single user may not have this many in flight (D31b).
    const requests = await Promise.all(
      Array.from({ length: 2 * most + 2 }, async (_, at) => {
        const token = await world.issuer.sign({ patient, sub: `user ${at}`, scope: everyScope });
        return raw(call(rowOf(10)), credentials(token)).replace('connection: close\r\n', '');
      }),
    );
    const [good, greedy] = [await open(), await open()];
    const [answers, nothing] = [good.listen(), greedy.listen()];
    good.socket.write(requests.slice(0, most).join(''));
    await until('all are in flight', () => held === most);
    greedy.socket.write(requests.slice(most, 2 * most).join(''));
    await until('all are in flight', () => held === 2 * most);
    greedy.socket.write(String(requests.at(-1)));
    expect(await nothing).toBe('');
    letGo();
    await until('all are answered', () => timesIn(good.text(), 'HTTP/1.1 200') === most);
    good.socket.write(String(requests.at(-2)).replace('\r\n', '\r\nconnection: close\r\n'));
    expect(timesIn(await answers, 'HTTP/1.1 200')).toBe(most + 1);
  });
});
