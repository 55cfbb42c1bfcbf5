// The region without code: an invented EHR, Nordvik, which tables describe, in JSON and in XML.
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxRegion } from '../regions.ts';
import { nordvikPatients } from './records.ts';
import { tableScenarios } from './scenarios.ts';
import { nordvikSimulator } from './simulator.ts';
import type { Format } from './wire.ts';

const user = 'patient-data-access';
/** Beside the profile. */
const passwordFile = 'nordvik-password';

const jsonTables = join(import.meta.dirname, 'nordvik');
const xmlTables = join(import.meta.dirname, 'nordvik-xml');

/**
 * Copies the tables of a format into a folder `nordvik`. In XML, records are written in another
 * way: only the lists of words are those of JSON.
 * @returns the path of the copy.
 */
export const copyTables = (format: Format, folder: string): string => {
  const copy = join(folder, 'nordvik');
  cpSync(jsonTables, copy, { recursive: true });
  if (format === 'xml') cpSync(xmlTables, copy, { recursive: true });
  return copy;
};

export const tableRegion = (format: Format): SandboxRegion => ({
  start: async ({ port, folder }) => {
    copyTables(format, folder);
    const password = randomUUID();
    await writeFile(join(folder, passwordFile), password, { mode: 0o600 });
    const { url, close } = await nordvikSimulator({
      format,
      world: () => nordvikPatients(),
      port,
      login: { user, password },
      needsVersion: true,
    });
    return {
      url,
      close,
      speaks: `${format.toUpperCase()} of its own, which tables describe, with a login`,
      system: {
        adapter: 'table',
        baseUrl: url,
        tables: 'nordvik',
        auth: {
          tokenUrl: `${url}/login`,
          login: { user, password: `file:${passwordFile}` },
          token: 'session/token',
          lifetime: 'session/seconds',
        },
        intervalAtEhr: ['contacts', 'appointments', 'journalNotes'],
      },
    };
  },
  scenarios: tableScenarios,
});
