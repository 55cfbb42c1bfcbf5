// The kinds of region that the sandbox can simulate. They are separate from their implementation, so parsing the command
// line does not load it.

export const regionNames = ['extracts', 'rivta', 'fhir', 'table', 'table-xml'] as const;
export type RegionName = (typeof regionNames)[number];

export const isRegion = (name: string): name is RegionName =>
  (regionNames as readonly string[]).includes(name);
