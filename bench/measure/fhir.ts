// What a request costs in front of a FHIR server, beside the floor.
import { sizes } from '../data/sizes.ts';
import { type Ehr, startWorld } from '../world.ts';
import { type Cost, measureCost } from './cost.ts';

const fhirServer: Ehr = {
  main: 'fhir/ehr.ts',
  system: url => ({
    adapter: 'fhir',
    baseUrl: `${url}/fhir`,
    protectedIdentity: 'security-label',
    resources: ['Patient', 'MedicationRequest', 'Composition', 'Organization', 'Practitioner'],
  }),
};

export const measureFhir = async ({ quick }: { quick: boolean }): Promise<Cost[]> => {
  const world = await startWorld(fhirServer);
  try {
    return await measureCost(world, {
      quick,
      names: ['service', 'floor'],
      only: [sizes.medium, sizes.large],
    });
  } finally {
    await world.close();
  }
};
