// Counting calls for the rate limit (D13).

/** Milliseconds of a window, from its first call. */
export const rateWindow = 5000;

/**
 * Counts a call under a key and returns how many there have been in the window, this one included. A window of
 * `rateWindow` milliseconds begins with its first call, and whatever comes in it does not extend it. Never rejects.
 */
export type RateCounter = (key: string) => number | Promise<number>;
