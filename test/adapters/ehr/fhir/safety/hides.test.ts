// What the losses of a record hide from the access rules (D36). Expected words follow from what the rules of D8 and D26 read.
import { expect, test } from 'vitest';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import {
  allergy,
  appointment,
  bundle,
  masked,
  noteOf,
  own,
  videoLink,
  visit,
} from '../support/fhir-server.ts';
import { request } from '../support/prescriptions.ts';
import { only, readAll, readHidden } from '../support/read-all.ts';

const document = (members: object) =>
  noteOf({ contentType: 'text/plain', data: 'QnJhLg==', title: 'Besök' }, members);
const composition = (members: object) => ({
  resourceType: 'Composition',
  id: 'c1',
  status: 'final',
  subject: own,
  ...members,
});
const flag = (members: object) => ({ resourceType: 'Flag', id: 'f1', subject: own, ...members });
const unreadable = { reference: 1 };

type Row = readonly [what: string, kind: SourceKind, resource: object, hidden: readonly string[]];

const heading = ['keyword', 'template'];

const notes: readonly (readonly [what: string, resource: object, hidden: readonly string[]])[] = [
  ["a document's description", document({ _description: masked }), heading],
  ["a document's type", document({ type: 'Besök' }), heading],
  ["a coding of a document's type", document({ type: { coding: [{ display: {} }] } }), heading],
  [
    "an attachment's title",
    document({ content: [{ attachment: { contentType: 'text/plain', data: 'QnJhLg==', _title: masked } }] }),
    heading,
  ],
  ['an attachment', document({ content: [{ attachment: 'Besök' }] }), heading],
  ['the content of a document', document({ content: [{ attachment: { data: '%' } }] }), []],
  ["a document's labels", document({ securityLabel: ['R'] }), ['secrecy']],
  ["a document's date", document({ date: {} }), ['time']],
  [
    'when the events of a document without a date began',
    document({ context: { period: { _start: masked } } }),
    ['time'],
  ],
  [
    'when the events of a document with a date began',
    document({ date: '2026-01-15', context: { period: { _start: masked } } }),
    [],
  ],
  ["a composition's title", composition({ title: {} }), heading],
  ["a composition's type", composition({ type: 'Besök' }), []],
  ["a section's title", composition({ section: [{ title: {} }] }), heading],
  [
    "a title of a section's section",
    composition({ section: [{ title: 'Status', section: [{ code: { text: {} } }] }] }),
    heading,
  ],
  ['sections', composition({ section: 'Status' }), heading],
  ["a section's text", composition({ section: [{ title: 'Status', text: { div: {} } }] }), []],
  ["a composition's confidentiality", composition({ confidentiality: {} }), ['secrecy']],
  ["a document's custodian", document({ custodian: unreadable }), ['unit']],
];

const rows: readonly Row[] = [
  ...notes.map(([what, ...rest]): Row => [what, 'journalNotes', ...rest]),
  ["a contact's begin", 'contacts', visit({ period: { start: 'i går', end: '2026-01-15' } }), ['time']],
  ["a contact's end", 'contacts', visit({ period: { start: '2026-01-15', _end: masked } }), ['time']],
  ["a contact's unit", 'contacts', visit({ serviceProvider: unreadable }), ['unit']],
  ["a contact's type", 'contacts', visit({ type: ['Besök'] }), []],
  ["a prescription's date", 'prescriptions', request({ authoredOn: '2026' }), ['time']],
  [
    "a prescription's unit",
    'prescriptions',
    request({ requester: { type: 'Organization', reference: 'Organization/x' } }),
    ['unit'],
  ],
  ["an allergy's date", 'attentionSignals', allergy('1', { recordedDate: {} }), ['time']],
  ["an allergy's onset", 'attentionSignals', allergy('1', { onsetPeriod: '2020' }), ['time']],
  ["an allergy's severity", 'attentionSignals', allergy('1', { criticality: {} }), []],
  ["a flag's begin", 'attentionSignals', flag({ period: { start: {} } }), ['time']],
  ["a meeting's end", 'videoMeetings', appointment({ extension: [videoLink], end: '2026-01-15' }), ['time']],
];

test.each(rows)('%s that is lost', async (_, kind, resource, hidden) => {
  const { resourceType } = resource as { resourceType: string };
  expect(await readHidden(kind, { [`/${resourceType}`]: bundle([resource]) })).toEqual(hidden);
});

test('an incomplete begin hides no time: its first possible moment stands for it', async () => {
  const answers = { '/Encounter': bundle([visit({ period: { start: '2026-01' } })]) };
  expect(only(await readAll('contacts', answers)).losses).toEqual(['unreadable Encounter/period/start']);
  expect(await readHidden('contacts', answers)).toEqual([]);
});

test.each<[string, object, readonly string[]]>([
  ['status', { status: {} }, ['state']],
  ['start', { start: {} }, ['time']],
  ['time of day', { start: '2026-01-15' }, []],
  ['end', { end: {} }, []],
])('the %s of a booking that is lost, which is counted once', async (_, members, hidden) => {
  const answers = { '/Appointment': bundle([appointment(members)]) };
  const [{ losses }] = only(await readAll('appointments', answers)).record.appointments;
  expect(losses).toHaveLength(1);
  expect(losses[0].hides).toEqual(hidden);
});
