// Runs several calls for one request with limited concurrency. If one fails, all fail.
import type { Call } from '../../../ports/call.ts';

/**
 * Returns the results in the order of the tasks. Rejects with the first failure and aborts the calls in flight.
 * @param limit the most tasks at the same time.
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
  const abortable = { ...call, signal: AbortSignal.any([call.signal, failed.signal]) };
  const results: T[] = [];
  const left = tasks.entries();
  const work = async () => {
    for (const [at, task] of left) results[at] = await task(abortable);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return results;
};
