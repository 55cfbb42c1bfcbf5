// Used DPoP proofs in Redis, shared by all instances. While Redis is unreachable no proof is accepted: another instance may have
// seen it (D4).
import { Failure } from '../../domain/model/failure.ts';
import { type IsFirstUse, proofMemoryMs } from '../../ports/proof-replay.ts';
import { guardedRedis } from '../redis/guarded.ts';
import type { Log } from '../telemetry/service-log.ts';
import { memoryProofReplay } from './memory.ts';

/** Connects. Resolves even if Redis is unreachable. */
export const redisProofReplay = async (
  url: string,
  log: Log,
): Promise<{ isFirstUse: IsFirstUse; close(): void }> => {
  const { run, close } = await guardedRedis(url, {
    log,
    consequence: {
      without: 'calls with DPoP tokens are answered 503',
      restored: 'calls with DPoP tokens are accepted again',
    },
  });
  // The instance remembers its own proofs even if Redis loses its data.
  const isFirstHere = memoryProofReplay();
  const isFirstAnywhere = async (id: string): Promise<boolean> => {
    const answer = await run(redis =>
      redis.set(`patient-data-access:proof:${id}`, '', 'PX', proofMemoryMs, 'NX'),
    ).catch((cause: unknown) => {
      throw new Failure('replay-unknown', { detail: 'Redis cannot be used', cause });
    });
    return answer === 'OK';
  };
  return { isFirstUse: async id => isFirstHere(id) && isFirstAnywhere(id), close };
};
