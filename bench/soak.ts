// npm run bench:soak: sends a long mix of small and large requests to check that memory stays flat.
import { seeded } from './data/seeded.ts';
import { type Size, sizes } from './data/sizes.ts';
import { callerOf } from './load.ts';
import { readOptions } from './options.ts';
import { writeSoak } from './report/documents.ts';
import { type Sample, soakTable } from './report/soak.ts';
import { memoryNow } from './servers/process-tree.ts';
import { startServer } from './servers/servers.ts';
import { startWorld } from './servers/world.ts';

const usage = `npm run bench:soak -- [--minutes 10]: sends a long mix of small and large requests to check that memory stays flat.
Writes the figures in docs/performance.md; --quick writes nothing.`;

const options = readOptions(usage, {
  minutes: { type: 'string', default: '10' },
  quick: { type: 'boolean', default: false },
});
const minutes = Number(options.minutes);

/** Number of requests of each size per 1,000; one in fifteen journals has 10 MB. */
const mix: readonly (readonly [Size, number])[] = [
  [sizes.small, 900],
  [sizes.medium, 85],
  [sizes.mixed, 15],
];
const concurrency = 16;
const sampleEveryMs = 5000;

const by = seeded(1);

const drawn = (): Size => {
  let left = by.between(0, 999);
  for (const [size, share] of mix) {
    if (left < share) return size;
    left -= share;
  }
  return sizes.small;
};

const world = await startWorld();
try {
  for (const [size] of mix) await world.serve(size);
  const server = await startServer('service', world);
  const caller = callerOf(server, world, concurrency);
  const began = performance.now();
  const ends = began + minutes * 60_000;
  const samples: Sample[] = [];
  let requests = 0;
  const sample = () => {
    samples.push({ seconds: (performance.now() - began) / 1000, bytes: memoryNow(server.pid), requests });
  };
  sample();
  const timer = setInterval(sample, sampleEveryMs);
  const work = async () => {
    while (performance.now() < ends) {
      const size = drawn();
      await caller.ask(size);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  clearInterval(timer);
  sample();
  await caller.close();
  await server.close();
  process.stdout.write(`${soakTable(samples)}\n`);
  if (!options.quick) writeSoak(samples);
} finally {
  await world.close();
}
process.exit();
