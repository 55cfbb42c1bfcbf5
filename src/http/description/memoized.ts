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

/** Memoizes the last result for as long as the key of the input stays the same. */
export const memoizedLast = <I, T>(
  keyOf: (input: I) => string | undefined,
  work: (input: I) => T,
): ((input: I) => T) => {
  let last: { readonly key: string | undefined; readonly result: T } | undefined;
  return input => {
    const key = keyOf(input);
    if (last === undefined || last.key !== key) last = { key, result: work(input) };
    return last.result;
  };
};

/** Memoizes the last result for as long as the input is the same object. */
export const memoizedFor = <I extends object, T>(work: (input: I) => T): ((input: I) => T) => {
  let last: { readonly input: I; readonly result: T } | undefined;
  return input => {
    if (last?.input !== input) last = { input, result: work(input) };
    return last.result;
  };
};
