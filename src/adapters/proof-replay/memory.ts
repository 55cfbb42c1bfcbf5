// Used DPoP proofs in the memory of one instance (D4).
import { Failure } from '../../domain/model/failure.ts';
import type { Stopwatch } from '../../ports/clock.ts';
import { proofMemoryMs } from '../../ports/proof-replay.ts';
import { systemStopwatch } from '../time/system-clock.ts';

/** Proofs that are kept, which is 40 MB at most: more than an instance can verify in the time for which it keeps them. */
const maxProofs = 400_000;

/**
 * Two sets take turns, so old proofs are forgotten all at once. A full memory accepts no further proof: forgetting one early
 * would let it be used again.
 * @param stopwatch a monotonic clock, so adjusting the time of day forgets nothing early.
 */
export const memoryProofReplay = (
  stopwatch: Stopwatch = systemStopwatch,
  most = maxProofs,
): ((id: string) => boolean) => {
  let current = new Set<string>();
  let previous = new Set<string>();
  let since = stopwatch();
  return id => {
    const age = stopwatch() - since;
    if (age >= proofMemoryMs) {
      previous = age < 2 * proofMemoryMs ? current : new Set();
      current = new Set();
      since += age;
    }
    if (current.has(id) || previous.has(id)) return false;
    if (current.size + previous.size >= most) {
      throw new Failure('replay-unknown', { detail: `more than ${most} proofs in memory` });
    }
    current.add(id);
    return true;
  };
};
