// After a thousand failures: no handle and no memory left behind.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService } from '../support/service/service.ts';
import { documentOf } from './support/documents.ts';
import { subject } from './support/operations.ts';
import { type Behaviour, http, tcpServer } from './support/tcp-server.ts';

const good: Behaviour = (socket, path) => socket.write(http(documentOf(path)));

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(tcpServer(good));
const service = await forThisFile(
  startService({
    issuer,
    ehr: ehr.url,
    settings: { LOG_LEVEL: 'silent' },
    system: { timeoutMs: 20_000 },
  }),
);
const token = await issuer.sign({ patient: subject, scope: everyScope });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are held once all that can be let go of is. */
const heldBytes = async () => {
  for (let rounds = 0; rounds < 3; rounds++) {
    collect();
    await new Promise(resolve => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
};

/** What keeps the process alive, without the connections that are kept for the next call. */
const timers = () =>
  process.getActiveResourcesInfo().filter(name => name === 'Timeout' || name === 'Immediate').length;

const failures: readonly Behaviour[] = [
  (socket, path) => socket.write(http(documentOf(path).slice(0, 80))),
  (socket, path) => socket.write(http(documentOf(path)).subarray(0, 200), () => socket.destroy()),
  socket => socket.write(http('<html><body>Log in</body></html>')),
  socket => socket.write(http('x'.repeat(20_000), { status: '500 Internal Server Error' })),
  socket => socket.write(http('<a>'.repeat(500))),
  socket => socket.write(http('not gzip', { headers: { 'content-encoding': 'gzip' } })),
];

const journal = { path: '/patients/journalnotes/' };

const fail = async (times: number) => {
  for (let count = 0; count < times; count++) {
    ehr.behave = failures[count % failures.length] ?? good;
    expect((await service.ask({ ...journal, token })).status).toBe(502);
    if (count % 10 !== 0) continue;
    ehr.behave = good;
    expect((await service.ask({ ...journal, token })).status).toBe(200);
  }
};

test('1,000 failures leave nothing behind', async () => {
  // What the runtime learns by doing comes first.
  await fail(1500);
  const [bytes, handles] = [await heldBytes(), timers()];
  await fail(1000);
  const grown = (await heldBytes()) - bytes;
  // A leaked answer would be a kilobyte and more for each.
  expect(grown).toBeLessThan(500_000);
  expect(timers()).toBeLessThanOrEqual(handles + 2);
  expect(ehr.connections()).toBeLessThanOrEqual(2);
}, 120_000);
