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

export type World = {
  readonly ehr: string;
  /** The EHR as a system of the region's profile. */
  readonly system: object;
  readonly issuer: string;
  /** Tokens in the order of the patients. */
  readonly tokens: readonly string[];
  /** Folder for files of the servers. On a real disk, because the access log is synced. */
  readonly folder: string;
  /** Makes the EHR answer with bodies of this size. */
  serve(size: Size): Promise<void>;
  close(): Promise<void>;
};

/** Lifetime of the tokens in seconds: longer than any run. */
const lifetime = 12 * 3600;

export type Ehr = {
  /** Path of the process's entry point, relative to this folder. */
  readonly main: string;
  /** The system in the profile, with the URL that the process reports. */
  readonly system: (url: string) => object;
};

const extracts: Ehr = { main: 'ehr.ts', system: baseUrl => ({ adapter: 'extracts', baseUrl }) };

export const startWorld = async ({ main, system }: Ehr = extracts): Promise<World> => {
  // Most issuers sign with RS256, which is also the cheapest to verify.
  const issuer = await startIssuer('RS256');
  const exp = Math.floor(Date.now() / 1000) + lifetime;
  const scope = Object.values(kinds)
    .map(kind => kind.scope)
    .join(' ');
  const tokens = await Promise.all(
    patients.map(patient => issuer.sign({ patient, scope, exp, sub: `user-${patient}` })),
  );
  const ehr = fork(join(import.meta.dirname, main));
  const [{ url }] = (await once(ehr, 'message')) as [{ url: string }];
  const folder = mkdtempSync(join(tmpdir(), 'patient-data-bench-'));
  return {
    ehr: url,
    system: system(url),
    issuer: issuer.url,
    tokens,
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
