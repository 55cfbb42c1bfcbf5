// What would be published wrongly in silence if tables took the EHR at its word: each is unusable, withheld or counted.
import { describe, expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { eachLoss } from '../../../support/losses.ts';
import { world } from '../contract-world.ts';
import { faultsOf, inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

const system = (kind: string, members: object) => ({
  ...inJson,
  kinds: { [kind]: { ...listOfAll, ...members } },
});

const contacts = {
  'Contact/ContacInternaltID': { from: 'id', digits: true },
  'Contact/ContactStatus': 'status',
};
const contactsOf = async (members: object) => {
  const read = await readKind(
    ehr,
    { 'system.json': system('contacts', members), 'contacts.json': contacts },
    'contacts',
  );
  return typeof read === 'string' ? read : read.records.length;
};
const visit = (id: number) => ({ who: patient, id, status: 'IN' });
const visits = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => visit(from + at));

describe('pages', () => {
  const paged = { next: { offset: 'offset', total: 'total' } };
  const offsetOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('offset') ?? 0);

  test('the pages of a list', async () => {
    ehr.answer(({ url }) => json({ list: visits(offsetOf(url), offsetOf(url) + 2), total: 4 }));
    expect(await contactsOf(paged)).toBe(4);
  });

  test('the same page twice, because the server ignores the parameter', async () => {
    ehr.answer(() => json({ list: visits(0, 2), total: 4 }));
    expect(await contactsOf(paged)).toBe('ehr-unusable');
  });

  test('a page that begins with a record of the page before', async () => {
    ehr.answer(({ url }) =>
      json({ list: offsetOf(url) === 0 ? visits(0, 2) : [visit(1), visit(2)], total: 4 }),
    );
    expect(await contactsOf(paged)).toBe('ehr-unusable');
  });

  test('the same page under a new cursor', async () => {
    let page = 0;
    ehr.answer(() => json({ list: visits(0, 2), next: ++page < 3 ? `page-${page}` : null }));
    expect(await contactsOf({ next: { cursor: 'next', parameter: 'after' } })).toBe('ehr-unusable');
  });

  test('the same page twice, with other values that nothing publishes', async () => {
    let page = 0;
    ehr.answer(() => {
      page++;
      return json({ list: visits(0, 2).map(one => ({ ...one, sent: `12:00:0${page}` })), total: 4 });
    });
    expect(await contactsOf(paged)).toBe('ehr-unusable');
  });

  test('a record twice on one page is for the use case to see', async () => {
    ehr.answer(() => json({ list: [visit(1), visit(1)], total: 2 }));
    expect(await contactsOf(paged)).toBe(2);
  });
});

describe('beside the records', () => {
  const beside = { beside: { meta: 'about the answer' } };

  test.each<[string, unknown, unknown]>([
    ['about the answer', { id: 'r1', at: '2026-11-25' }, 0],
    ['links', [{ rel: 'self', href: '/1' }], 0],
    ['the list, which moved', { visits: visits(0, 1) }, 'ehr-unusable'],
    ['one record', visit(1), 'ehr-unusable'],
    ['a record without its owner', [{ id: 1, status: 'IN' }], 'ehr-unusable'],
  ])('%s', async (_, meta, expected) => {
    ehr.answer(() => json({ list: [], meta }));
    expect(await contactsOf(beside)).toBe(expected);
  });

  test('in XML too', async () => {
    const files = {
      'system.json': {
        ...system('contacts', { items: 'answer/list/one', beside: { 'answer/meta': 'about the answer' } }),
        format: 'xml',
        unknownPatient: { status: 404, body: { 'error/code': ['UNKNOWN'] } },
      },
      'contacts.json': { 'Contact/ContacInternaltID': 'id', 'Contact/ContactStatus': 'status' },
    };
    const answer = (meta: string) => `<answer><list/><meta>${meta}</meta></answer>`;
    ehr.answer(() => answer('<at>2026-11-25</at>'));
    expect(await readKind(ehr, files, 'contacts')).toMatchObject({ records: [] });
    ehr.answer(() => answer(`<one><who>${patient}</who><id>1</id><status>IN</status></one>`));
    expect(await readKind(ehr, files, 'contacts')).toBe('ehr-unusable');
  });
});

