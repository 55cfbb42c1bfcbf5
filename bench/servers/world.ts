// The environment of the servers under test: the EHR, the token issuer, and a token per patient.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIssuer } from '../../test/support/servers/issuer.ts';
import { kinds } from '../data/kinds.ts';
import { patients } from '../data/people.ts';
import type { Size } from '../data/sizes.ts';

export type Client = { readonly token: string; readonly patient: string };

export type World = {
  readonly ehr: string;
  /** The EHR as a system of the region's profile. */
  readonly system: object;
  readonly issuer: string;
  /** A client of each patient. */
  readonly clients: readonly Client[];
  /** Folder for files of the servers. On a real disk, because the access log is synced. */
  readonly folder: string;
  /** Makes the EHR answer with bodies of this size. */
  serve(size: Size): Promise<void>;
  close(): Promise<void>;
};

/** Lifetime of the tokens in seconds: longer than any run. */
const lifetime = 12 * 3600;

/** The EHRs: the entry point of each one's process, and the members of the system in the profile. */
const ehrs = {
  extracts: { main: 'ehr.ts', basePath: '', system: { adapter: 'extracts' } },
  fhir: {
    main: '../fhir/ehr.ts',
    basePath: '/fhir',
    system: {
      adapter: 'fhir',
      protectedIdentity: 'security-label',
      prescriptionNotes: 'patient',
      resources: [
        'Patient',
        'MedicationRequest',
        'Medication',
        'Composition',
        'Organization',
        'Practitioner',
        'PractitionerRole',
      ],
    },
  },
} as const;

export const startWorld = async (name: keyof typeof ehrs = 'extracts'): Promise<World> => {
  const { main, basePath, system } = ehrs[name];
  // Most issuers sign with RS256, which is also the cheapest to verify.
  const issuer = await startIssuer('RS256');
  const exp = Math.floor(Date.now() / 1000) + lifetime;
  const scope = Object.values(kinds)
    .map(kind => kind.scope)
    .join(' ');
  const clients = await Promise.all(
    patients.map(async patient => ({
      patient,
      token: await issuer.sign({ patient, scope, exp, sub: `user-${patient}` }),
    })),
  );
  const ehr = fork(join(import.meta.dirname, main));
  const [{ url }] = (await once(ehr, 'message')) as [{ url: string }];
  const folder = mkdtempSync(join(tmpdir(), 'patient-data-bench-'));
  return {
    ehr: url,
    system: { ...system, baseUrl: `${url}${basePath}` },
    issuer: issuer.url,
    clients,
    folder,
    serve: async size => {
      const served = once(ehr, 'message');
      ehr.send(size);
      await served;
    },
    close: async () => {
      ehr.disconnect();
      await issuer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
