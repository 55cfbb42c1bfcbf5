// An invented vendor, Ekhult: answers of two test patients, the tables that read them rightly, and the records that are expected, all
// written by hand in ekhult.yaml.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { newFolder } from '../support/new-folder.ts';

type Members = Readonly<Record<string, unknown>>;
type Kind = 'patients' | 'contacts' | 'attentionSignals' | 'appointments';

export type EkhultTables = {
  readonly profile: Members & { readonly systems: { readonly ekhult: Members } };
  readonly system: Members & {
    readonly kinds: Readonly<Record<Kind, Members & { readonly beside: object }>>;
    readonly writes: Readonly<Record<'arrive' | 'pay', Members & { readonly results: readonly object[] }>>;
  };
  readonly patients: Members & { readonly ignore: object };
} & Readonly<Record<'contacts' | 'attention-signals' | 'appointments', Members>>;

/** Name of a sample → the answer; the tables that are right, and the profile; and name of a sample → what is expected of it. */
const written: {
  readonly samples: Members;
  readonly tables: EkhultTables;
  readonly expected: Members;
} = parse(readFileSync(new URL('ekhult.yaml', import.meta.url), 'utf8'), { merge: true });

export const { tables } = written;

/** Writes a profile, its tables and the samples into a folder that lasts as long as the test, and returns its path. */
export const writeEkhult = ({ profile, ...files }: EkhultTables): string => {
  const folder = newFolder();
  const write = (name: string, content: unknown) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  };
  write('region.json', profile);
  for (const [name, content] of Object.entries(files)) write(`ekhult/${name}.json`, content);
  for (const [name, content] of Object.entries({ ...written.samples, ...written.expected }))
    write(`ekhult/samples/${name}`, content);
  return folder;
};

/** What the EHR answers: the last segment of a path, or `patients` → the answer of a sample. */
export const answers: Members = {
  patients: written.samples['patients-1.json'],
  visits: written.samples['contacts-1.json'],
  alerts: written.samples['attention-signals-1.json'],
  bookings: written.samples['appointments-1.json'],
};
