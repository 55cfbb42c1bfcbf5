// The regions that the sandbox can run as: for each a stand-in for its systems, its profile, and its stories.
import { everyone } from './patients/patients.ts';
import { everyoneInRivta, facilities } from './rivta/additions.ts';
import { standInRivta } from './rivta/simulator.ts';
import { rivtaStories } from './rivta/scenarios.ts';
import { standInEhr } from './ehr-simulator.ts';
import { type Story, stories } from './scenarios.ts';

export type StartedRegion = {
  readonly url: string;
  /** What its systems speak. */
  readonly speaks: string;
  /** Its system in the region's profile. */
  readonly system: object;
  close(): Promise<void>;
};

export type SandboxRegion = {
  /** Starts the stand-in on a port; 0 for any. */
  start(port: number): Promise<StartedRegion>;
  readonly stories: readonly Story[];
};

const extracts: SandboxRegion = {
  start: async port => {
    const { url, close } = await standInEhr({ world: everyone(), port, varied: true });
    return {
      url,
      close,
      speaks: 'legacy XML extracts',
      system: { adapter: 'extracts', baseUrl: url, intervalAtEhr: ['journalNotes'] },
    };
  },
  stories,
};

const rivta: SandboxRegion = {
  start: async port => {
    const logicalAddress = 'SE2321000016-RIVTA';
    const originalConsumer = 'SE5565594230-APP';
    const { url, endpoints, close } = await standInRivta({
      world: everyoneInRivta(),
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
        intervalAtEhr: ['contacts', 'prescriptions', 'journalNotes'],
      },
    };
  },
  stories: rivtaStories,
};

export const regions = { extracts, rivta } as const;
export type RegionName = keyof typeof regions;

export const isRegion = (name: string): name is RegionName => Object.hasOwn(regions, name);
