// Memoizing work.

/** The first call does the work; later calls get the same promise. Failures are not memoized. */
export const memoized = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch(error => {
      done = undefined;
      throw error;
    });
    return done;
  };
};

/** Memoizes the last result for as long as the input, or its key, stays the same. */
export const memoizedLast = <I, T>(
  work: (input: I) => T,
  keyOf: (input: I) => unknown = input => input,
): ((input: I) => T) => {
  let last: { readonly key: unknown; readonly result: T } | undefined;
  return input => {
    const key = keyOf(input);
    if (last === undefined || last.key !== key) last = { key, result: work(input) };
    return last.result;
  };
};
