// Measures the cost of a request with a FHIR server as the EHR, compared with the floor and with parsing alone.
import { sizes } from '../data/sizes.ts';
import { startWorld } from '../servers/world.ts';
import { type Cost, measureCost } from './cost.ts';

export const measureFhir = async (runs: number): Promise<Cost[][]> => {
  const world = await startWorld('fhir');
  try {
    return await measureCost(world, {
      runs,
      names: ['service', 'again', 'floor', 'parsing'],
      only: [sizes.medium, sizes.large],
    });
  } finally {
    await world.close();
  }
};
