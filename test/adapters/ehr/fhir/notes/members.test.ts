// The members of a note, row by row of the mapping. Expected values are written by hand.
import { expect, test } from 'vitest';
import { bundle, own } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const text = { contentType: 'text/plain', data: Buffer.from('Text.').toString('base64') };
const document = (members: object) => ({
  resourceType: 'DocumentReference',
  id: 'd1',
  status: 'current',
  subject: own,
  content: [{ attachment: text }],
  ...members,
});
const composition = (members: object) => ({
  resourceType: 'Composition',
  id: 'c1',
  status: 'final',
  subject: own,
  section: [{ title: 'Status', text: { div: '<div>Bra.</div>' } }],
  ...members,
});
const read = async (resource: { resourceType: string }, ...along: object[]) => {
  const { record, losses } = only(
    await readAll('journalNotes', { [`/${resource.resourceType}`]: bundle([resource, ...along]) }),
  );
  const [extract] = record.JournalNoteEHRExtract;
  return { extract, note: extract.Note, losses };
};
const doctor = (display: string) => ({ type: 'Practitioner', display });

test.each<[object, boolean]>([
  [{ status: 'current' }, true],
  [{ status: 'current', docStatus: 'preliminary' }, true],
  [{ status: 'superseded' }, false],
])('whether a document is active: %o', async (members, isActive) => {
  expect((await read(document(members))).note.NoteActive).toBe(isActive);
});

test.each<[string, boolean]>([
  ['final', true],
  ['preliminary', true],
  ['amended', true],
])('whether a composition is active: %s', async (status, isActive) => {
  expect((await read(composition({ status }))).note.NoteActive).toBe(isActive);
});

test('a document', async () => {
  const { extract, note, losses } = await read(
    document({
      date: '2026-01-15T10:00:00+01:00',
      type: { text: 'Daganteckning' },
      author: [doctor('Doktor Ett')],
      authenticator: doctor('Doktor Två'),
      content: [{ attachment: { ...text, title: 'Besök' } }],
      context: {
        period: { start: '2026-01-14' },
        encounter: [{ reference: 'Encounter/e1' }, { reference: 'Encounter/e2' }],
      },
    }),
    {
      resourceType: 'Encounter',
      id: 'e1',
      status: 'triaged',
      subject: own,
      type: [{ text: 'Återbesök' }],
      period: { start: '2026-01-14T08:00:00+01:00', end: '2026-01-14T09:00:00+01:00' },
      serviceProvider: {
        display: 'Kliniken',
        identifier: { system: 'urn:oid:1.2.752.29.4.19', value: 'SE1-1' },
      },
    },
  );
  expect(note).toEqual({
    NoteId: { extension: 'DocumentReference/d1' },
    NoteVersionDateTime: { value: '20260115100000' },
    NoteDateTime: { value: '20260114000000' },
    NoteTypeOfNote: 'Daganteckning',
    NoteTemplateName: 'Besök',
    NoteActive: true,
    Records: {
      Record: [
        {
          Keyword: 'Besök',
          KeywordToolType: 'TextTool',
          Value: [{ $self: 'Text.', JournalValueType: 'Text' }],
        },
      ],
    },
  });
  expect(extract.CareProviders).toEqual({
    CareProvider: [
      { CareProviderType: 'author', CareProviderName: 'Doktor Ett' },
      { CareProviderType: 'authenticator', CareProviderName: 'Doktor Två' },
    ],
  });
  expect(extract.HCMContact).toEqual({
    target_id: { extension: 'Encounter/e1' },
    HCMContacInternaltID: 'e1',
    HCMContactBegin: { value: '20260114080000' },
    HCMContactEnd: { value: '20260114090000' },
    HCMContactStatus: 'ARRIVED',
    HCMContactType: 'Återbesök',
    ContactPerformingUnit: 'Kliniken',
  });
  expect(losses).toEqual(['repeated DocumentReference/context/encounter']);
});

test("a document's description is its template, before a title; its type the keyword, without one", async () => {
  const { note } = await read(
    document({
      description: 'Mall',
      type: { text: 'Daganteckning' },
      content: [{ attachment: text }, { attachment: { contentType: 'application/pdf', title: 'Utskrift' } }],
    }),
  );
  expect(note.NoteTemplateName).toBe('Mall');
  expect(note.Records.Record[0].Keyword).toBe('Daganteckning');
});

test('a composition', async () => {
  const { extract, note, losses } = await read(
    composition({
      date: '2026-01-15',
      title: 'Inskrivning',
      type: { coding: [{ code: 'x' }, { code: 'y', display: 'Anteckning' }] },
      confidentiality: 'V',
      author: [doctor('Doktor Ett')],
      event: [{ period: { start: '2026-01-14' } }, { period: { start: '2026-01-10' } }],
      attester: [
        { mode: 'personal', time: '2026-01-15T11:00:00+01:00', party: doctor('Doktor Två') },
        { mode: 'official', time: '2026-01-15T12:00:00+01:00' },
        { mode: 'legal', time: '2026-01-15T13:00:00+01:00' },
      ],
      encounter: { reference: 'Encounter/e1' },
      section: [
        { code: { text: 'Anamnes' }, text: { div: '<div>Hosta.</div>' }, section: [{ title: 'Socialt' }] },
        { title: 'Läkemedel', emptyReason: { coding: [{ code: 'nilknown', display: 'Inga kända' }] } },
        { title: 'Övrigt', emptyReason: { text: 'Visas ej', coding: [{ code: 'withheld' }] } },
        { title: 'Provsvar', entry: [{ display: 'Hb 140' }] },
      ],
    }),
  );
  const written = ($self: string) => [{ $self, JournalValueType: 'Text' }];
  expect(note).toEqual({
    NoteId: { extension: 'Composition/c1' },
    NoteVersionDateTime: { value: '20260115000000' },
    NoteDateTime: { value: '20260114000000' },
    NoteSignDateTime: { value: '20260115120000' },
    NoteTypeOfNote: 'Anteckning',
    NoteTemplateName: 'Inskrivning',
    NoteSecrecyLevels: { SecrecyLevel: ['V'] },
    NoteActive: true,
    Records: {
      Record: [
        {
          Keyword: 'Anamnes',
          KeywordToolType: 'TextTool',
          Value: written('Hosta.'),
          Record: [{ Keyword: 'Socialt', KeywordToolType: 'TextTool' }],
        },
        { Keyword: 'Läkemedel', KeywordToolType: 'TextTool', Value: written('Inga kända') },
        { Keyword: 'Övrigt', KeywordToolType: 'TextTool', Value: written('Visas ej') },
        { Keyword: 'Provsvar', KeywordToolType: 'TextTool' },
      ],
    },
  });
  expect(extract.CareProviders).toEqual({
    CareProvider: [
      { CareProviderType: 'author', CareProviderName: 'Doktor Ett' },
      { CareProviderType: 'personal', CareProviderName: 'Doktor Två' },
    ],
  });
  expect(extract.HCMContact).toEqual({
    target_id: { extension: 'Encounter/e1' },
    HCMContacInternaltID: 'e1',
  });
  expect(losses).toEqual([
    'withheld Composition/section/emptyReason',
    'out-of-bounds Composition/section/entry',
    // The other event, and the attesters that did not sign.
    'unmapped Composition/event/period',
    'unmapped Composition/attester/time',
    'unmapped Composition/attester/mode',
    'unmapped Composition/attester/time',
  ]);
});
