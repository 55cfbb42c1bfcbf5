// Several calls for one question, a few at a time: all of them, or none.
import type { Call } from '../../../ports/call.ts';

/**
 * The answers in the order of the questions. Rejects with the first failure, and ends the calls that are under way.
 * @param most calls that are under way at a time.
 */
export const concurrencyLimit = async <T>(
  most: number,
  questions: readonly ((call: Call) => Promise<T>)[],
  call: Call,
): Promise<T[]> => {
  const failed = new AbortController();
  const part = { ...call, signal: AbortSignal.any([call.signal, failed.signal]) };
  const answers: T[] = [];
  const left = questions.entries();
  const work = async () => {
    for (const [at, question] of left) answers[at] = await question(part);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(most, questions.length) }, work));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return answers;
};
