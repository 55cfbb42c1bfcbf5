// The machine's clocks.
import type { Clock } from '../../ports/clock.ts';
import type { Stopwatch } from '../../ports/stopwatch.ts';

export const systemClock: Clock = Date.now;

export const systemStopwatch: Stopwatch = () => performance.now();
