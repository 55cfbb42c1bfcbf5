/** Milliseconds on a clock that is never set back: for how long something takes, not for when it was. */
export type Stopwatch = () => number;
