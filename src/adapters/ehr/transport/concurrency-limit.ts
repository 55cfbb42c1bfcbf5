// Runs several calls for one request with limited concurrency. If one fails, all fail.
import type { Call } from '../../../ports/call.ts';

/**
 * Returns the results in the order of the tasks. Rejects with the first failure and aborts the calls in flight.
 * @param limit the most calls in flight.
 */
export const concurrencyLimit = async <T>(
  limit: number,
  tasks: readonly ((call: Call) => Promise<T>)[],
  call: Call,
): Promise<T[]> => {
  const [only] = tasks;
  // If it fails, there is no other call to abort.
  if (only !== undefined && tasks.length === 1) return [await only(call)];
  const failed = new AbortController();
  const part = { ...call, signal: AbortSignal.any([call.signal, failed.signal]) };
  const answers: T[] = [];
  const left = tasks.entries();
  const work = async () => {
    for (const [at, question] of left) answers[at] = await question(part);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return answers;
};
