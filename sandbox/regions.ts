// Each kind of region: a simulator of its system, the system in the region profile, and its scenarios.
import type { RegionName } from './command-line/region-names.ts';
import { ehrSimulator } from './extracts/simulator.ts';
import { fhirRegion } from './fhir/region.ts';
import { patients } from './patients/patients.ts';
import { facilities, patientsInRivta } from './rivta/patients/additions.ts';
import { rivtaScenarios } from './rivta/scenarios.ts';
import { rivtaSimulator } from './rivta/simulator.ts';
import { reserveNumbers, reserveRegister } from './rivta/soap/rules.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { tableRegion } from './table/region.ts';

export type StartedRegion = {
  readonly url: string;
  /** The protocol of its systems, as shown to a reader. */
  readonly speaks: string;
  /** Its system in the region's profile. */
  readonly system: object;
  /** Other members of the region's profile. */
  readonly profile?: object;
  close(): Promise<void>;
};

export type SandboxRegion = {
  /**
   * Starts the simulator.
   * @param options.port 0 for any free port.
   * @param options.folder for files that the profile names.
   */
  start(options: { readonly port: number; readonly folder: string }): Promise<StartedRegion>;
  readonly scenarios: readonly Scenario[];
};

const extracts: SandboxRegion = {
  start: async ({ port }) => {
    const { url, close } = await ehrSimulator({ world: patients(), initial: patients, port, varied: true });
    return {
      url,
      close,
      speaks: 'legacy XML extracts',
      system: { adapter: 'extracts', baseUrl: url, intervalAtEhr: ['journalNotes'] },
    };
  },
  scenarios,
};

const rivta: SandboxRegion = {
  start: async ({ port }) => {
    const logicalAddress = 'SE2321000016-RIVTA';
    const originalConsumer = 'SE5565594230-APP';
    const { url, endpoints, close } = await rivtaSimulator({
      world: patientsInRivta(),
      port,
      varied: true,
      logicalAddress,
      originalConsumer,
    });
    return {
      url,
      close,
      speaks: 'six RIV-TA contracts',
      system: {
        adapter: 'rivta',
        baseUrl: url,
        logicalAddress,
        originalConsumerHsaId: originalConsumer,
        endpoints,
        facilities,
        intervalAtEhr: ['journalNotes'],
        partialAnswers: true,
        // A national contract may take 15 seconds; two more leave time to read the answer.
        timeoutMs: 20_000,
      },
      profile: { reserveNumbers, reserveNumbersRoot: reserveRegister },
    };
  },
  scenarios: rivtaScenarios,
};

export const regions: Readonly<Record<RegionName, SandboxRegion>> = {
  extracts,
  rivta,
  fhir: fhirRegion,
  table: tableRegion('json'),
  'table-xml': tableRegion('xml'),
};
