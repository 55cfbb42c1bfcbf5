// Redis behind a circuit breaker: while Redis cannot be used, commands are rejected at once, and the log says once why.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/service-log.ts';
import { connectRedis, type RedisConnection } from './connection.ts';

/** Milliseconds before an open circuit is probed. */
const probeAfterMs = 1000;

export type GuardedRedis = {
  /** The client, also for commands that must not go through the circuit. */
  readonly redis: RedisConnection['redis'];
  /** Runs a command through the circuit. Rejects at once while Redis cannot be used. */
  run<T>(command: () => Promise<T>): Promise<T>;
  /** Whether the last command succeeded. Sends nothing. */
  isReachable(): boolean;
  /** Whether Redis answers a ping. Never rejects. */
  check(): Promise<boolean>;
  close(): void;
};

/**
 * Connects. Resolves even if Redis is unreachable: commands then reject.
 * @param consequence what the service does without Redis, and with it again: the end of the messages about both.
 */
export const guardedRedis = async (
  url: string,
  { log, consequence }: { log: Log; consequence: { readonly without: string; readonly restored: string } },
): Promise<GuardedRedis> => {
  const connection = await connectRedis(url);
  const { redis, address } = connection;
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: probeAfterMs,
    breaker: new ConsecutiveBreaker(1),
  });
  let lastError: unknown;
  circuit.onFailure(({ reason }) => {
    lastError = 'error' in reason ? reason.error : undefined;
  });
  circuit.onStateChange(state => {
    if (state === CircuitState.Open) {
      const cause = describeError(connection.causeOf(lastError));
      log.warn({ address, cause }, `Redis is unreachable: ${consequence.without}`);
    }
    if (state === CircuitState.Closed)
      log.info({ address }, `Redis is reachable again: ${consequence.restored}`);
  });
  const run = <T>(command: () => Promise<T>) => circuit.execute(command);
  const check = () =>
    run(() => redis.ping()).then(
      () => true,
      () => false,
    );
  // Reports a wrong address or password in the log and in /health/ready before the first call.
  await check();

  return {
    redis,
    run,
    isReachable: () => circuit.state !== CircuitState.Open,
    check,
    close: () => redis.disconnect(),
  };
};
