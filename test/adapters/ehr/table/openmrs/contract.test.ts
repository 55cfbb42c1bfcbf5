// The contract suite of ports/ehr for OpenMRS: patients by an identifier of a type, ids of the EHR's own, a kind of two requests, links that
// name another host, states by the clock, observations of several types.
import { ehrContract, withServer } from '../../contract/ehr-contract.ts';
import { expectedIn } from '../../contract/expected-records.ts';
import { world } from '../../contract-world.ts';
import { openmrsDamages, openOpenmrs } from './damage-harness.ts';
import { openmrsSimulator } from './simulator.ts';

const expected = expectedIn(new URL('contract-expected.yaml', import.meta.url));

ehrContract({
  name: 'OpenMRS',
  world,
  expected,
  transitions: ['arrive'],
  start: async () => {
    const server = await openmrsSimulator();
    return withServer(openOpenmrs(server.url), server);
  },
  damages: openmrsDamages,
});
