// Commands to Redis through a circuit: while it cannot be used, nothing waits for it, and one line says so and why.
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { errorInWords } from '../telemetry/error-words.ts';
import type { Log } from '../telemetry/service-log.ts';
import { connectRedis, type RedisConnection } from './connection.ts';

/** Milliseconds until Redis is tried again. */
const again = 1000;

export type GuardedRedis = {
  /** For commands that do not go through the circuit, too. */
  readonly redis: RedisConnection['redis'];
  /** Runs a command; rejects at once while Redis cannot be used. */
  run<T>(command: () => Promise<T>): Promise<T>;
  /** Whether the last command was carried out; without asking. */
  isReachable(): boolean;
  /** Asks. Never rejects. */
  check(): Promise<boolean>;
  close(): void;
};

/**
 * Connects. Without Redis it is there all the same: its commands reject.
 * @param meaning what the service does while Redis cannot be used, and when it can again.
 */
export const guardedRedis = async (
  url: string,
  { log, meaning }: { log: Log; meaning: { readonly without: string; readonly again: string } },
): Promise<GuardedRedis> => {
  const connection = await connectRedis(url);
  const { redis, address } = connection;
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: again,
    breaker: new ConsecutiveBreaker(1),
  });
  let last: unknown;
  circuit.onFailure(({ reason }) => {
    last = 'error' in reason ? reason.error : undefined;
  });
  circuit.onStateChange(state => {
    if (state === CircuitState.Open) {
      const cause = errorInWords(connection.errorBehind(last));
      log.warn({ address, cause }, `Redis is unreachable: ${meaning.without}`);
    }
    if (state === CircuitState.Closed) log.info({ address }, `Redis is reachable again: ${meaning.again}`);
  });
  const run = <T>(command: () => Promise<T>) => circuit.execute(command);
  const check = () =>
    run(() => redis.ping()).then(
      () => true,
      () => false,
    );
  // So that the log and /health/ready know of a wrong address or password before the first call.
  await check();

  return {
    redis,
    run,
    isReachable: () => circuit.state !== CircuitState.Open,
    check,
    close: () => redis.disconnect(),
  };
};
