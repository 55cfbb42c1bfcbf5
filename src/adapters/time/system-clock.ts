// The machine's clocks.
import type { Clock, Stopwatch } from '../../ports/clock.ts';

export const systemClock: Clock = Date.now;

/** Milliseconds since the process began, which setting the clock does not change. */
export const systemStopwatch: Stopwatch = () => performance.now();
