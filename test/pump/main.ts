// `npm run pump`: grows what documents are made of, alone and in pairs, to n, 2n and 4n, and names the code whose work grows faster than
// what was sent and spent (D32, what a document costs). Its rules count, and do not depend on what else the machine does; that for built-in
// functions measures CPU, and is for `--cpu`.
import { parseArgs } from 'node:util';
import { Failure } from '../../src/domain/model/failure.ts';
import type { Construct, Rule } from './constructs.ts';
import { type Blocks, countFunctions, runsAt, startCounting, stopCounting, takeBlocks } from './coverage.ts';

const { values: options } = parseArgs({
  options: { cpu: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

const write = (text: string) => process.stdout.write(`${text}\n`);

/** A block that runs more often than this at twice the size, after what is the same at each size, is not in proportion. */
const mostGrowth = 2.5;
/** Blocks that run less often are noise: what is loaded, or made once. */
const leastRuns = 500;

type Finding = { readonly construct: Construct; readonly what: string };

/** Size of a run: what was sent, and what was spent. */
type Run = { readonly blocks: Blocks; readonly cost: number };

/** A budget and a meter that count, and end nothing but what no service would read. */
const counters = () => {
  const counted = { memory: 0, spent: 0 };
  const add = (bytes: number) => {
    counted.memory += bytes;
  };
  const memory = { add };
  return { counted, memory };
};

const { answerMeter } = await import('../../src/adapters/ehr/meter.ts');

const read = async (construct: Construct, size: number) => {
  const { counted, memory } = counters();
  const ofRecord = answerMeter()();
  const meter: typeof ofRecord = (work, times) => {
    counted.spent += times;
    ofRecord(work, times);
  };
  try {
    return { ...(await construct.run(size, { memory, meter })), counted };
  } catch (error) {
    // An answer beyond a limit: what has been done until then counts.
    if (!(error instanceof Failure)) throw error;
    return { bytes: size, kept: undefined, counted };
  }
};

const measured = async (constructs: readonly Construct[], times: number): Promise<Run> => {
  let cost = 0;
  for (const construct of constructs) {
    const { bytes, counted } = await read(construct, times * construct.from);
    cost += bytes + counted.spent;
  }
  return { blocks: await takeBlocks(), cost };
};

/** The blocks that do not run in proportion to what was sent and spent. */
const fastBlocks = async (constructs: readonly Construct[]): Promise<string[]> => {
  const [once, twice, four] = [
    await measured(constructs, 1),
    await measured(constructs, 2),
    await measured(constructs, 4),
  ];
  const sent = Math.max(2, (four.cost - twice.cost) / Math.max(1, twice.cost - once.cost));
  return [...four.blocks].flatMap(([key, ranges]) => {
    const fastest = ranges
      .map(({ startOffset, count }) =>
        [once, twice].map(({ blocks }) => runsAt(blocks, key, startOffset)).concat(count),
      )
      .find(([first = 0, before = 0, runs = 0]) => {
        const [grown, grew] = [runs - before, before - first];
        return grown > leastRuns && before > 0 && grown > (mostGrowth / 2) * sent * Math.max(grew, 1);
      });
    return fastest === undefined ? [] : [`${key} runs ${fastest.join(', ')} times`];
  });
};

/** Constructs that are grown together, because counting takes longer than most of them. */
const together = 20;

/**
 * Rule 1: no block runs more than 2.5 times as often at twice the size. Where one does for several constructs together, each half is
 * tried.
 */
const growing = async (constructs: readonly Construct[]): Promise<Finding[]> => {
  const blocks = await fastBlocks(constructs);
  const [construct] = constructs;
  if (blocks.length === 0 || construct === undefined) return [];
  if (constructs.length === 1) return blocks.map(what => ({ construct, what }));
  const half = Math.ceil(constructs.length / 2);
  return [...(await growing(constructs.slice(0, half))), ...(await growing(constructs.slice(half)))];
};

const allGrowing = async (constructs: readonly Construct[]): Promise<Finding[]> => {
  const found: Finding[] = [];
  // What ran until now, to make the constructs, is none of their work. Between them, nothing of `src` runs.
  await takeBlocks();
  for (let at = 0; at < constructs.length; at += together)
    found.push(...(await growing(constructs.slice(at, at + together))));
  return found;
};

/**
 * The most runs of functions in one turn of the event loop. The clock moves by how often it is asked, so that a busy machine changes
 * nothing.
 */
const longestTurn = async (construct: Construct, size: number): Promise<number> => {
  const { now } = performance;
  let clock = now.call(performance);
  performance.now = () => {
    clock += clockStep;
    return clock;
  };
  let longest = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      await new Promise(resolve => setImmediate(resolve));
      const taken = await takeBlocks();
      const runs = taken.values().reduce((sum, [whole]) => sum + (whole?.count ?? 0), 0);
      longest = Math.max(longest, runs);
    }
  };
  try {
    await takeBlocks();
    const watching = watch();
    await read(construct, size);
    isOver = true;
    await watching;
  } finally {
    performance.now = now;
  }
  return longest;
};

/** Milliseconds by which the clock moves when it is asked. */
const clockStep = 0.1;
/** A turn of fewer runs of functions is short, whatever it does: some 10 ms. */
const leastOfTurn = 150_000;

/** Rule 2: the longest turn does not grow with the number of records, items or pieces. */
const staying = async (construct: Construct): Promise<string[]> => {
  const twice = await longestTurn(construct, 20 * construct.from);
  if (twice <= leastOfTurn) return [];
  const once = await longestTurn(construct, 10 * construct.from);
  return twice > 1.5 * once ? [`the longest turn grows: ${once}, ${twice} blocks`] : [];
};

const heap = (): number => {
  for (let at = 0; at < 2; at++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Rule 3: what the budget counts is at least half of what the heap holds. */
const counting = async (construct: Construct): Promise<string[]> => {
  const before = heap();
  const { kept, counted } = await read(construct, 32 * construct.from);
  const held = heap() - before;
  if (kept === undefined || held < 2 * 1024 * 1024) return [];
  return counted.memory < held / 2 ? [`${counted.memory} bytes are counted of ${held} that are held`] : [];
};

const cpuOf = async (construct: Construct, size: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < 3; at++) {
    const start = process.threadCpuUsage();
    await read(construct, size);
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
};

/** The rule for what happens in built-in functions: not three times the CPU at twice the size, where it takes 50 ms. */
const burning = async (construct: Construct): Promise<string[]> => {
  const size = 60 * construct.from;
  const twice = await cpuOf(construct, 2 * size);
  if (twice < 50) return [];
  const once = await cpuOf(construct, size);
  return twice > 3 * once ? [`takes ${Math.round(once)} and ${Math.round(twice)} ms of CPU`] : [];
};

const { allConstructs, closeAll } = await import('./constructs.ts').then(async module => {
  if (!options.cpu) await startCounting();
  return module;
});
const constructs = (await allConstructs()).filter(({ name }) => name.includes(options.only));
const underRule = (rule: Rule) => constructs.filter(({ rules }) => rules.includes(rule));

const eachOf = async (
  rule: Rule,
  follow: (construct: Construct) => Promise<string[]>,
): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const construct of underRule(rule))
    for (const what of await follow(construct)) found.push({ construct, what });
  return found;
};

const findings = options.cpu
  ? await eachOf('growth', burning)
  : [
      ...(await allGrowing(underRule('growth'))),
      ...(await countFunctions().then(() => eachOf('turn', staying))),
      ...(await stopCounting().then(() => eachOf('memory', counting))),
    ];
for (const { construct, what } of findings) write(`${construct.name}: ${what}`);
await closeAll();
write(`${constructs.length} constructs, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
