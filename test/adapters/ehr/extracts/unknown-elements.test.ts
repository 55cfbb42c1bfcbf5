// What a list holds besides records never reads as "none" (D29, nothing is left out in silence; D14, unusable answers).
import { expect, test } from 'vitest';
import { extractLists, meetingList } from '../../../../sandbox/extracts/lists.ts';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { readRecords } from '../../../../src/domain/use-cases/read-records.ts';
import type { Found, Reader } from '../../../../src/ports/ehr.ts';
import { question, readDeps, recordsOf } from '../../../domain/support.ts';
import { xml } from '../../../support/servers/ehr-server.ts';
import { newCall } from '../calls.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

/** Kind → its root and the element of one record. */
const lists = {
  ...extractLists,
  videoMeetings: meetingList,
  appointments: { root: 'Bookings', element: 'Booking' },
} as const satisfies Record<SourceKind, object>;
const kinds = Object.keys(lists) as SourceKind[];

/** Everything that a reader yields for a document with this content under its root. */
const readAll = async (kind: SourceKind, content: string, ignore: readonly string[] = []) => {
  const { root } = lists[kind];
  const { ehr } = await openExtracts((_, response) => xml(response, `<${root}>${content}</${root}>`), {
    ignore: new Set(ignore),
  });
  const reader = ehr[kind] as Reader<unknown>;
  return Array.fromAsync(reader(newQuery()));
};

/** Something that a record of each kind may hold. */
const filled: Readonly<Record<SourceKind, string>> = {
  appointments: '<ContactId>1</ContactId>',
  patients: '<Patient><PatientSex>K</PatientSex></Patient>',
  contacts: '<time_created value="20260115100000"/>',
  attentionSignals: '<AttentionSignal><SignalActive>true</SignalActive></AttentionSignal>',
  videoMeetings: '<ServiceName>Besök</ServiceName>',
  prescriptions: '<time_created value="20260115100000"/>',
  journalNotes: '<time_created value="20260115100000"/>',
};

const failureOf = async (kind: SourceKind, content: string) => {
  try {
    return await readAll(kind, content);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.code, error.reason, error.message];
  }
};

const refused = (root: string, name: string) => [
  'ehr-unusable',
  'ehr-unknown-element',
  `the element "${name}" under ${root} is unknown`,
];

test.each(kinds)('an unknown element under the root of a list makes it unusable: %s', async kind => {
  const { root, element } = lists[kind];
  const record = `<${element}/>`;
  const contents: readonly [content: string, name: string][] = [
    [`<Extern${element}/>`, `Extern${element}`],
    [`<${element.toLowerCase()}/>`, element.toLowerCase()],
    [`<Records>${record}</Records>`, 'Records'],
    ['<Fault><Code>INTERNAL</Code></Fault>', 'Fault'],
    [`${record}<Extra/>`, 'Extra'],
    [`<n:Extra xmlns:n="urn:n"/>${record}`, 'Extra'],
  ];
  for (const [content, name] of contents) expect(await failureOf(kind, content)).toEqual(refused(root, name));
});

test.each([
  ['attentionSignals', '<AttentionSignalExtract/>', 'AttentionSignalExtract'],
  ['appointments', '<Bokning><ContactId>1</ContactId></Bokning>', 'Bokning'],
] as const)('a renamed record makes the list unusable: %s', async (kind, content, name) => {
  expect(await failureOf(kind, content)).toEqual(refused(lists[kind].root, name));
});

test.each(kinds)('text under the root of a list makes it unusable: %s', async kind => {
  const { root, element } = lists[kind];
  for (const content of ['No data.', `<${element}/>No more data.`, `a<${element}/>`])
    expect(await failureOf(kind, content)).toEqual([
      'ehr-unusable',
      'ehr-document',
      `text under the root ${root}`,
    ]);
});

test('the message never quotes what could be content of the document', async () => {
  const number = `_${'191212121212'}`;
  expect(await failureOf('contacts', `<${number}/>`)).toEqual(refused('ContactEHRExtracts', '…'));
  expect(await failureOf('contacts', `<a\u200db/>`)).toEqual(refused('ContactEHRExtracts', '…'));
  const long = 'x'.repeat(900);
  expect(await failureOf('contacts', `<${long}/>`)).toEqual(refused('ContactEHRExtracts', '…'));
});

const extra = '<Extra id="1">a<b>c</b></Extra>';

test.each(kinds)('what the profile ignores is skipped and counted: %s', async kind => {
  const { element } = lists[kind];
  const found = await readAll(kind, `${extra}<${element}/><Empty/>${extra}`, ['Extra', 'Empty']);
  expect(found.filter(item => 'record' in item)).toHaveLength(1);
  const extras = Array(6).fill({ omitted: 'unmapped', path: 'Extra' });
  expect(found.filter(item => 'omitted' in item)).toEqual(extras);
});

test('without a record, what the profile ignores is counted too', async () => {
  expect(await readAll('attentionSignals', extra, ['Extra'])).toEqual(
    Array(3).fill({ omitted: 'unmapped', path: 'Extra' }),
  );
});

test('the profile cannot ignore the records', async () => {
  const [found] = await readAll('attentionSignals', '<AttentionSignalEHRExtract/>', [
    'AttentionSignalEHRExtract',
  ]);
  expect(found).toMatchObject({ record: { AttentionSignalEHRExtract: [{}] } });
});

test.each(kinds)(
  'a record that holds nothing is a loss, and no record of which nothing was written: %s',
  async kind => {
    const { element } = lists[kind];
    const empty = [`<${element}/>`, `<${element}>\n <time_created/><StartTime/><Any> </Any></${element}>`];
    for (const content of empty) {
      const [one] = await readAll(kind, content);
      if (one === undefined || !('record' in one)) throw new Error('nothing was read');
      const list = kind === 'appointments' ? (one.record as AppointmentList).appointments[0] : one;
      expect(list?.losses).toContainEqual(expect.objectContaining({ path: element, reason: 'unreadable' }));
    }
    const [{ losses } = { losses: [] }] = (await readAll(
      kind,
      `<${element}>${filled[kind]}</${element}>`,
    )) as Found<unknown>[];
    expect(losses.filter(({ path }) => path === element)).toEqual([]);
  },
);

test('an extract that holds nothing may be anybody’s, and is withheld', async () => {
  const { ehr } = await openExtracts((_, response) =>
    xml(response, '<JournalNoteEHRExtracts><JournalNoteEHRExtract/></JournalNoteEHRExtracts>'),
  );
  const { deps } = readDeps(ehr);
  const answer = readRecords(deps, 'journalNotes')(question({ call: newCall() }));
  expect(await recordsOf(answer)).toEqual([]);
  expect(answer.leftOut()).toMatchObject({ records: 1 });
});
