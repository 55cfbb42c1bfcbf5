// The two clocks: one says when it is, the other how long something takes.

/** The time, in milliseconds since the epoch. */
export type Clock = () => number;

/** Milliseconds on a clock that is never set back: for how long something takes, not for when it was. */
export type Stopwatch = () => number;
