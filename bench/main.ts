// npm run bench: runs all measurements for docs/performance.md.
import { measureCost } from './measure/cost.ts';
import { measureCurves } from './measure/curves.ts';
import { measureFhir } from './measure/fhir.ts';
import { measureMemory } from './measure/memory.ts';
import { measureRecord } from './measure/record.ts';
import { measureStart } from './measure/start.ts';
import { measureTable } from './measure/table.ts';
import { readOptions } from './options.ts';
import { tablesOf, writeDocuments } from './report/documents.ts';
import { type Results, readResults, writeResults } from './results.ts';
import { checkSameJson } from './same-json.ts';
import { startServer } from './servers/servers.ts';
import { startWorld, type World } from './servers/world.ts';

const usage = `npm run bench: runs all measurements for docs/performance.md.
  -- --quick      one run; does not change the documents
  -- --only a,b   parts: cost, fhir, table, memory, start, record, curves
  -- --runs 5     runs of each part, each with processes of its own (3)
  -- --documents  measures nothing; writes the documents from the last results`;

const options = readOptions(usage, {
  quick: { type: 'boolean', default: false },
  documents: { type: 'boolean', default: false },
  only: { type: 'string' },
  runs: { type: 'string' },
});
const { quick } = options;
const runs = Number(options.runs ?? (quick ? 1 : 3));

const say = (text: string) => void process.stdout.write(`${text}\n`);

const parts: { readonly [P in keyof Results]-?: (world: World) => Promise<Required<Results>[P]> } = {
  cost: world => measureCost(world, { runs }),
  fhir: () => measureFhir(runs),
  table: () => measureTable(runs),
  memory: world => measureMemory(world, runs),
  start: world => measureStart(world, runs),
  record: () => measureRecord(runs),
  curves: measureCurves,
};

const wanted = options.only?.split(',') ?? Object.keys(parts);

const checkCompetitors = async (world: World) => {
  const names = ['service', 'strong', 'usual'] as const;
  const servers = await Promise.all(names.map(name => startServer(name, world)));
  await checkSameJson(servers, world);
  for (const server of servers) await server.close();
  say('The service, the strong alternative and the usual choice answer the same JSON.');
};

const measure = async (world: World): Promise<Results> => {
  const results: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (!wanted.includes(name)) continue;
    const began = performance.now();
    results[name] = await part(world);
    say(`${name}: measured in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  return results;
};

if (options.documents) writeDocuments(readResults());
else {
  const world = await startWorld();
  try {
    await checkCompetitors(world);
    const results = await measure(world);
    for (const table of tablesOf(results).values()) say(table);
    if (!quick) {
      const all = { ...readResults(), ...results };
      writeResults(all);
      writeDocuments(all);
    }
  } finally {
    await world.close();
  }
  // Close the keep-alive connections, which are no longer needed.
  process.exit();
}
