// The operations that a region of the sandbox offers: all but those that its scenarios show as not offered.
import type { RegionName } from '../../sandbox/command-line/region-names.ts';
import { regions } from '../../sandbox/regions.ts';
import type { Scenario } from '../../sandbox/scenarios.ts';
import { operations } from '../../src/http/operations/operations.ts';
import type { Operation } from '../../src/http/request/operation.ts';

/** The number of the operation that a scenario shows. */
export const operationIn = ({ shows }: Scenario): number => Number(/^(\d+):/.exec(shows)?.[1]);

export const operationsOffered = (region: RegionName): readonly Operation[] => {
  const refused = regions[region].scenarios.filter(({ error }) => error === 'not-offered').map(operationIn);
  return operations.filter(({ number }) => !refused.includes(number));
};
