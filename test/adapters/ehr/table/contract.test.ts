// The contract suite of ports/ehr for tables, over real HTTP: the same EHR in JSON and in XML.
import { ehrContract, withServer } from '../contract/ehr-contract.ts';
import { expectedIn } from '../contract/expected-records.ts';
import { world } from '../contract-world.ts';
import { damagesIn } from './damage-harness.ts';
import { nordvik, openNordvik } from './nordvik.ts';

const expected = expectedIn(new URL('contract-expected.yaml', import.meta.url));

for (const format of ['json', 'xml'] as const)
  ehrContract({
    name: `tables over ${format.toUpperCase()}`,
    world,
    expected,
    transitions: ['arrive', 'pay'],
    start: async () => {
      const server = await nordvik(format)();
      return withServer(openNordvik(format)(server.url), server);
    },
    damages: damagesIn(format),
  });
