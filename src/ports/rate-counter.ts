// Counting calls for the rate limit (D13).

/** The length of a window in milliseconds. */
export const rateWindow = 5000;

/**
 * Counts a call under a key and returns the number of calls in the current window, this one included. A fixed window of
 * `rateWindow` milliseconds starts with its first call. Never rejects.
 */
export type RateCounter = (key: string) => number | Promise<number>;
