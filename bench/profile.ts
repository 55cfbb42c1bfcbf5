// npm run bench:profile: CPU time of the service at one size, by package and by function, in a steady state.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeNamed } from './data/sizes.ts';
import { fhirServer } from './fhir/fhir-server.ts';
import { callerOf, timedLoop } from './load.ts';
import { readOptions } from './options.ts';
import { startServer } from './servers/servers.ts';
import { startWorld } from './servers/world.ts';

const usage = `npm run bench:profile: CPU time of the service at one size, by package and by function, in a steady state.
  --size 3       KB of XML: 3, 40, 250, 10000
  --fhir         with a FHIR server as the EHR; KB of a Bundle: 40 (default), 250
  --seconds 10   duration of the profile, after an equally long warm-up
  --allocations  bytes allocated instead of CPU`;

const options = readOptions(usage, {
  size: { type: 'string' },
  fhir: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '10' },
  allocations: { type: 'boolean', default: false },
  lines: { type: 'string', default: '60' },
  floor: { type: 'boolean', default: false },
});

const size = sizeNamed(options.size ?? (options.fhir ? '40' : '3'), options.fhir);

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };
type CpuNode = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] };
type CpuProfile = {
  readonly nodes: readonly CpuNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type HeapNode = {
  readonly callFrame: Frame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
};

/** Location of a function: its package, or its file below `src`. */
const placeOf = ({ url, functionName }: Frame): string => {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8';
  if (url.startsWith('node:')) return 'node';
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/src\/(.*)$/.exec(url)?.[1];
  return found ?? url;
};

const add = (sums: Map<string, number>, name: string, value: number) =>
  sums.set(name, (sums.get(name) ?? 0) + value);

const sumsOf = (entries: readonly (readonly [Frame, number])[]) => {
  const [places, functions] = [new Map<string, number>(), new Map<string, number>()];
  for (const [frame, value] of entries) {
    add(places, placeOf(frame), value);
    add(functions, nameOf(frame), value);
  }
  return { places, functions };
};

const nameOf = ({ functionName, url, lineNumber }: Frame): string =>
  `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;

/** Time of each function including its callees; a function that occurs twice in a stack counts once. */
const inclusive = ({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])));
  const byId = new Map(nodes.map(node => [node.id, node]));
  const stackOf = (id: number | undefined): string[] => {
    const node = id === undefined ? undefined : byId.get(id);
    return node === undefined ? [] : [nameOf(node.callFrame), ...stackOf(parents.get(node.id))];
  };
  const stacks = new Map(nodes.map(({ id }) => [id, new Set(stackOf(id))]));
  const sums = new Map<string, number>();
  for (let at = Math.floor(samples.length / 2); at < samples.length; at++) {
    const stack = stacks.get(samples[at] ?? -1);
    if (stack === undefined || [...stack][0]?.startsWith('(idle)')) continue;
    for (const name of stack) add(sums, name, timeDeltas[at] ?? 0);
  }
  return sums;
};

const show = (title: string, sums: ReadonlyMap<string, number>, whole?: number) => {
  const total = whole ?? [...sums.values()].reduce((sum, value) => sum + value, 0);
  const largest = [...sums].sort(([, one], [, other]) => other - one).slice(0, Number(options.lines));
  const lines = largest.map(
    ([name, value]) => `${((value / total) * 100).toFixed(1).padStart(6)} %  ${name}`,
  );
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
};

const cpuEntries = ({ nodes, samples, timeDeltas }: CpuProfile) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const half = Math.floor(samples.length / 2);
  const entries: (readonly [Frame, number])[] = [];
  // The first half is warm-up.
  for (let at = half; at < samples.length; at++) {
    const frame = frames.get(samples[at] ?? -1);
    if (frame !== undefined && frame.functionName !== '(idle)') entries.push([frame, timeDeltas[at] ?? 0]);
  }
  return entries;
};

const heapEntries = (node: HeapNode): (readonly [Frame, number])[] => [
  [node.callFrame, node.selfSize],
  ...node.children.flatMap(heapEntries),
];

const world = await startWorld(options.fhir ? { ehr: fhirServer } : {});
try {
  const folder = mkdtempSync(join(world.folder, 'profile-'));
  const nodeOptions = options.allocations
    ? ['--heap-prof', `--heap-prof-dir=${folder}`, '--heap-prof-interval=8192']
    : ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250'];
  await world.serve(size);
  const server = await startServer(options.floor ? 'floor' : 'service', world, { nodeOptions });
  const caller = callerOf(server, world, 16);
  await timedLoop(caller, { size, seconds: 2 * Number(options.seconds), concurrency: 16 });
  await caller.close();
  await server.stop();
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('no profile was written');
  const profile: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const entries = options.allocations
    ? heapEntries((profile as { head: HeapNode }).head)
    : cpuEntries(profile as CpuProfile);
  const { places, functions } = sumsOf(entries);
  show('by package and file', places);
  show('by function', functions);
  if (!options.allocations) {
    const sums = inclusive(profile as CpuProfile);
    show('by function, with what it calls', sums, sums.get('(root) :0'));
  }
} finally {
  await world.close();
}
process.exit();
