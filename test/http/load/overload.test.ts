// The lag of the event loop is measured once the server listens: what the start itself blocks refuses nobody.
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { inFlightRequests } from '../../../src/http/load/in-flight.ts';
import { refuseOverload } from '../../../src/http/load/overload.ts';
import { serverLimits } from '../../../src/http/request/limits.ts';

/** Blocks the event loop for longer than the period over which its lag is measured. */
const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);

test('the first request after a start that has blocked the event loop is answered', async () => {
  const app = fastify();
  refuseOverload(app, {
    exemptPaths: new Set(),
    limits: serverLimits,
    requests: inFlightRequests(),
  });
  app.get('/', async () => 'answered');
  await app.ready();
  block();
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    // With the lag of the start, every request of the next second would be refused.
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([200, 'answered']);
  } finally {
    await app.close();
  }
});
