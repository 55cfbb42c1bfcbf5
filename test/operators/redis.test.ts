// What operators see of Redis: readiness names it while it cannot be used, and a metric says so; the service serves on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { samplesOf, sumOf } from '../support/scrape.ts';
import { type RedisServer, startRedis } from '../support/servers/redis.ts';
import { key, startWorld, tokenOf, type World } from './events.ts';

describeWith('redis-server', 'Redis', program => {
  let redis: RedisServer;
  let world: World;

  beforeAll(async () => {
    redis = await startRedis(program);
    world = await startWorld({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await world.close();
    await redis.close();
  });

  const reachable = async () => sumOf(samplesOf(await world.service.scrape()), 'pdas_redis_reachable');
  const ready = () => world.service.ask({ path: '/health/ready', key: null });
  const ask = async () =>
    world.service.ask({ path: '/patients/contacts/', key, token: await tokenOf(world.issuer) });

  test('reachable, unreachable, reachable again', async () => {
    await expect.poll(reachable).toBe(1);
    expect((await ready()).body).toEqual({ status: 'ready', profile: expect.any(String) });

    await redis.kill();
    expect(await reachable()).toBe(0);
    const without = await ready();
    expect([without.status, without.body]).toEqual([
      200,
      { status: 'ready', profile: expect.any(String), unreachable: ['Redis'] },
    ]);
    expect((await ask()).status).toBe(200);
    expect(world.service.log()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'Redis is unreachable: each instance counts its own calls',
        address: new URL(redis.url).host,
        cause: expect.any(String),
      }),
    );

    await redis.restart();
    await expect.poll(reachable, { timeout: 20_000 }).toBe(1);
    expect((await ready()).body).toEqual({ status: 'ready', profile: expect.any(String) });
  });
});
