// npm run bench:compare: compares the service of this checkout with that of another one.
import { isAbsolute, join } from 'node:path';
import { type Size, sizeNamed } from './data/sizes.ts';
import { callerOf, loop } from './load.ts';
import { readOptions } from './options.ts';
import { cpuSeconds } from './servers/process-tree.ts';
import { type Server, startServer } from './servers/servers.ts';
import { startWorld, type World } from './servers/world.ts';
import { median } from './statistics.ts';

const usage = `npm run bench:compare -- --with ../main: compares the service of this checkout with that of another one. Both and the
floor run in short alternating rounds, so other load on the machine affects all of them equally.
  --size 3,40,250   KB of XML, or of a FHIR Bundle (3; with --fhir, 40)
  --fhir            with a FHIR server as the EHR: 40 and 250 only
  --rounds 15       rounds of about a second of each server`;

const options = readOptions(usage, {
  with: { type: 'string' },
  size: { type: 'string' },
  fhir: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '15' },
});

const wanted = (options.size ?? (options.fhir ? '40' : '3'))
  .split(',')
  .map(name => sizeNamed(name, options.fhir));
/** Requests per round: about a third of a second of the service's CPU time. */
const requestsOf = ({ bytes }: Size) => Math.max(2, Math.round(800 / (1 + bytes / 12_000)));
const concurrency = 16;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** CPU time of a request in microseconds, averaged over one round. */
const round = async (server: Server, world: World, size: Size): Promise<number> => {
  const requests = requestsOf(size);
  const caller = callerOf(server, world.clients, concurrency);
  const before = cpuSeconds(server.pid);
  await loop(caller, { size, concurrency: Math.min(concurrency, requests), send: { requests } });
  const spent = cpuSeconds(server.pid) - before;
  await caller.close();
  return (spent / requests) * 1e6;
};

const warmUp = async (server: Server, world: World, size: Size) => {
  const caller = callerOf(server, world.clients, concurrency);
  await loop(caller, { size, concurrency, send: { seconds: 12 } });
  await caller.close();
};

const compare = async (servers: ReadonlyMap<string, Server>, world: World, size: Size) => {
  await world.serve(size);
  for (const server of servers.values()) await warmUp(server, world, size);
  const costs = new Map([...servers.keys()].map(name => [name, [] as number[]]));
  for (let count = 0; count < Number(options.rounds); count++) {
    for (const [name, server] of servers) costs.get(name)?.push(await round(server, world, size));
  }
  const [first = []] = costs.values();
  say(`\n${size.name}`);
  for (const [name, values] of costs) {
    const ratio = median(values.map((value, index) => value / (first[index] ?? Number.NaN)));
    const least = Math.min(...values).toFixed(0);
    say(
      `  ${name.padEnd(10)} ${median(values).toFixed(0).padStart(7)} µs (least ${least}), × floor ${ratio.toFixed(2)}`,
    );
  }
};

const world = await startWorld(options.fhir ? 'fhir' : 'extracts');
try {
  const servers = new Map<string, Server>();
  servers.set('floor', await startServer('floor', world));
  if (options.with !== undefined) {
    const checkout = isAbsolute(options.with) ? options.with : join(process.cwd(), options.with);
    servers.set('other', await startServer('service', world, { checkout }));
  }
  servers.set('this', await startServer('service', world));
  for (const size of wanted) await compare(servers, world, size);
  for (const server of servers.values()) await server.close();
} finally {
  await world.close();
}
process.exit();
