// The two clocks: the time of day, and a monotonic clock for measuring durations.

/** The current time, in milliseconds since the epoch. */
export type Clock = () => number;

/** Milliseconds on a monotonic clock: for durations and deadlines, never for the time of day. */
export type Stopwatch = () => number;