describe('a text in place of the elements of a record (XML)', () => {
  const files = (ignore: object) => ({
    'system.json': {
      ...system('contacts', { items: 'answer/list/one', owner: { record: '@who' } }),
      format: 'xml',
      unknownPatient: { status: 404, body: { 'error/code': ['UNKNOWN'] } },
    },
    'contacts.json': {
      'Contact/ContactStatus': '@status',
      ContactPerformingUnit: { block: 'unit', record: { UnitID: { hsa: '@hsa' } } },
      ...ignore,
    },
  });
  const lossesOf = async (content: string, ignore: object = {}) => {
    ehr.answer(() => `<answer><list><one who="${patient}" status="IN">${content}</one></list></answer>`);
    const read = await readKind(ehr, files(ignore), 'contacts');
    return typeof read === 'string'
      ? read
      : eachLoss(read.losses).map(({ path, reason, hides }) => `${reason} ${path} ${hides.join()}`);
  };

  test('may have the unit, so that rules about units withhold the record', async () => {
    expect(await lossesOf('&lt;unit hsa="SE2321000016-1A2B"/&gt;')).toEqual(['unmapped #text unit']);
  });

  test('a text of an element within it hides nothing, nor one that is ignored', async () => {
    expect(await lossesOf('<room no="1">12</room>')).toEqual(['unmapped room ', 'unmapped room ']);
    expect(await lossesOf('12', { ignore: { '#text': 'the room' } })).toEqual([]);
  });
});

describe('an end before its begin', () => {
  const times = {
    'Contact/ContactBeginDateTime': 'begin',
    'Contact/ContactEndDateTime': 'end',
    'Contact/ContactStatus': 'status',
  };
  const read = async (begin: string, end: string) => {
    ehr.answer(() => json({ list: [{ who: patient, status: 'IN', begin, end }] }));
    const found = await readKind(
      ehr,
      { 'system.json': system('contacts', {}), 'contacts.json': times },
      'contacts',
    );
    if (typeof found === 'string') return found;
    const [extract] = (found.records[0] as { contactEHRExtract: { contact: object }[] }).contactEHRExtract;
    return [extract?.contact, ...found.losses.map(({ path, hides }) => `${path} ${hides.join()}`)];
  };

  test('loses both: nobody can tell which is wrong', async () => {
    expect(await read('2026-01-15T10:00:00', '2026-01-15T09:00:00')).toEqual([
      { contactStatus: 'IN' },
      'Contact/ContactBeginDateTime time',
      'Contact/ContactEndDateTime time',
    ]);
  });

  test('an end at the begin, and a day that is the end of itself', async () => {
    expect(await read('2026-01-15T10:00:00', '2026-01-15T10:00:00')).toHaveLength(1);
    expect(await read('2026-01-15T10:00:00', '2026-01-15')).toHaveLength(1);
  });

  test('of a video meeting', async () => {
    ehr.answer(() =>
      json({
        list: [{ who: patient, start: '2026-01-15T10:00:00+01:00', end: '2026-01-15T10:30:00+02:00' }],
      }),
    );
    const meetings = { startDateTimeInUnix: 'start', endDateTimeInUnix: 'end' };
    const found = await readKind(
      ehr,
      { 'system.json': system('videoMeetings', {}), 'video-meetings.json': meetings },
      'videoMeetings',
    );
    expect(found).toMatchObject({
      records: [{ meeting: {} }],
      losses: [{ path: 'startDateTimeInUnix' }, { path: 'endDateTimeInUnix' }],
    });
  });
});

describe('a note', () => {
  const notes = {
    'Note/NoteTemplateName': 'template',
    'Note/Records/Record': {
      each: 'sections',
      record: { Keyword: 'heading', Value: [{ block: '.', record: { $self: 'text' } }] },
    },
  };
  const lossesOf = async (note: object, rows: object = notes) => {
    ehr.answer(() => json({ list: [{ who: patient, template: 'Besök', ...note }] }));
    const found = await readKind(
      ehr,
      { 'system.json': system('journalNotes', {}), 'journal-notes.json': rows },
      'journalNotes',
    );
    if (typeof found === 'string') return found;
    return found.losses
      .filter(({ reason }) => reason === 'unreadable')
      .map(({ path, hides }) => `${path} ${hides.join()}`);
  };
  const withoutText = ['Note/Records/Record keyword,secrecy'];

  test('with a text', async () => {
    expect(
      await lossesOf({ sections: [{ heading: 'Aktuellt' }, { heading: 'Bedömning', text: 'Virus' }] }),
    ).toEqual([]);
  });

  test.each<[string, object]>([
    ['no sections', {}],
    ['sections under another name', { parts: [{ heading: 'Aktuellt', text: 'Hosta' }] }],
    ['texts under another name', { sections: [{ heading: 'Aktuellt', body: 'Hosta' }] }],
    ['blank texts', { sections: [{ heading: 'Aktuellt', text: ' ' }] }],
  ])('without any text is counted: %s', async (_, note) => {
    expect(await lossesOf(note)).toEqual(withoutText);
  });

  test('of a table that does not read the text', async () => {
    expect(await lossesOf({ text: 'Hosta' }, { 'Note/NoteTemplateName': 'template' })).toEqual(withoutText);
  });

  test('whose text was lost is counted once', async () => {
    expect(await lossesOf({ sections: [{ heading: 'Aktuellt', text: ['Hosta'] }] })).toEqual([
      'Note/Records/Record/Value/$self ',
    ]);
  });
});

