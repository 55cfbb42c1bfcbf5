// Redis behind a circuit breaker: while Redis cannot be used, commands are rejected at once, and the log says once why.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/service-log.ts';
import type { CertificateSeen } from '../tls/seen-certificates.ts';
import { connectRedis, type RedisConnection } from './connection.ts';
import { withinRunningTime } from './running-time.ts';

/** Milliseconds for a command. */
const commandTimeoutMs = 200;

/** Milliseconds before an open circuit is probed. */
const probeAfterMs = 1000;

/** A command, or several, to Redis. */
export type Command<T> = (redis: RedisConnection['redis']) => Promise<T>;

/**
 * Connects. Resolves even if Redis is unreachable: commands then reject.
 * @param consequence what the service does without Redis, and with it again: the end of the messages about both.
 */
export const guardedRedis = async (
  url: string,
  {
    log,
    consequence,
    certificateSeen,
  }: {
    log: Log;
    consequence: { readonly without: string; readonly restored: string };
    certificateSeen?: CertificateSeen | undefined;
  },
) => {
  const connection = await connectRedis(url, certificateSeen);
  const { redis, address } = connection;
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: probeAfterMs,
    breaker: new ConsecutiveBreaker(1),
  });
  let lastError: unknown;
  circuit.onFailure(({ reason }) => {
    lastError = 'error' in reason ? reason.error : undefined;
  });
  // Each probe that fails opens the circuit again: only the first one is news.
  let isKnownUnreachable = false;
  circuit.onStateChange(state => {
    if (state === CircuitState.Open && !isKnownUnreachable) {
      isKnownUnreachable = true;
      const cause = describeError(connection.causeOf(lastError));
      log.warn({ address, cause }, `Redis is unreachable: ${consequence.without}`);
    }
    if (state === CircuitState.Closed) {
      isKnownUnreachable = false;
      log.info({ address }, `Redis is reachable again: ${consequence.restored}`);
    }
  });
  const runAnyway = <T>(command: Command<T>) => withinRunningTime(command(redis), commandTimeoutMs);
  const run = <T>(command: Command<T>) => circuit.execute(() => runAnyway(command));
  const check = () =>
    // A replica answers a ping, and so does a server whose memory is full.
    run(() => redis.set('patient-data-access:check', '', 'PX', 1)).then(
      () => true,
      () => false,
    );
  // Reports a wrong address or password in the log and in /health/ready before the first call.
  await check();

  return {
    /** Runs a command through the circuit. Rejects at once while Redis cannot be used, and when the command takes too long. */
    run,
    /** Runs a command even while the circuit is open. Rejects when it takes too long. */
    runAnyway,
    /** Whether the last command succeeded. Sends nothing. */
    isReachable: (): boolean => circuit.state !== CircuitState.Open,
    /** Whether Redis accepts a write. Never rejects. */
    check,
    close: (): void => redis.disconnect(),
  };
};

export type GuardedRedis = Awaited<ReturnType<typeof guardedRedis>>;
