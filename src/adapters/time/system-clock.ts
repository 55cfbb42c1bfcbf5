// The machine's clocks.
import type { Clock, Stopwatch } from '../../ports/clock.ts';

export const systemClock: Clock = Date.now;

export const systemStopwatch: Stopwatch = () => performance.now();