describe('records that are lists of values', () => {
  const tables = {
    'system.json': system('contacts', { items: 'rows', columns: { list: 'columns', name: 'name' } }),
    'contacts.json': { 'Contact/ContactStatus': 'status' },
  };
  const columns = [{ name: 'who' }, { name: 'status' }, { name: 'room' }];

  test('are read by the names of their columns', async () => {
    ehr.answer(() => json({ columns, rows: [[patient, 'IN', 'A']] }));
    expect(await readKind(ehr, tables, 'contacts')).toMatchObject({
      records: [{ contactEHRExtract: [{ contact: { contactStatus: 'IN' } }] }],
      losses: [{ path: 'room', reason: 'unmapped' }],
    });
    ehr.answer(() => json({ columns, rows: [] }));
    expect(await readKind(ehr, tables, 'contacts')).toMatchObject({ records: [] });
  });

  test.each<[string, object]>([
    ['a value too few', { columns, rows: [[patient, 'IN']] }],
    ['a record that is an object', { columns, rows: [{ who: patient, status: 'IN' }] }],
    [
      'two columns of a name',
      { columns: [...columns.slice(1), { name: 'status' }], rows: [['IN', 'A', 'OUT']] },
    ],
    ['a column without a name', { columns: [...columns.slice(1), {}], rows: [['IN', 'A', 'OUT']] }],
    ['no columns', { rows: [[patient, 'IN', 'A']] }],
  ])('%s: unusable', async (_, answer) => {
    ehr.answer(() => json(answer));
    expect(await readKind(ehr, tables, 'contacts')).toBe('ehr-unusable');
  });
});

describe('a record that is no object', () => {
  const tables = {
    'system.json': system('attentionSignals', { owner: { answer: 'who' } }),
    'attention-signals.json': {
      'AttentionSignal/SignalActive': { value: true },
      'AttentionSignal/HypersensitivityType/Heading': 'heading',
    },
  };
  const read = (list: readonly unknown[]) => {
    ehr.answer(() => json({ who: patient, list }));
    return readKind(ehr, tables, 'attentionSignals');
  };

  test.each([['Penicillin'], [7], [null], [[]], [true]])('is unusable: %j', async record => {
    expect(await read([record])).toBe('ehr-unusable');
  });

  test('one of which only constants come is a loss that hides what rules need', async () => {
    const found = await read([{}, { heading: null, note: 'x' }, { heading: 'Latex' }]);
    expect(found).toMatchObject({
      losses: [
        { path: 'attentionSignals', reason: 'unreadable' },
        { path: 'attentionSignals', reason: 'unreadable' },
        { path: 'note', reason: 'unmapped' },
      ],
    });
  });
});

