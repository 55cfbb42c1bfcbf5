// Files and adapters for the tests of the configuration: a folder of its own for each test, and adapters that open nothing.

import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Type } from 'typebox';
import type { Adapter, AdapterLoaders } from '../../src/adapters/ehr/adapter.ts';
import { adapters as ownAdapters } from '../../src/composition/ehr-adapters.ts';
import { faultList } from '../../src/config/files.ts';
import { readRegion } from '../../src/config/region/region.ts';
import { type SourceKind, sourceKinds } from '../../src/domain/records/index.ts';
import { newFolder } from '../support/new-folder.ts';

const offering = (...kinds: SourceKind[]): Adapter => ({
  offers: () => ({ kinds }),
  open: () => {
    throw new Error('no system is opened while the configuration is read');
  },
});

const idOf = (own: unknown) => (own as { consumerId: string }).consumerId;

const opensNothing: Readonly<Record<string, Adapter>> = {
  extracts: offering(...sourceKinds),
  notesOnly: offering('journalNotes'),
  withoutIntervals: {
    ...offering('patients'),
    offers: () => ({ kinds: ['patients'], intervals: [] }),
  },
  withRegister: {
    ...offering('patients'),
    offers: () => ({ kinds: ['patients'], relations: true }),
  },
  withMembers: {
    ...offering(),
    offers: own => ({
      kinds: ['patients' as const, ...(idOf(own) === 'SE1' ? [] : (['contacts'] as const))],
    }),
    members: Type.Object({
      consumerId: Type.String({ description: 'the id of the consumer' }),
      tableFile: Type.Optional(Type.String({ description: 'the path of a table' })),
    }),
    check: (own, profileFolder) => {
      const { tableFile } = own as { tableFile?: string };
      const isMissing = tableFile !== undefined && !existsSync(resolve(profileFolder, tableFile));
      return [
        ...(idOf(own) === 'nobody' ? [{ place: 'consumerId', expected: 'somebody' }] : []),
        ...(isMissing ? [{ place: 'tableFile', expected: 'a readable file' }] : []),
      ];
    },
  },
};

export const adapters: AdapterLoaders = Object.fromEntries(
  Object.entries(opensNothing).map(([name, adapter]) => [name, async () => adapter]),
);

/** A temporary folder with these files, removed after the test. Texts and bytes are written as they are, everything else as JSON. */
export const folderWith = (files: Readonly<Record<string, unknown>>): string => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isRaw ? content : JSON.stringify(content));
  }
  return folder;
};

/** The region of the profile `region.json` among files, and its faults. */
export const regionIn = async (
  files: Readonly<Record<string, unknown>>,
  use: Partial<Omit<Parameters<typeof readRegion>[1], 'list'>> = {},
) => {
  const list = faultList();
  const file = join(folderWith(files), 'region.json');
  const region = await readRegion(file, { environment: {}, adapters, list, ...use });
  return { file, region, faults: list.faults, places: list.faults.map(({ where }) => where) };
};

/** The region of a profile with these systems, as the adapters of the service read it, and its faults. */
export const regionOf = (systems: object, profile: object = {}) => {
  const written = {
    name: 'Region Exempel',
    timeZone: 'Europe/Stockholm',
    release: 'ehr',
    systems,
    ...profile,
  };
  return regionIn({ 'region.json': written }, { adapters: ownAdapters });
};
