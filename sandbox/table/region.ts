// The region without code: an invented EHR, Nordvik, which tables describe, in JSON and in XML.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxRegion } from '../regions.ts';
import { nordvikPatients } from './records.ts';
import { tableScenarios } from './scenarios.ts';
import { type Format, nordvikSimulator } from './simulator.ts';

const jsonTables = join(import.meta.dirname, 'nordvik');
const xmlSystem = join(import.meta.dirname, 'nordvik-xml', 'system.json');

/**
 * Copies the tables of a format into a folder `nordvik`. The records are the same in both formats, so only system.json
 * differs: the XML is found by an id of the EHR's own, which a lookup finds.
 * @returns the path of the copy.
 */
export const copyTables = (format: Format, folder: string): string => {
  const copy = join(folder, 'nordvik');
  cpSync(jsonTables, copy, { recursive: true });
  if (format === 'xml') cpSync(xmlSystem, join(copy, 'system.json'));
  return copy;
};

export const tableRegion = (format: Format): SandboxRegion => ({
  start: async ({ port, folder }) => {
    copyTables(format, folder);
    const { url, close } = await nordvikSimulator({ format, world: () => nordvikPatients(), port });
    return {
      url,
      close,
      speaks: `${format.toUpperCase()} of its own, which tables describe`,
      system: {
        adapter: 'table',
        baseUrl: url,
        tables: 'nordvik',
        intervalAtEhr: ['contacts', 'appointments', 'journalNotes'],
      },
    };
  },
  scenarios: tableScenarios,
});
