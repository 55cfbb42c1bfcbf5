// Counts what is normalized to a Unicode form: its cost can grow with the square of a text's length.
import { vi } from 'vitest';

/** The lengths of the texts that are normalized while work is running, in UTF-16 units. */
export const lengthsNormalizedDuring = async (work: () => unknown): Promise<readonly number[]> => {
  const spy = vi.spyOn(String.prototype, 'normalize');
  try {
    await work();
    return spy.mock.contexts.map(text => String(text).length);
  } finally {
    spy.mockRestore();
  }
};

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
