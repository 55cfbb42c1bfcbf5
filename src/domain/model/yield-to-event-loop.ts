// Yielding to the event loop between the items of long work, so that a long journal does not hold up other requests. One item is
// worked on without yielding, and is limited.

/**
 * The most values (elements, or members and items) of a record that is translated without yielding. No document may hold the event
 * loop for more than 100 ms (D32, what a document may hold), and a value takes 3 to 5 µs.
 */
export const maxValuesAtOnce = 16_000;

/** Milliseconds of work after which it yields. */
const workMs = 10;

/**
 * Begins work that yields.
 * @returns to be awaited after each item: it resolves in the next turn of the event loop if the last yield is long enough ago, and
 * is undefined otherwise.
 */
export const newYielding = (): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < workMs) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(() => {
      began = performance.now();
      resolve();
    });
    return promise;
  };
};