describe('what a status says of a kind', () => {
  const none = [{ status: 404, body: { '.': 'absent' as const } }];
  const alerts = (members: object) => ({
    'system.json': system('attentionSignals', { none, unknown: [{ status: 204 }], ...members }),
    'attention-signals.json': { 'AttentionSignal/UnstructuredType/Heading': 'heading' },
  });

  test.each<[string, number, string, unknown]>([
    ['there are none', 404, 'null', { records: [], losses: [], omitted: [] }],
    [
      'nobody knows: a source is missing',
      204,
      '',
      { records: [], losses: [], omitted: ['source-unavailable'] },
    ],
    ['the patient is unknown', 404, '{"code":"UNKNOWN"}', 'patient-unknown'],
    ['an address that does not exist', 404, '{"path":"/x"}', 'ehr-unusable'],
    ['a page of a proxy', 404, '<html/>', 'ehr-unusable'],
    ['nothing at all', 404, '', 'ehr-unusable'],
    ['another status', 410, 'null', 'ehr-unusable'],
  ])('%s', async (_, status, body, expected) => {
    ehr.answer(() => ({ status, body }));
    const read = await readKind(ehr, alerts({}), 'attentionSignals');
    if (typeof expected === 'string') expect(read).toBe(expected);
    else expect(read).toMatchObject(expected as object);
  });

  test('on a further page it is a contradiction', async () => {
    ehr.answer(({ url }) =>
      url.includes('after')
        ? { status: 204, body: '' }
        : json({ list: [{ who: patient, heading: 'x' }], next: 'p2' }),
    );
    const paged = alerts({ next: { cursor: 'next', parameter: 'after' } });
    expect(await readKind(ehr, paged, 'attentionSignals')).toBe('ehr-unusable');
  });

  test('an answer of whose words one cannot be understood is none of them', async () => {
    ehr.answer(() => ({ status: 404, body: '{"asked":{"by":1},"found":"NONE"}' }));
    const said = alerts({
      none: [{ status: 404, body: { found: ['NONE'] } }],
      unknown: [{ status: 404, body: { asked: ['NEVER'] } }],
    });
    expect(await readKind(ehr, said, 'attentionSignals')).toBe('ehr-unusable');
  });

  test('an answer that says both is one of which nobody knows', async () => {
    ehr.answer(() => ({ status: 204, body: '' }));
    expect(await readKind(ehr, alerts({ none: [{ status: 204 }] }), 'attentionSignals')).toMatchObject({
      records: [],
      omitted: ['source-unavailable'],
    });
  });

  test.each<[string, object | undefined]>([
    ['no body', undefined],
    ['a name that is not there', { error: 'absent' }],
    ['a name that is there', { message: 'present' }],
    ['any object', { '.': 'an object' }],
  ])('a status without words is a fault, but for 204: %s', (_, body) => {
    expect(faultsOf(alerts({ none: [{ status: 404, body }] }))).toEqual([
      'region/system.json: body, with words of the EHR: another server can answer with this status too',
    ]);
  });
});

describe('a kind of several requests', () => {
  const one = { ...listOfAll, path: '/allergies/{patient}' };
  const flags = { ...one, path: '/flags/{patient}', table: 'flags', unknown: [{ status: 204 }] };
  const files = (kinds: readonly object[]) => ({
    'system.json': { ...inJson, kinds: { attentionSignals: kinds } },
    'attention-signals.json': { 'AttentionSignal/HypersensitivityType/Heading': 'substance' },
    'attention-signals-flags.json': { 'AttentionSignal/UnstructuredType/Heading': 'flag' },
  });
  const both = files([one, flags]);
  const allergy = json({ list: [{ who: patient, substance: 'Latex' }] });
  const flag = json({ list: [{ who: patient, flag: 'Pacemaker' }] });

  test('has the records of both, each by its table', async () => {
    ehr.answer(({ url }) => (url.startsWith('/flags') ? flag : allergy));
    const found = await readKind(ehr, both, 'attentionSignals');
    expect(found).toMatchObject({ losses: [], omitted: [] });
    expect(json(found)).toMatch(/HypersensitivityType.*Latex.*UnstructuredType.*Pacemaker/);
  });

  test('fails if one does, and lacks a source if one knows nothing', async () => {
    ehr.answer(({ url }) => (url.startsWith('/flags') ? { status: 500, body: '' } : allergy));
    expect(await readKind(ehr, both, 'attentionSignals')).toBe('ehr-unusable');
    ehr.answer(({ url }) => (url.startsWith('/flags') ? { status: 204, body: '' } : allergy));
    expect(await readKind(ehr, both, 'attentionSignals')).toMatchObject({
      records: [{}],
      omitted: ['source-unavailable'],
    });
  });

  test('needs a table each', () => {
    const expected = 'region/system.json: table: each request of a kind has its own';
    expect(faultsOf(files([one, { ...flags, table: undefined }]))).toContain(expected);
    const { 'attention-signals-flags.json': _, ...rest } = both;
    expect(faultsOf(rest)).toEqual([
      'region/system.json: the file attention-signals-flags.json: it says what the records hold',
    ]);
  });
});
