// Preloaded into a server: reports event loop stalls to the bench.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 1;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();

process.on('message', () => {
  process.send?.({ longestStall: delays.max / 1e6 - resolution });
  delays.reset();
});
process.channel?.unref();
