// What rows make of the EHR's values, and which of them are not published: markup, amounts below 0, and times that cannot be meant.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

type Kind = 'contacts' | 'appointments' | 'videoMeetings' | 'journalNotes' | 'prescriptions';
const fileOf = {
  contacts: 'contacts.json',
  appointments: 'appointments.json',
  videoMeetings: 'video-meetings.json',
  journalNotes: 'journal-notes.json',
  prescriptions: 'prescriptions.json',
} as const satisfies Record<Kind, string>;

const files = (kind: Kind, rows: object, own: object = {}) => ({
  'system.json': { ...inJson, kinds: { [kind]: listOfAll }, ...own },
  [fileOf[kind]]: rows,
});

const readOrFail = async (kind: Kind | 'patients', answer: object, tables: Record<string, object>) => {
  ehr.answer(() => json(answer));
  const read = await readKind(ehr, tables, kind);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

const found = (kind: Kind, rows: object, record: object, own: object = {}) =>
  readOrFail(kind, { list: [{ who: patient, ...record }] }, files(kind, rows, own));

const lossesOf = ({ losses }: { losses: readonly { path: string; reason: string }[] }) =>
  losses.map(({ path, reason }) => `${reason} ${path}`);

/** A member of a contact, and what was lost. */
const contact = async (rows: object, record: object, own: object = {}) => {
  const read = await found('contacts', rows, record, own);
  const [extract] = (read.records[0] as { contactEHRExtract: { contact?: object }[] }).contactEHRExtract;
  return { contact: extract?.contact, losses: lossesOf(read) };
};

type Listed = {
  appointments: {
    booking: { PaymentDetails?: object; StartTime?: string };
    state?: string;
    losses: { path: string; reason: string }[];
  }[];
};
const booking = async (rows: object, record: object, own: object = {}) => {
  const read = await found('appointments', { ContactId: 'id', ...rows }, { id: 'B1', ...record }, own);
  const [one] = (read.records[0] as Listed).appointments;
  return { ...one?.booking.PaymentDetails, state: one?.state, losses: lossesOf(one ?? { losses: [] }) };
};

// Numbers.

const price = { 'PaymentDetails/Price': { from: 'ore', shift: -2 } };

test.each([
  [30000, 300],
  [10050, 100.5],
  [5, 0.05],
  [0, 0],
  ['30000', 300],
])('shift: %s öre', async (ore, expected) => {
  expect(await booking(price, { ore })).toMatchObject({ Price: expected, losses: [] });
});

test('shift: to the right, with a decimal comma', async () => {
  const rows = { 'PaymentDetails/Price': { from: 'tusental', shift: 3 } };
  expect(await booking(rows, { tusental: '1,2345' }, { decimals: 'comma' })).toMatchObject({ Price: 1234.5 });
});

test.each([['-5'], [-1], ['12 kr'], ['1e3'], ['100.5'], ['300.00']])('shift: %s is lost', async ore => {
  expect(await booking(price, { ore })).toEqual({
    state: undefined,
    losses: ['unreadable PaymentDetails/Price'],
  });
});

const grouped = { decimals: 'comma', thousands: 'space' };
const inKronor = { 'PaymentDetails/Price': 'kronor' };

test.each<[string, string, number]>([
  ['a space', '1 250,00', 1250],
  ['a no-break space', '1\u00a0250,50', 1250.5],
  ['a narrow no-break space', '12\u202f345', 12_345],
  ['two spaces', '1 234 567,5', 1_234_567.5],
  ['nothing', '1250,00', 1250],
  ['nothing below a thousand', '250', 250],
  ['spaces around it', ' 1 250,00 ', 1250],
])('thousands: a number with %s', async (_, kronor, expected) => {
  expect(await booking(inKronor, { kronor }, grouped)).toMatchObject({ Price: expected, losses: [] });
  const tusental = { 'PaymentDetails/Price': { from: 'kronor', shift: 3 } };
  expect(await booking(tusental, { kronor }, grouped)).toMatchObject({ Price: expected * 1000 });
});

test.each<[string, string]>([
  ['a group of two digits', '12 50'],
  ['a group of four digits', '1 2500'],
  ['a last group of two digits', '1 250 00'],
  ['a first group of four digits', '1250 000'],
  ['a first group of zero', '0 250'],
  ['two spaces between groups', '1  250'],
  ['two kinds of space', '1 250\u00a0000'],
  ['another kind of space', '1\u2003250'],
  ['a tab', '1\t250'],
  ['a line end', '1\n250'],
  ['a space among the decimals', '1 250,000 5'],
  ['a space before the decimals', '1 250 ,00'],
  ['a point', '1.250,00'],
  ['a unit', '1 250 kr'],
  ['a price below 0', '-1 250'],
])('thousands: %s is lost', async (_, kronor) => {
  expect(await booking(inKronor, { kronor }, grouped)).toEqual({
    state: undefined,
    losses: ['unreadable PaymentDetails/Price'],
  });
});

test('thousands: without the word for it, no number has spaces', async () => {
  expect(await booking(inKronor, { kronor: '1 250,00' }, { decimals: 'comma' })).toEqual({
    state: undefined,
    losses: ['unreadable PaymentDetails/Price'],
  });
});

// Names in use.

const namesOf = async (row: object, record: object) => {
  const kind = { path: '/{patient}', record: '.', owner: { record: 'who' }, visible: 'all' };
  const read = await readOrFail(
    'patients',
    { who: patient, secret: false, ...record },
    {
      'system.json': { ...inJson, kinds: { patients: { ...kind, protected: { from: 'secret' } } } },
      'patients.json': { 'Patient/PatientName/PatientGivenName': row },
    },
  );
  type Given = { value: string; qualifier?: string };
  type Extract = { Patient?: { PatientName?: { PatientGivenName?: Given[] } } };
  const [extract] = (read.records[0] as { PatientEHRExtract: Extract[] }).PatientEHRExtract;
  const given = extract?.Patient?.PatientName?.PatientGivenName ?? [];
  return {
    all: given.map(({ value }) => value),
    used: given.filter(({ qualifier }) => qualifier === 'CL').map(({ value }) => value),
    losses: lossesOf(read),
  };
};
const marked = { names: 'first', position: 'no' };
const counted = (first: 0 | 1) => ({ ...marked, first });

test.each<[object, string | string[], unknown, string[]]>([
  [marked, 'Anna Maria Lisa', '20', ['Maria']],
  [marked, 'Anna Maria Lisa', 23, ['Maria', 'Lisa']],
  [marked, 'Anna-Karin Maria', '12', ['Anna-Karin']],
  [marked, 'Anna-Karin Maria', '30', ['Maria']],
  [marked, ['Anna-Karin', 'Maria'], '30', ['Maria']],
  [marked, 'Anna Maria', ' ', []],
  [marked, 'Anna Maria', null, []],
  [counted(1), 'Anna Maria Lisa', '2', ['Maria']],
  [counted(1), 'Anna Maria Lisa', 2, ['Maria']],
  [counted(0), 'Anna Maria Lisa', 2, ['Lisa']],
  [counted(0), 'Anna Maria Lisa', 0, ['Anna']],
  [counted(1), ['Anna', 'Maria'], 1, ['Anna']],
  [counted(0), ['Anna', 'Maria'], 1, ['Maria']],
  [counted(1), ['Anna-Karin', 'Maria'], 2, ['Maria']],
  [counted(1), 'Anna-Karin Maria', '1', ['Anna-Karin']],
  [counted(1), 'Sven Jan-Erik', '2', ['Jan-Erik']],
])('position: by %j of %j, %j is in use', async (row, first, no, used) => {
  const all = [first].flat().join(' ').split(' ');
  expect(await namesOf(row, { first, no })).toEqual({ all, used, losses: [] });
});

test.each<[string, object, string | string[], unknown]>([
  ['a mark beyond the names', marked, 'Anna Maria', '13'],
  ['a digit where marks have two', marked, 'Anna Maria', '1'],
  ['a mark of two zeros', marked, 'Anna Maria', '00'],
  ['three digits', marked, 'Anna Maria', '120'],
  ['a number below 0', marked, 'Anna Maria', -1],
  ['a name', marked, 'Anna Maria', 'Anna'],
  ['a position beyond the names', counted(1), 'Anna Maria', '3'],
  ['a position beyond the names from 0', counted(0), 'Anna Maria', '2'],
  ['a position that is the first name, or a part of it', counted(1), 'Anna-Karin Maria', '2'],
  ['a position that is a name only if no part is counted', counted(1), 'Anna-Karin Maria Lisa', 3],
  ['a position in a list with several names in an item', counted(1), ['Anna-Karin Maria', 'Lisa'], 2],
  ['a position in a list with a blank item', counted(0), ['Anna-Karin Maria', ''], 1],
  ['position 0 where the first name is 1', counted(1), 'Anna Maria', '0'],
  ['a position below 0', counted(0), 'Anna Maria', -1],
  ['a position between two names', counted(1), 'Anna Maria', 1.5],
  ['a mark where positions have one digit', counted(1), 'Anna Maria', '10'],
])('position: %s marks nothing, and is counted', async (_, row, first, no) => {
  expect(await namesOf(row, { first, no })).toEqual({
    all: [first].flat().join(' ').trim().split(' '),
    used: [],
    losses: ['unreadable Patient/PatientName/PatientGivenName'],
  });
});

test('position: true is no position: nothing is published of the names', async () => {
  expect(await namesOf(marked, { first: 'Anna Maria', no: true })).toEqual({
    all: [],
    used: [],
    losses: ['unreadable Patient/PatientName/PatientGivenName'],
  });
});

test('a price below 0 is lost', async () => {
  const rows = { 'PaymentDetails/Price': 'price', 'PaymentDetails/Reduction': 'reduction' };
  expect(await booking(rows, { price: -1, reduction: '-0.5' })).toEqual({
    state: undefined,
    losses: ['unreadable PaymentDetails/Price', 'unreadable PaymentDetails/Reduction'],
  });
});

// Words.

test('a word that means null is known and says nothing', async () => {
  const rows = { 'Contact/ContactStatus': { from: 'state', words: { F: 'Avslutad', '-': null } } };
  expect(await contact(rows, { state: '-' })).toEqual({ contact: undefined, losses: [] });
  expect(await contact(rows, { state: 'X' })).toEqual({
    contact: undefined,
    losses: ['unreadable Contact/ContactStatus'],
  });
  const states = { Status: { from: 'state', words: { B: 'BOOKED', '?': null } } };
  expect(await booking(states, { state: '?' })).toEqual({ state: undefined, losses: [] });
});

test('the words of an id', async () => {
  const words = { K1: 'SE2321000016-1A2B', '0': null };
  const rows = { 'ContactPerformingUnit/UnitID': { hsa: 'unit', words } };
  const idOf = async (unit: string) => {
    const read = await found('contacts', rows, { unit });
    const [extract] = (read.records[0] as { contactEHRExtract: { contactPerformingUnit?: unknown }[] })
      .contactEHRExtract;
    return [extract?.contactPerformingUnit, ...lossesOf(read)];
  };
  expect(await idOf('K1')).toEqual([
    { unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
  ]);
  expect(await idOf('0')).toEqual([undefined]);
  expect(await idOf('K9')).toEqual([undefined, 'unreadable ContactPerformingUnit/UnitID']);
});

// Texts.

test.each([
  ['Hosta <b>utan</b> feber'],
  ['Hosta<br/>Feber'],
  ['Hosta &amp; feber'],
  ['CRP &#60; 5'],
  ['<P class="x">Hosta'],
])('a text with markup that no row reads is lost: %s', async state => {
  expect(await contact({ 'Contact/ContactStatus': 'state' }, { state })).toEqual({
    contact: undefined,
    losses: ['unreadable Contact/ContactStatus'],
  });
});

test.each([['CRP <5, puls >90'], ['A & B'], ['<3'], ['R&D; x'], ['a < b och c > d']])(
  'a text without markup: %s',
  async state => {
    expect(await contact({ 'Contact/ContactStatus': 'state' }, { state })).toEqual({
      contact: { contactStatus: state },
      losses: [],
    });
  },
);

const noteRows = {
  'Note/Records/Record': {
    each: 'sections',
    record: {
      Keyword: 'heading',
      Value: [{ block: '.', record: { $self: { from: 'html', form: 'html' } } }],
    },
  },
};

test('HTML becomes the text that a reader sees, and hidden parts of it are counted', async () => {
  const html = '<p>Hosta sedan 2 v.<br/>Ingen <b>feber</b> &amp; inga frossor.</p><ul><li>Virus</li></ul>';
  const read = await found('journalNotes', noteRows, {
    sections: [
      { heading: 'Anamnes', html },
      { heading: 'Åtgärd', html: 'Omläggning<span style="display:none">dolt</span>' },
    ],
  });
  const [extract] = (
    read.records[0] as { JournalNoteEHRExtract: { Note: { Records: { Record: unknown } } }[] }
  ).JournalNoteEHRExtract;
  expect(extract?.Note.Records.Record).toEqual([
    { Keyword: 'Anamnes', Value: [{ $self: 'Hosta sedan 2 v.\nIngen feber & inga frossor.\nVirus' }] },
    { Keyword: 'Åtgärd', Value: [{ $self: 'Omläggning' }] },
  ]);
  expect(lossesOf(read)).toEqual(['unreadable Note/Records/Record/Value/$self']);
});

// Times.

const begin = (more: object = {}) => ({ 'Contact/ContactBeginDateTime': { from: 'begin', ...more } });
const beginOf = async (sent: object, more: object = {}) => contact(begin(more), sent);
const lost = { contact: undefined, losses: ['unreadable Contact/ContactBeginDateTime'] };

test.each<[string, unknown, object]>([
  ['seconds under unix-ms', 1_767_222_000, { time: 'unix-ms' }],
  ['milliseconds under unix', 1_767_222_000_000, { time: 'unix' }],
  ['before 1800', '1799-12-31T10:00:00', {}],
  ['after 2200', '9999-12-31T23:59:59', {}],
  ['a day after 2200', '9999-12-31', {}],
  ['a local time that summer time skips', '2026-03-29T02:30:00', {}],
  ['one in a form', '29.03.2026 02:30', { time: 'dd.MM.yyyy HH:mm' }],
])('a time that cannot be meant is lost: %s', async (_, sent, more) => {
  expect(await beginOf({ begin: sent }, more)).toEqual(lost);
});

test.each<[string, unknown, object, string]>([
  ['the first of the hour after', '2026-03-29T03:00:00', {}, '20260329030000'],
  ['an hour that occurs twice', '2026-10-25T02:30:00', {}, '20261025023000'],
  ['an instant in the hour that is skipped', '2026-03-29T01:30:00Z', {}, '20260329033000'],
  ['unix-ms', 1_767_222_000_000, { time: 'unix-ms' }, '20260101000000'],
  ['a day alone', '2026-03-29', {}, '20260329000000'],
])('a time that exists: %s', async (_, sent, more, value) => {
  expect(await beginOf({ begin: sent }, more)).toEqual({
    contact: { contactBeginDateTime: { value } },
    losses: [],
  });
});

test('an end that is a day alone ends with the day', async () => {
  const rows = { 'Contact/ContactEndDateTime': { from: 'end', time: 'dd.MM.yyyy' } };
  expect(await contact(rows, { end: '03.04.2026' })).toEqual({
    contact: { contactEndDateTime: { value: '20260403235959' } },
    losses: [],
  });
  const iso = { 'Contact/ContactEndDateTime': 'end' };
  for (const end of ['2026-04-03', '20260403'])
    expect(await contact(iso, { end })).toEqual({
      contact: { contactEndDateTime: { value: '20260403235959' } },
      losses: [],
    });
  expect(await contact(iso, { end: '2026-04-03T10:00' })).toEqual({
    contact: { contactEndDateTime: { value: '20260403100000' } },
    losses: [],
  });
});

const inTwo = begin({ from: ['date', 'time'], time: 'dd.MM.yyyy HH.mm' });

test('several texts are one time', async () => {
  expect(await contact(inTwo, { date: '03.04.2026', time: '09.30' })).toEqual({
    contact: { contactBeginDateTime: { value: '20260403093000' } },
    losses: [],
  });
  expect(await contact(inTwo, {})).toEqual({ contact: undefined, losses: [] });
  // A date without its time is not midnight.
  expect(await contact(inTwo, { date: '03.04.2026' })).toEqual(lost);
  expect(await contact(inTwo, { date: '03.04.2026', time: 9.3 })).toEqual(lost);
});

const meetingRows = {
  startDateTimeInUnix: 'start',
  endDateTimeInUnix: { from: 'start', plus: { minutes: 'minutes' } },
};
const meeting = async (record: object) => {
  const read = await found('videoMeetings', meetingRows, record);
  return { ...(read.records[0] as { meeting: object }).meeting, losses: lossesOf(read) };
};
const start = '2026-11-27T09:15:00+01:00';
const startDateTimeInUnix = Date.parse(start);

test('plus: minutes after a time', async () => {
  const endDateTimeInUnix = startDateTimeInUnix + 30 * 60_000;
  expect(await meeting({ start, minutes: 30 })).toEqual({
    startDateTimeInUnix,
    endDateTimeInUnix,
    losses: [],
  });
  expect(await meeting({ start, minutes: '30' })).toEqual({
    startDateTimeInUnix,
    endDateTimeInUnix,
    losses: [],
  });
  expect(await meeting({ start, minutes: null })).toEqual({ startDateTimeInUnix, losses: [] });
  for (const minutes of [-30, 1.5, 'trettio', {}])
    expect(await meeting({ start, minutes })).toEqual({
      startDateTimeInUnix,
      losses: ['unreadable endDateTimeInUnix'],
    });
});

test.each(['2026-03-04', '20260304', ' 2026-03-04 '])(
  'plus: a day alone has no minutes after it: %j',
  async day => {
    const rows = { 'Contact/ContactEndDateTime': { from: 'start', plus: { minutes: 'minutes' } } };
    expect(await contact(rows, { start: day, minutes: 30 })).toEqual({
      contact: undefined,
      losses: ['unreadable Contact/ContactEndDateTime'],
    });
  },
);

// Conditions with a word that nothing knows: what the row or the item would have published is counted once, as lost.

test('a row whose condition is not understood counts its value as lost, and not as unmapped too', async () => {
  const rows = { 'Contact/ContactStatus': { from: 'status', when: { type: ['VISIT'] } } };
  expect(await contact(rows, { status: 'Avslutad', type: 'OTHER' })).toEqual({
    contact: undefined,
    losses: ['unreadable Contact/ContactStatus'],
  });
});

test('an item whose condition is not understood is one loss, whatever is in it', async () => {
  const rows = {
    'Contact/ContactStatus': 'status',
    'CareProviders/CareProvider': {
      each: 'staff',
      where: { role: ['DOCTOR'] },
      record: { CareProviderName: 'name' },
    },
  };
  const staff = [{ role: 'OTHER', name: 'Påhittad Läkarsson', phone: '1' }];
  expect(await contact(rows, { status: 'Avslutad', staff })).toEqual({
    contact: { contactStatus: 'Avslutad' },
    losses: ['unreadable CareProviders/CareProvider'],
  });
});
