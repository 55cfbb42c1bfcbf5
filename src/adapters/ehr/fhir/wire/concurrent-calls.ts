// Calls to the FHIR server that are made at once for one request.
import type { Call } from '../../../../ports/call.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';

const maxConcurrentCalls = 4;

/** Returns the results in the order of the tasks. If one fails, all fail. */
export const concurrently = async <T>(
  tasks: readonly ((call: Call) => Promise<T>)[],
  call: Call,
): Promise<T[]> => {
  const [only] = tasks;
  // Most requests make one search after the other, which need no signal of their own.
  if (only !== undefined && tasks.length === 1) return [await only(call)];
  return concurrencyLimit(maxConcurrentCalls, tasks, call);
};
