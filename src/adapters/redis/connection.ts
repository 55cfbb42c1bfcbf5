// Connections to Redis: no command waits for a server that is unreachable.
import { Redis } from 'ioredis';

/** Milliseconds that a command may take, a connection, and the first answer at start. */
const patience = { command: 200, connection: 300, first: 1000 };
/** Longest pause between two attempts to connect. */
const longestPause = 1000;

/** Waits until Redis answers, or evidently does not. */
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

/** Resolves with a connection, which may have to be made yet: commands reject until it is. */
export const connectRedis = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: patience.connection,
    commandTimeout: patience.command,
    retryStrategy: attempt => Math.min(attempt * 50, longestPause),
  });
  // ioredis reports every attempt to connect; those who use the connection report what changes.
  redis.on('error', () => {});
  await answered(redis);
  return redis;
};
