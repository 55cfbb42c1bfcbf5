// Connecting to Redis. No command waits for a server that is unreachable: it fails at once.
import { Redis } from 'ioredis';

/** Milliseconds for a command, for a connection, and for the first connection when the service starts. */
const patience = { command: 200, connection: 300, first: 1000 };
/** Milliseconds of the longest pause between two attempts to connect. */
const longestPause = 1000;

/** Waits until Redis is connected, or the first attempt has failed or taken too long. */
const answered = (redis: Redis): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, patience.first);
    for (const event of ['ready', 'error']) {
      redis.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });

/** Resolves with a client, connected or not: while it is not connected, its commands reject. */
export const connectRedis = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: patience.connection,
    commandTimeout: patience.command,
    retryStrategy: attempt => Math.min(attempt * 50, longestPause),
  });
  // ioredis reports every failed attempt. The adapters that use the client log when its state changes.
  redis.on('error', () => {});
  await answered(redis);
  return redis;
};
