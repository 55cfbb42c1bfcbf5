// The three kinds that all competitors serve, by path.
import {
  archetypeRecord,
  journalNote,
  noteRecord,
  patient,
  prescription,
} from '../../sandbox/record-builders/record-trees.ts';

export const kinds = [
  {
    url: '/patients/patient/',
    path: '/extracts/patient',
    scope: 'user/Patient-read',
    root: 'PatientEHRExtracts',
    element: 'PatientEHRExtract',
    tree: patient,
  },
  {
    url: '/patients/medications/',
    path: '/extracts/prescriptions',
    scope: 'user/MedicationPrescription-read',
    root: 'PrescriptionEHRExtracts',
    element: 'PrescriptionEHRExtract',
    tree: prescription,
  },
  {
    url: '/patients/journalnotes/',
    path: '/extracts/journalnotes',
    scope: 'user/JournalNote-read',
    root: 'JournalNoteEHRExtracts',
    element: 'JournalNoteEHRExtract',
    tree: journalNote,
  },
];

/** Named trees, for references from other trees. */
export const namedTrees = {
  Identifier: { root: 'string', extension: 'string' },
  Coded: {
    code: 'string',
    codeSystem: 'string',
    codeSystemName: 'string',
    codeSystemVersion: 'string',
    displayName: { value: 'string' },
  },
  Time: { value: 'string' },
  Date: { value: 'string' },
  Version: { version: 'number' },
  Record: noteRecord,
  ArchetypeRecord: archetypeRecord,
};

/** Converts a text to a value, by type. */
export const readers = {
  boolean: text => text === 'true' || text === '1',
  number: text => Number(text.replace(',', '.')),
  integer: text => Number(text),
};

/** Port, EHR and issuer, as set by `bench/servers/servers.ts`. */
export const { PORT, EHR, ISSUER, AUDIENCE, SUBSCRIPTION_KEY, LOG_FILE } = process.env;
