// The contract suite of ports/ehr, run for the legacy extracts over real HTTP (plain and with varied XML), and for the
// in-memory EHR.
import { ehrSimulator } from '../../../sandbox/extracts/simulator.ts';
import type { System } from '../../../src/adapters/ehr/adapter.ts';
import { extracts } from '../../../src/adapters/ehr/extracts/index.ts';
import { regionTime } from '../../../src/adapters/time/region-time.ts';
import { ehrContract, withServer } from './contract/ehr-contract.ts';
import { expected, legacyWorld, memoryWorld, world } from './contract-world.ts';
import { damageHarness } from './extracts/damage-harness.ts';
import { memoryEhr } from './memory-ehr.ts';

const system = (baseUrl: string): System => ({
  name: 'ehr',
  baseUrl,
  headers: {},
  tls: {},
  intervalAtEhr: new Set(['journalNotes', 'appointments']),
  timeoutMs: 5000,
  ignore: new Set(),
  maxConcurrent: 64,
  maxAnswerBytes: 1_000_000,
  profileMembers: {},
  profileFolder: '/nowhere',
});

const overHttp = (varied: boolean) => async () => {
  const server = await ehrSimulator({ world: legacyWorld(), port: 0, varied });
  const region = { time: regionTime('Europe/Stockholm'), clock: Date.now, reserveNumbersRoot: undefined };
  const opened = extracts.open(system(server.url), region);
  return withServer(opened, server);
};

const shared = { world, expected, transitions: ['arrive', 'pay'] } as const;

ehrContract({
  ...shared,
  name: 'in memory',
  start: async () => ({ ehr: memoryEhr(memoryWorld()), close: async () => {} }),
});
for (const write of ['arrive', 'pay'] as const) {
  ehrContract({
    ...shared,
    name: `in memory, with ${write} as its only write`,
    transitions: [write],
    start: async () => {
      const { writer, ...readers } = memoryEhr(memoryWorld());
      return { ehr: { ...readers, writer: { [write]: writer[write] } }, close: async () => {} };
    },
  });
}
ehrContract({ ...shared, name: 'legacy extracts', start: overHttp(false), damages: damageHarness });
ehrContract({ ...shared, name: 'legacy extracts, with every variation', start: overHttp(true) });
