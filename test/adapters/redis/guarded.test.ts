// Redis that cannot be used: one line says so, with its address and why, and one when it can again.
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GuardedRedis, guardedRedis } from '../../../src/adapters/redis/guarded.ts';
import { describeWith } from '../../support/programs.ts';
import { type RedisServer, startRedis } from '../../support/servers/redis.ts';
import { recordedLog } from '../recorded-log.ts';

const consequence = { without: 'on its own', restored: 'together' };

describeWith('redis-server', 'Redis', program => {
  let server: RedisServer;
  const opened: GuardedRedis[] = [];
  beforeEach(async () => {
    server = await startRedis(program);
  });
  afterEach(async () => {
    for (const { close } of opened.splice(0)) close();
    await server.close();
  });

  const open = async (url = server.url) => {
    const recorded = recordedLog();
    const redis = await guardedRedis(url, { log: recorded.log, consequence });
    opened.push(redis);
    return { redis, ...recorded };
  };
  const addressOf = (url: string) => new URL(url).host;
  const unreachable = (cause: string) => ({
    level: 'warn',
    fields: { address: addressOf(server.url), cause },
    message: 'Redis is unreachable: on its own',
  });
  /** Runs a command as its administrator. */
  const configure = async (...command: [string, ...string[]]) => {
    const redis = new Redis(server.url);
    await redis.call(...command);
    redis.disconnect();
  };

  test('that answers: nothing is said', async () => {
    const { redis, logged } = await open();
    expect(await redis.check()).toBe(true);
    expect(redis.isReachable()).toBe(true);
    expect(logged).toEqual([]);
  });

  test('that nobody listens at, until somebody does', async () => {
    const { redis, logged } = await open();
    await server.kill();
    expect(await redis.check()).toBe(false);
    expect(await redis.check()).toBe(false);
    expect(redis.isReachable()).toBe(false);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ level: 'warn', message: 'Redis is unreachable: on its own' });
    await server.restart();
    await expect.poll(redis.check, { timeout: 20_000 }).toBe(true);
    expect(redis.isReachable()).toBe(true);
    const address = addressOf(server.url);
    expect(logged.at(-1)).toEqual({
      level: 'info',
      fields: { address },
      message: 'Redis is reachable again: together',
    });
  });

  test('that nobody listens at from the start', async () => {
    await server.kill();
    const { redis, logged } = await open();
    // Before any call: whoever has just started the service looks at /health/ready and at the log.
    expect(redis.isReachable()).toBe(false);
    expect(logged).toEqual([unreachable('ECONNREFUSED: nothing listens there')]);
    expect(await redis.check()).toBe(false);
  });

  test('that takes another password, or requires one', async () => {
    await configure('CONFIG', 'SET', 'requirepass', 'right-password');
    const { host } = new URL(server.url);
    const wrong = await open(`redis://:wrong-password@${host}`);
    expect(await wrong.redis.check()).toBe(false);
    expect(wrong.logged).toEqual([unreachable('WRONGPASS: the user name or password is wrong')]);
    const without = await open();
    expect(await without.redis.check()).toBe(false);
    expect(without.logged).toEqual([unreachable('NOAUTH: it requires a password')]);
    const right = await open(`redis://:right-password@${host}`);
    expect(await right.redis.check()).toBe(true);
    expect(JSON.stringify([wrong.logged, without.logged])).not.toContain('-password');
  });

  test('whose user may not run a command', async () => {
    await configure('ACL', 'SETUSER', 'default', '-set');
    const { redis, logged } = await open();
    expect(await redis.check()).toBe(false);
    expect(logged).toEqual([unreachable('NOPERM: the user has no permission for these commands or keys')]);
  });

  test('that does not answer', async () => {
    const { redis, logged } = await open();
    server.freeze();
    try {
      expect(await redis.check()).toBe(false);
      expect(logged).toEqual([unreachable('no answer in time')]);
    } finally {
      server.thaw();
    }
  });

  test('that stays unreachable: one line says so, however often it is tried again', async () => {
    const { redis, logged } = await open();
    await server.kill();
    // The circuit is probed once a second.
    const end = performance.now() + 3500;
    while (performance.now() < end) {
      expect(await redis.check()).toBe(false);
      await wait(100);
    }
    expect(logged.map(({ message }) => message)).toEqual(['Redis is unreachable: on its own']);
    await server.restart();
    await expect.poll(redis.check, { timeout: 20_000 }).toBe(true);
    await server.kill();
    await expect.poll(redis.check, { timeout: 20_000 }).toBe(false);
    expect(logged.map(({ level }) => level)).toEqual(['warn', 'info', 'warn']);
  });
});
