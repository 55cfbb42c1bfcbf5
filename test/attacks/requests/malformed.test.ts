// What is not HTTP, behind requests that are: it is answered after them, never in their place. A client that takes the
// answer to garbage for that of its write would write again.
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, credentials, everyScope, headerLines, rowOf, smallEhr } from '../../http/contract.ts';
import { startWorld } from '../../machine/world.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { ehrServer, xml } from '../../support/servers/ehr-server.ts';
import { startService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { tries } from '../runs.ts';
import { say } from './wire.ts';

const contacts = rowOf(6);
const arrival = rowOf(2);
const body = JSON.stringify(arrival.body);
const garbage = 'no HTTP\r\n\r\n';
const connectTo = 'CONNECT other.test:443 HTTP/1.1\r\nhost: other.test\r\n\r\n';

const { issuer, ehr, here, token } = await forThisFile(startWorld());
const service = await forThisFile(startService({ ...here, settings: { LOG_LEVEL: 'silent' } }));
/** The header lines of a caller with all permissions. */
const trusted = headerLines(credentials(token));

beforeEach(() => {
  ehr.received.length = 0;
  ehr.answer = smallEhr();
});

const write = (more = '') =>
  `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${trusted}${more}content-length: ${body.length}\r\n\r\n${body}`;
const read = (more = '') => `GET ${contacts.path} HTTP/1.1\r\nhost: x\r\n${trusted}${more}\r\n`;
const chunked = (credential: string) =>
  `PUT ${arrival.path}${arrival.query} HTTP/1.1\r\nhost: x\r\n${credential}transfer-encoding: chunked\r\n\r\nzz\r\n`;

const statusesOf = async (text: string) => (await say(service.url, text)).answers.map(({ status }) => status);

describe('behind requests that can be read', () => {
  /** The request, the expected statuses, and the writes that the EHR is notified of. */
  const cases: readonly [string, () => string, readonly number[], number][] = [
    ['a write, then garbage', () => write() + garbage, [200, 400], 1],
    ['a write, then CONNECT', () => write() + connectTo, [200, 400], 1],
    [
      'a write that closes the connection, then garbage',
      () => write('connection: close\r\n') + garbage,
      [200],
      1,
    ],
    ['two reads, a write, then garbage', () => read() + read() + write() + garbage, [200, 200, 200, 400], 1],
    ['a write, then one whose chunks are none', () => write() + chunked(trusted), [200, 400], 1],
    [
      'a write, then headers of 100 KB',
      () => `${write()}GET / HTTP/1.1\r\na: ${'x'.repeat(100_000)}`,
      [200, 431],
      1,
    ],
    ['garbage, then a write', () => garbage + write(), [400], 0],
    ['invalid chunks', () => chunked(trusted), [400], 0],
  ];
  it.each(cases)('%s', async (_, text, statuses, writes) => {
    expect(await statusesOf(text())).toEqual(statuses);
    expect(ehr.received.filter(({ method }) => method === 'PUT')).toHaveLength(writes);
  });

  it('a write is answered although the client ends in the middle of the next body', async () => {
    const next = write().slice(0, -5);
    const { answers } = await say(service.url, write() + next, { end: true });
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(ehr.received.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('the write is answered although garbage keeps coming while the EHR works', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    ehr.answer = async (received, response) => {
      if (received.method === 'PUT') await promise;
      return smallEhr()(received, response);
    };
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.write(write() + garbage);
    await until('the EHR receives it', () => ehr.received.some(({ method }) => method === 'PUT'));
    for (let sent = 0; sent < 5; sent++) {
      await new Promise(done => socket.write(garbage, done));
      await new Promise(setImmediate);
    }
    expect(text).toBe('');
    letGo();
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
    expect(text).toContain('Noterat.');
  });

  it('a refused request whose body cannot be read has its own answer alone', async () => {
    const statuses = await statusesOf(chunked(''));
    expect(statuses).toHaveLength(1);
    expect([400, 401]).toContain(statuses[0]);
    // Its body cannot be read any more when it has been answered already.
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.write(chunked('').replace('zz\r\n', ''));
    await until('it is answered', () => text.includes('HTTP/1.1 401'));
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });
});

describe('CONNECT', () => {
  it('from a client that breaks the connection at once does not end the service', async () => {
    await Promise.all(
      Array.from({ length: tries(200) }, (_, at) =>
        say(service.url, at % 2 === 0 ? connectTo : read() + connectTo, { reset: true }),
      ),
    );
    expect((await service.ask({ path: '/health/live' })).status).toBe(200);
  });

  it('gives back what the requests before it hold, when their client goes away', async () => {
    const record = `<ContactEHRExtract><ehr_id extension="${'x'.repeat(10_000)}"/><Patient><PatientID extension="191212121212"/></Patient></ContactEHRExtract>`;
    const large = `<ContactEHRExtracts>${record.repeat(100)}</ContactEHRExtracts>`;
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    let asked = 0;
    const slow = await ehrServer(async (_, response) => {
      asked++;
      if (asked === 1) await promise;
      return xml(response, large);
    });
    const one = await startService({
      issuer,
      ehr: slow.url,
      settings: { LOG_LEVEL: 'silent', ANSWER_BUDGET_BYTES: '12000000' },
    });
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    socket.write(read());
    await until('the first is held', () => asked === 1);
    socket.write(read());
    // Its entry is written when its answer is whole: it waits for the first one's.
    await until('the second is answered', () => one.entries().length === 1);
    socket.write(connectTo);
    await new Promise(done => setTimeout(done, 200));
    socket.resetAndDestroy();
    letGo();
    const token = await issuer.sign({ patient: '191212121212', scope: everyScope });
    await until('the budget is free again', async () => {
      const { status } = await one.ask(call(contacts, { token }));
      return status === 200;
    });
    await one.close();
    await slow.close();
  });
});

describe('HTTP/1.0 with Transfer-Encoding', () => {
  it.each(['', 'connection: keep-alive\r\n'])(
    'is refused, and nothing in it is a request: %j',
    async more => {
      const inner = read('connection: close\r\n');
      const text = `PUT ${arrival.path}${arrival.query} HTTP/1.0\r\nhost: x\r\n${trusted}${more}transfer-encoding: chunked\r\n\r\n`;
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      expect(await statusesOf(text + chunks + inner)).toEqual([400]);
      expect(await statusesOf(text + inner)).toEqual([400]);
      expect(ehr.received).toEqual([]);
    },
  );

  it('is refused with a length too', async () => {
    const text = `PUT ${arrival.path} HTTP/1.0\r\nhost: x\r\n${trusted}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`;
    expect(await statusesOf(text)).toEqual([400]);
    expect(ehr.received).toEqual([]);
  });

  it('HTTP/1.0 with a length is done', async () => {
    const text = write().replace('HTTP/1.1', 'HTTP/1.0');
    expect(await statusesOf(text)).toEqual([200]);
  });
});
