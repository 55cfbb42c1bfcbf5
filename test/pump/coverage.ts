// Counts how often the blocks of `src` run, by V8's precise coverage: what a machine that is busy does not change.
import { Session } from 'node:inspector/promises';

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };

/** How often blocks have run: the ranges of each function, by file, name and position. */
export type Blocks = ReadonlyMap<string, readonly Range[]>;

/** How often a position of a function has run: V8 reports a block only where its count is not that of what is around it. */
export const runsAt = (blocks: Blocks, key: string, offset: number): number =>
  blocks.get(key)?.findLast(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    ?.count ?? 0;

const session = new Session();
const sources = /\/src\/(?:adapters\/ehr|domain|json)\//;

/** Begins to count blocks. The code that is counted must be imported afterwards. */
export const startCounting = async (): Promise<void> => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
};

/** From here on, each function is one block: these are taken in a third of the time. */
export const countFunctions = async (): Promise<void> => {
  await stopCounting();
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
};

/** Lets V8 optimize code again, which it does not while it counts. */
export const stopCounting = async (): Promise<void> => {
  await session.post('Profiler.stopPreciseCoverage');
};

/** The blocks that have run since the last call, by file, function and position. */
export const takeBlocks = async (): Promise<Blocks> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const blocks = new Map<string, readonly Range[]>();
  for (const { url, functions } of result) {
    if (!sources.test(url)) continue;
    const file = url.slice(url.lastIndexOf('/src/') + 1);
    for (const { functionName, ranges } of functions)
      if ((ranges[0]?.count ?? 0) > 0)
        blocks.set(`${file} ${functionName} @${ranges[0]?.startOffset}`, ranges);
  }
  return blocks;
};
