// The kinds of region that the sandbox can run as. Apart from what they are made of, so that reading the command line
// loads none of it.

export const regionNames = ['extracts', 'rivta', 'fhir'] as const;
export type RegionName = (typeof regionNames)[number];

export const isRegion = (name: string): name is RegionName =>
  (regionNames as readonly string[]).includes(name);
