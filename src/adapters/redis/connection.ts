// Connects to Redis. While the server is unreachable, commands fail at once instead of waiting.
import { Redis, ReplyError } from 'ioredis';

/** Milliseconds for a command, for a connection, and for the first connection when the service starts. */
const timeouts = { command: 200, connect: 300, firstConnect: 1000 };
const defaultPort = 6379;

/** The most milliseconds between two attempts to connect. */
const maxRetryDelayMs = 1000;

/** Resolves when Redis is connected, or the first attempt has failed or taken too long. */
const firstAttempt = (redis: Redis): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, timeouts.firstConnect);
    for (const event of ['ready', 'error']) {
      redis.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
  });

export type RedisConnection = {
  readonly redis: Redis;
  /** Host and port, without the password, for the log. */
  readonly address: string;
  /**
   * Why a command failed: its own error if Redis refused it or did not answer in time, else the last error of the connection,
   * which the errors of commands do not mention.
   */
  causeOf(error: unknown): unknown;
};

/** ioredis has no class or code for the error of a command that timed out. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out';
const timeout = () => new DOMException('no answer', 'TimeoutError');

/** Resolves with a client even if Redis is unreachable: its commands then reject until it is connected. */
export const connectRedis = async (url: string): Promise<RedisConnection> => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: timeouts.connect,
    commandTimeout: timeouts.command,
    retryStrategy: attempt => Math.min(attempt * 50, maxRetryDelayMs),
  });
  // ioredis reports every failed attempt. The users of the client log changes of its state.
  let lastError: unknown;
  redis.on('error', error => {
    lastError = error;
  });
  redis.on('ready', () => {
    lastError = undefined;
  });
  await firstAttempt(redis);
  const { hostname, port } = new URL(url);
  return {
    redis,
    address: `${hostname}:${port === '' ? defaultPort : port}`,
    causeOf: error => {
      if (isTimeout(error)) return timeout();
      return error instanceof ReplyError ? error : (lastError ?? error);
    },
  };
};
