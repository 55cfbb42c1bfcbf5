// Equal writes in flight in two processes: with a shared Redis, the EHR receives one (D21).
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { documentOf } from '../http/contract.ts';
import { describeWith } from '../support/programs.ts';
import { xml } from '../support/servers/ehr-server.ts';
import { startRedis } from '../support/servers/redis.ts';
import { startProcess } from '../support/service/process.ts';
import { unhurried } from '../support/until.ts';
import { startWorld, usualAnswer, type World } from './world.ts';

vi.setConfig(unhurried);

describeWith('redis-server', 'two processes', program => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  /** An EHR that takes half a second for a write and then returns the changed booking. */
  const rememberingEhr = () => {
    let hasArrived = false;
    const arrived = '<Status>ARRIVED</Status>';
    world.ehr.received.length = 0;
    world.ehr.answer = async (received, response) => {
      if (received.method !== 'GET') {
        await wait(500);
        hasArrived = true;
      } else if (received.path === '/bookings' && hasArrived) {
        return xml(response, documentOf('/bookings', '').replace(/<Status>.*<\/PaymentStatus>/, arrived));
      }
      return usualAnswer(received, response);
    };
  };

  const arrivals = async (
    urls: readonly { ask: (asked: ReturnType<World['usual']>) => Promise<{ body: unknown }> }[],
  ) =>
    Promise.all(
      urls.map(
        async service => ((await service.ask(world.usual(2))).body as { ResultCode: string }).ResultCode,
      ),
    );

  test('with Redis the EHR receives one write, and the other callers learn that it is already done', async () => {
    const redis = await startRedis(program);
    try {
      const settings = { REDIS_URL: redis.url };
      await using one = await startProcess({ ...world.here, settings });
      await using other = await startProcess({ ...world.here, settings });
      rememberingEhr();
      const results = await arrivals([one, other, one, other]);
      expect(world.writesReceived()).toHaveLength(1);
      expect(results.filter(result => result === 'OK').length).toBeGreaterThan(0);
      expect(results.every(result => ['OK', 'INFO'].includes(result))).toBe(true);
      const begun = [one, other].flatMap(service =>
        service.entries().filter(({ phase }) => phase === 'begun'),
      );
      expect(begun).toHaveLength(1);

      // Without Redis, each process sends its write, and the EHR decides.
      await redis.kill();
      rememberingEhr();
      expect((await arrivals([one, other])).every(result => ['OK', 'INFO'].includes(result))).toBe(true);
    } finally {
      await redis.close();
    }
  });
});
