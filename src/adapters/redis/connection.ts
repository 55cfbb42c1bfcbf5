// Connecting to Redis. No command waits for a server that is unreachable: it fails at once.
import { Redis, ReplyError } from 'ioredis';

/** Milliseconds for a command, for a connection, and for the first connection when the service starts. */
const patience = { command: 200, connection: 300, first: 1000 };
const usualPort = 6379;

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

export type RedisConnection = {
  readonly redis: Redis;
  /** Host and port, for the log: never with the password. */
  readonly address: string;
  /**
   * Why a command failed: its own error where Redis or time has refused it, else what the connection suffers from, which a
   * command does not hear of.
   */
  errorBehind(error: unknown): unknown;
};

/** ioredis has no class or code for a command that has timed out. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out';
const timeout = () => new DOMException('no answer', 'TimeoutError');

/** Resolves with a client, connected or not: while it is not connected, its commands reject. */
export const connectRedis = async (url: string): Promise<RedisConnection> => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: patience.connection,
    commandTimeout: patience.command,
    retryStrategy: attempt => Math.min(attempt * 50, longestPause),
  });
  // ioredis reports every failed attempt. Those who use the client log when its state changes.
  let last: unknown;
  redis.on('error', error => {
    last = error;
  });
  redis.on('ready', () => {
    last = undefined;
  });
  await answered(redis);
  const { hostname, port } = new URL(url);
  return {
    redis,
    address: `${hostname}:${port === '' ? usualPort : port}`,
    errorBehind: error => {
      if (isTimeout(error)) return timeout();
      return error instanceof ReplyError ? error : (last ?? error);
    },
  };
};
