// Work on many items gives way to other requests between them, so a long journal does not hold the event loop. One item is
// worked on at once, and is limited.

/**
 * The most values (elements, or members and items) of a record that is translated at once. No document may hold the event loop for
 * more than 100 ms (D32, what a document may hold), and a value takes about 3 µs.
 */
export const maxValuesAtOnce = 32_000;

/** Milliseconds of work after which it gives way. */
const turnMs = 10;

/** Begins a turn of work. Call what is returned after each item, as `await giveWay()`: it waits if the turn was long enough. */
export const turns = (): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(() => {
      began = performance.now();
      resolve();
    });
    return promise;
  };
};
