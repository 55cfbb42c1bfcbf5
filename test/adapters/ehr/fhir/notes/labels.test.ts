// Security labels of notes outside their `meta`: what they withhold, and which secrecy levels they name.
import { describe, expect, test } from 'vitest';
import { bundle } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const nopat = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'NOPAT' }],
};
const restricted = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }],
};

/** Labels without a readable code. */
const unreadable: [string, unknown][] = [
  ['has only a text', { text: 'Spärrad' }],
  [
    'has a coding without a code',
    { coding: [{ system: 'http://region.example/labels', display: 'Känslig' }] },
  ],
  [
    'is masked',
    {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }],
    },
  ],
  ['is not an object', 'NOPAT'],
];

const readNote = (...securityLabel: unknown[]) =>
  readAll('journalNotes', {
    '/DocumentReference': bundle([
      {
        resourceType: 'DocumentReference',
        id: 'd1',
        status: 'current',
        subject: { reference: 'Patient/p1' },
        securityLabel,
      },
    ]),
  });

describe('a note with a second label that', () => {
  test.each(unreadable)('%s is withheld if another label withholds it', async (_, label) => {
    expect(await readNote(nopat, label)).toEqual([{ record: undefined, losses: [] }]);
    expect(await readNote(label, nopat)).toEqual([{ record: undefined, losses: [] }]);
  });

  test.each(unreadable)('%s keeps its other level, and its levels count as unreadable', async (_, label) => {
    const { record, losses } = only(await readNote(restricted, label));
    expect(record.JournalNoteEHRExtract[0].Note.NoteSecrecyLevels).toEqual({ SecrecyLevel: ['R'] });
    expect(losses).toEqual(['unreadable DocumentReference/securityLabel']);
  });
});
