// A rolling update behind a load balancer, as in deploy/kubernetes: all instances are replaced under load without a failed
// request.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startLoad } from '../support/load.ts';
import { type ServiceProcess, startProcess } from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { startWorld } from './world.ts';

vi.setConfig(unhurried);

/** A TCP load balancer: assigns each new connection to one of the instances and never moves an open one. */
const startBalancer = async () => {
  const ports: number[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer(client => {
    const target = connect(ports[count++ % ports.length] ?? 0, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroySoon();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port: number) => void ports.push(port),
    remove: (port: number) => void ports.splice(ports.indexOf(port), 1),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const portOf = ({ url }: ServiceProcess) => Number(new URL(url).port);

const isReady = async (service: ServiceProcess): Promise<boolean> =>
  (await service.send({ path: '/health/ready', key: null })).status === 200;

test('two instances replaced one after the other under load: every request is answered', async () => {
  const world = await startWorld();
  const balancer = await startBalancer();
  // Long enough for the balancer to notice on a busy machine.
  const start = () => startProcess({ ...world.here, settings: { SHUTDOWN_DELAY_MS: '4000' } });
  const instances = [await start(), await start()];
  for (const instance of instances) balancer.add(portOf(instance));
  const load = startLoad({
    clients: 8,
    next: count => ({ url: balancer.url, ...world.usual([10, 2, 3, 1][count % 4] ?? 10) }),
  });
  const replacements: ServiceProcess[] = [];
  for (const old of instances) {
    const before = load.answered();
    const replacement = await start();
    replacements.push(replacement);
    await until('the new one is ready', () => isReady(replacement));
    balancer.add(portOf(replacement));
    old.signal('SIGTERM');
    // The balancer acts on readiness, as kube-proxy does.
    await until('the old one is not ready', async () => !(await isReady(old)));
    balancer.remove(portOf(old));
    expect(await old.ended).toEqual({ status: 0, signal: null });
    await until('more is answered', () => load.answered() > before + 20);
  }
  const outcomes = await load.stop();
  // A busy machine may refuse a request as overload at any time, which has nothing to do with the update.
  const overloaded = new Set(
    [...instances, ...replacements].flatMap(instance =>
      instance
        .log()
        .flatMap(({ reason, requestId }) => (String(reason).startsWith('overload-') ? [requestId] : [])),
    ),
  );
  const failed = outcomes.filter(
    ({ requestId, sent }) => (sent.status !== 200 || sent.error !== undefined) && !overloaded.has(requestId),
  );
  expect(failed.map(({ sent }) => [sent.status, sent.error, sent.text])).toEqual([]);
  const answeredBy = [...instances, ...replacements].map(
    one => one.entries().filter(({ phase }) => phase === 'done').length,
  );
  expect(answeredBy.reduce((sum, count) => sum + count, 0)).toBe(outcomes.length);
  expect(Math.min(...answeredBy)).toBeGreaterThan(0);
  for (const one of replacements) await one[Symbol.asyncDispose]();
  await balancer.close();
  await world.close();
});
