// Connects to Redis. While the server is unreachable, commands fail at once instead of waiting.
import { Redis, ReplyError } from 'ioredis';
import { type CertificateSeen, seeingCertificate } from '../tls/seen-certificates.ts';
import { withinRunningTime } from './running-time.ts';

/**
 * Milliseconds for a connection, for the first connection when the service starts, and until a connection on which commands wait
 * and nothing arrives is replaced.
 */
const timeouts = { connect: 2000, firstConnect: 1000, socket: 5000 };
const defaultPort = 6379;

/** The most milliseconds between two attempts to connect. */
const maxRetryDelayMs = 1000;

/** Replies of a server that is not, or not yet, the primary: after a failover, the same name leads to another one. */
const notPrimary = /\b(READONLY|LOADING|MASTERDOWN)\b/;
/** The least milliseconds between two connections that are given up for that, because the name may still lead to the old one. */
const failoverPauseMs = 1000;

/** Whether to connect anew after an error reply: ioredis would stay on a demoted server for as long as it is up. */
const reconnectAfterFailover = () => {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  return ({ message }: Error): boolean => {
    if (!notPrimary.test(message) || performance.now() - reconnectedAt < failoverPauseMs) return false;
    reconnectedAt = performance.now();
    return true;
  };
};

/** Resolves when Redis is connected, or the first attempt has failed or taken too long. */
const firstAttempt = async (redis: Redis): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['ready', 'error']) redis.once(event, () => resolve());
  // Nothing is lost: the client goes on connecting, and its errors are reported with the first command.
  await withinRunningTime(promise, timeouts.firstConnect).catch(() => {});
};

/** Resolves with a client even if Redis is unreachable: its commands then reject until it is connected. */
export const connectRedis = async (url: string, seen?: CertificateSeen) => {
  // The client takes TLS from the protocol of the URL or from its options, but not from both.
  const tls = seen !== undefined && /^rediss:/i.test(url) ? { tls: seeingCertificate(seen) } : {};
  const redis = new Redis('tls' in tls ? url.replace(/^rediss:/i, 'redis:') : url, {
    ...tls,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: timeouts.connect,
    socketTimeout: timeouts.socket,
    reconnectOnError: reconnectAfterFailover(),
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
    /** Host and port, without the password, for the log. */
    address: `${hostname}:${port === '' ? defaultPort : port}`,
    /**
     * Why a command failed: its own error if Redis refused it or did not answer in time, else the last error of the connection,
     * which the errors of commands do not mention.
     */
    causeOf: (error: unknown): unknown =>
      error instanceof ReplyError || error instanceof DOMException ? error : (lastError ?? error),
  };
};

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;
