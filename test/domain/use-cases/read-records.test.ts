// Reading the kinds whose records are extracts: what is answered, left out, counted and refused (D8, D17, D26, D27, D29).
import { describe, expect, test } from 'vitest';
import type { Ground } from '../../../src/domain/model/caller.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { JournalNoteRecord } from '../../../src/domain/records/journal-note.ts';
import type { PatientRecord } from '../../../src/domain/records/patient.ts';
import type { ExtractKind } from '../../../src/domain/rules/facts.ts';
import { readRecords } from '../../../src/domain/use-cases/read-records.ts';
import type { Ehr, Loss, Protected } from '../../../src/ports/ehr.ts';
import {
  call,
  ehrOf,
  expectFailure,
  found,
  omitted,
  other,
  patient,
  patientRecord,
  personId,
  question,
  type Rules,
  readDeps,
  reader,
  recordsOf,
  time,
  unitOf,
  unreadable,
  unspecific,
  type Yielded,
} from '../support.ts';

type NoteOptions = {
  number?: string;
  id?: string;
  at?: string;
  extracted?: string;
  unit?: string;
  flag?: boolean;
};

const note = ({
  number = patient,
  id = '58723',
  at,
  extracted,
  unit,
  flag,
}: NoteOptions = {}): JournalNoteRecord => ({
  JournalNoteEHRExtract: [
    {
      ...(extracted === undefined ? {} : { time_created: { value: extracted } }),
      Note: {
        NoteId: { extension: id },
        ...(at === undefined ? {} : { NoteVersionDateTime: { value: at } }),
      },
      Patient: { PatientID: personId(number), ...(flag === undefined ? {} : { PatientProtectedId: flag }) },
      ...(unit === undefined ? {} : { CareUnit: unitOf(unit) }),
    },
  ],
});

const idsOf = (records: JournalNoteRecord[]) =>
  records.map(({ JournalNoteEHRExtract: [extract] = [] }) => extract?.Note?.NoteId?.extension);

const notesFrom = (yielded: Yielded<JournalNoteRecord | undefined>[], rules: Rules = {}) => {
  const journalNotes = reader(...yielded);
  const { deps, given } = readDeps(ehrOf({ journalNotes }), rules);
  return { read: readRecords(deps, 'journalNotes'), given, asked: journalNotes.asked };
};

const notice = (reason: string, count: number, path?: string) => ({
  requestId: 'request-1',
  kind: 'journalNotes',
  reason,
  count,
  ...(path === undefined ? {} : { path }),
});

const interval = { from: time('20260110000000'), to: time('20260120000000') };

describe('released records', () => {
  test('all records, as they are and in their order', async () => {
    const { read, given } = notesFrom([found(note({ id: '1' })), found(note({ id: '2' }))]);
    const answer = read(question());
    expect(await recordsOf(answer)).toEqual([note({ id: '1' }), note({ id: '2' })]);
    expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([]);
  });

  test('nothing more is read for a client that is gone', async () => {
    const { read } = notesFrom([found(note({ id: '1' })), found(note({ id: '2' }))]);
    const client = new AbortController();
    const answer = read(question({ call: call({ signal: client.signal }) }));
    const records = answer.records[Symbol.asyncIterator]();
    expect((await records.next()).value).toEqual(note({ id: '1' }));
    client.abort(new Failure('client-gone'));
    await expectFailure(records.next(), 'client-gone');
  });

  test('a record that no patient may see is counted as left out, and that is all', async () => {
    const { read, given } = notesFrom([found(undefined), found(note({ id: '2' })), found(undefined)]);
    const answer = read(question());
    expect(await recordsOf(answer)).toEqual([note({ id: '2' })]);
    expect(answer.leftOut()).toEqual({ records: 2, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([notice('withheld', 2)]);
  });

  test('one that comes twice is answered once, and not counted', async () => {
    const { read, given } = notesFrom([
      found(note({ id: '1' })),
      found(note({ id: '2' })),
      found(note({ id: '1' })),
    ]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['1', '2']);
    expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([]);
  });

  test.each([
    ['another content', [found(note({ id: '1', unit: 'A' })), found(note({ id: '1', unit: 'B' }))]],
    ['another loss', [found(note({ id: '1' })), found(note({ id: '1' }), unreadable('Note/NoteTitle'))]],
    [
      'another status',
      [found(note({ id: '1' })), { ...found(note({ id: '1' })), noteStatus: 'amended' as const }],
    ],
    ['another title', [found(note({ id: '1' })), { ...found(note({ id: '1' })), titles: ['Epikris'] }]],
  ])('one id with %s is unusable, in the interval or not', async (_name, yielded) => {
    await expectFailure(recordsOf(notesFrom(yielded).read(question())), 'ehr-unusable');
    const outside = [found(note({ id: '1', at: '20250101000000' })), ...yielded];
    await expectFailure(recordsOf(notesFrom(outside).read(question({ interval }))), 'ehr-unusable');
  });

  test.each([
    ['preliminary', 'Preliminär anteckning'],
    ['amended', 'Rättad anteckning'],
  ] as const)('a note that is %s says so first, which no rule compares', async (noteStatus, text) => {
    const withKeyword = note({ id: '1' });
    const [extract] = withKeyword.JournalNoteEHRExtract ?? [];
    const Records = { Record: [{ Keyword: 'Aktuellt' }] };
    const record = { JournalNoteEHRExtract: [{ ...extract, Note: { ...extract?.Note, Records } }] };
    const rules: Rules = { release: { withhold: { keywords: ['status'] } } };
    const { read } = notesFrom([{ ...found(record), noteStatus }, found(note({ id: '2' }))], rules);
    const [said, other] = await recordsOf(read(question()));
    expect(said?.JournalNoteEHRExtract?.[0]?.Note?.Records?.Record).toEqual([
      {
        Keyword: 'Status',
        KeywordToolType: 'TextTool',
        Value: [{ $self: text, JournalValueType: 'Text' }],
      },
      { Keyword: 'Aktuellt' },
    ]);
    expect(other?.JournalNoteEHRExtract?.[0]?.Note?.Records).toBeUndefined();
  });

  test("another patient's record with the same id is left out as such", async () => {
    const { read } = notesFrom([found(note({ id: '1' })), found(note({ id: '1', number: other }))]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['1']);
    expect(answer.leftOut()).toMatchObject({ records: 1 });
  });

  test('the id of a record is one of its source system', async () => {
    const from = (extension: string) => {
      const { JournalNoteEHRExtract: [extract] = [] } = note({ id: '1' });
      return found({ JournalNoteEHRExtract: [{ ...extract, ehr_system: { extension } }] });
    };
    expect(await recordsOf(notesFrom([from('A'), from('B')]).read(question()))).toHaveLength(2);
  });

  test('none if the EHR has none', async () => {
    expect(await recordsOf(notesFrom([]).read(question()))).toEqual([]);
  });

  test('the EHR is asked for the patient and the interval', async () => {
    const { read, asked } = notesFrom([]);
    await recordsOf(read(question({ interval })));
    expect(asked).toMatchObject([{ patient, interval, call: { requestId: 'request-1' } }]);
  });

  test('the interval is applied again; records outside it do not count as left out', async () => {
    const { read, given } = notesFrom([
      found(
        note({ id: 'before', at: '20260109235959' }),
        unreadable('JournalNoteEHRExtract/Note/NoteDateTime'),
      ),
      found(note({ id: 'first', at: '20260110000000' })),
      found(note({ id: 'timeless' })),
      found(note({ id: 'last', at: '20260120000000' })),
      found(note({ id: 'after', at: '20260120000001' })),
    ]);
    const answer = read(question({ interval }));
    expect(idsOf(await recordsOf(answer))).toEqual(['first', 'timeless', 'last']);
    expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([]);
  });

  test('a record of which a time is there twice is kept: it may apply all the same', async () => {
    const lost: Loss = {
      path: 'JournalNoteEHRExtract/Note/NoteVersionDateTime',
      reason: 'repeated',
      hides: ['time'],
    };
    const { read } = notesFrom([found(note({ id: 'before', at: '20260109235959' }), lost)]);
    const answer = read(question({ interval }));
    expect(idsOf(await recordsOf(answer))).toEqual(['before']);
    expect(answer.leftOut()).toEqual({ records: 0, values: 1, sources: 0, unmapped: 0 });
  });

  test('values that the record has no member for are counted apart from those that it lacks', async () => {
    const unmapped: Loss = { path: 'JournalNoteEHRExtract/Note/Dictated', reason: 'unmapped', hides: [] };
    const { read, given } = notesFrom([
      found(note({ id: '1' }), unmapped, unreadable('JournalNoteEHRExtract/time_created')),
      found(note({ id: '2' }), unmapped),
    ]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['1', '2']);
    expect(answer.leftOut()).toEqual({ records: 0, values: 1, sources: 0, unmapped: 2 });
    expect(given).toContainEqual(notice('unmapped', 2, unmapped.path));
  });

  test('values that could not be read are counted, by reason and path', async () => {
    const repeated: Loss = { path: 'JournalNoteEHRExtract/Note/NoteDateTime', reason: 'repeated', hides: [] };
    const lost = unreadable('JournalNoteEHRExtract/Note/NoteDateTime');
    const { read, given } = notesFrom([
      found(note({ id: '1' }), lost, repeated),
      found(note({ id: '2' }), lost, unreadable('JournalNoteEHRExtract/time_created')),
    ]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['1', '2']);
    expect(answer.leftOut()).toEqual({ records: 0, values: 4, sources: 0, unmapped: 0 });
    expect(given).toHaveLength(3);
    expect(given).toEqual(
      expect.arrayContaining([
        notice('unreadable', 2, 'JournalNoteEHRExtract/Note/NoteDateTime'),
        notice('repeated', 1, 'JournalNoteEHRExtract/Note/NoteDateTime'),
        notice('unreadable', 1, 'JournalNoteEHRExtract/time_created'),
      ]),
    );
  });
});

describe('records and values that are left out', () => {
  const rules: Rules = { release: { withhold: { units: ['SE2321000016-9X9X'] } } };
  const foreign = found(note({ number: other }));
  const withheld = found(note({ unit: 'SE2321000016-9X9X' }));

  test('foreign records', async () => {
    const { read, given } = notesFrom([foreign, found(note({ id: 'own' })), foreign]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['own']);
    expect(answer.leftOut()).toEqual({ records: 2, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([notice('foreign', 2)]);
  });

  test('records with a title that a rule withholds, beside those without one', async () => {
    const titled = { ...found(note({ id: 'titled' })), titles: ['Sekretess'] };
    const other = { ...found(note({ id: 'other' })), titles: ['Besök'] };
    const rules: Rules = { release: { withhold: { keywords: ['sekretess'] } } };
    const { read } = notesFrom([titled, found(note({ id: 'untitled' })), other], rules);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['untitled', 'other']);
    expect(answer.leftOut().records).toBe(1);
  });

  test.each<[string, Loss]>([
    ['a loss hides whose record it is', unreadable('JournalNoteEHRExtract/Patient', 'owner')],
    ['a loss does not say what it hides', unspecific('JournalNoteEHRExtract/Note/NoteTypeOfNote')],
  ])('records that may be foreign: %s', async (_, lost) => {
    const { read, given } = notesFrom([found(note(), lost), found(note({ id: 'own' }))]);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['own']);
    expect(answer.leftOut()).toEqual({ records: 1, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([notice('foreign', 1)]);
  });

  test('foreign records, outside the interval too: they are a security event', async () => {
    const { read, given } = notesFrom([found(note({ number: other, at: '20250101000000' }))]);
    const answer = read(question({ interval }));
    expect(await recordsOf(answer)).toEqual([]);
    expect(given).toEqual([notice('foreign', 1)]);
  });

  test('withheld records', async () => {
    const { read, given } = notesFrom([withheld, found(note({ id: 'own' }))], rules);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['own']);
    expect(answer.leftOut()).toEqual({ records: 1, values: 0, sources: 0, unmapped: 0 });
    expect(given).toEqual([notice('withheld', 1)]);
  });

  test('a record of which a rule cannot tell', async () => {
    const { read, given } = notesFrom(
      [found(note(), unreadable('JournalNoteEHRExtract/CareUnit/UnitID', 'unit'))],
      rules,
    );
    const answer = read(question());
    expect(await recordsOf(answer)).toEqual([]);
    expect(answer.leftOut().records).toBe(1);
    expect(given).toContainEqual(notice('withheld', 1));
  });

  test('withheld records outside the interval are not asked for', async () => {
    const { read } = notesFrom([found(note({ unit: 'SE2321000016-9X9X', at: '20250101000000' }))], rules);
    const answer = read(question({ interval }));
    expect(await recordsOf(answer)).toEqual([]);
    expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 0, unmapped: 0 });
  });

  test('all of it, each counted once', async () => {
    const own = found(note({ id: 'own' }), unreadable('JournalNoteEHRExtract/time_created'));
    const { read, given } = notesFrom([foreign, withheld, own], rules);
    const answer = read(question());
    expect(idsOf(await recordsOf(answer))).toEqual(['own']);
    expect(answer.leftOut()).toEqual({ records: 2, values: 1, sources: 0, unmapped: 0 });
    expect(given.map(({ reason }) => reason).sort()).toEqual(['foreign', 'unreadable', 'withheld']);
  });
});

describe('omissions that the EHR reports', () => {
  test('source systems are counted, beside records and values', async () => {
    const { read, given } = notesFrom([
      omitted('source-unavailable'),
      found(note({ id: 'own' }), unreadable('JournalNoteEHRExtract/time_created')),
      omitted('source-outdated'),
      omitted('source-unavailable'),
      omitted('foreign'),
      omitted('attachment'),
    ]);
    const answer = read(question({ interval }));
    expect(idsOf(await recordsOf(answer))).toEqual(['own']);
    expect(answer.leftOut()).toEqual({ records: 1, values: 2, sources: 3, unmapped: 0 });
    expect(given).toEqual([
      notice('source-unavailable', 2),
      notice('unreadable', 1, 'JournalNoteEHRExtract/time_created'),
      notice('source-outdated', 1),
      notice('foreign', 1),
      notice('attachment', 1),
    ]);
  });

  test('an empty list says so, too', async () => {
    const answer = notesFrom([omitted('source-unavailable')]).read(question());
    expect(await recordsOf(answer)).toEqual([]);
    expect(answer.leftOut()).toEqual({ records: 0, values: 0, sources: 1, unmapped: 0 });
  });

  const patientFrom = (ground: Ground, ...yielded: Yielded<PatientRecord>[]) => {
    const { deps } = readDeps(ehrOf({ patients: reader(...yielded) }));
    return recordsOf(readRecords(deps, 'patients')(question({ ground })));
  };

  // The source that is missing may be the one that knows of the protection.
  test('whoever acts for a patient gets no patient record of which a source is missing', async () => {
    const yielded = [omitted('source-unavailable'), found(patientRecord(false))];
    expect(await patientFrom('self', ...yielded)).toHaveLength(1);
    await expectFailure(patientFrom('acts_for', ...yielded), 'ehr-unavailable');
    await expectFailure(patientFrom('acts_for', ...yielded.toReversed()), 'ehr-unavailable');
  });

  test('nor one of which a part is foreign or out of date only', async () => {
    const yielded = [omitted('foreign'), omitted('source-outdated'), found(patientRecord(false))];
    expect(await patientFrom('acts_for', ...yielded)).toHaveLength(1);
  });
});

describe('failures', () => {
  test('a kind that is not offered', async () => {
    const { deps } = readDeps(ehrOf());
    await expectFailure(recordsOf(readRecords(deps, 'contacts')(question())), 'not-offered');
  });

  test.each(['patient-unknown', 'ehr-unavailable', 'ehr-too-slow', 'ehr-unusable'] as const)(
    'an EHR that answers %s',
    async code => {
      await expectFailure(recordsOf(notesFrom([new Failure(code)]).read(question())), code);
    },
  );

  test('a reader that fails halfway throws: the records before that are not an answer', async () => {
    const { read, given } = notesFrom([
      found(note({ number: other })),
      found(note({ id: 'own' })),
      new Failure('ehr-unusable', { reason: 'ehr-document' }),
    ]);
    await expectFailure(recordsOf(read(question())), 'ehr-unusable');
    // A foreign record is a security event, whatever became of the answer.
    expect(given).toEqual([notice('foreign', 1)]);
  });
});

describe('protected identity', () => {
  const number = personId(patient);
  const older = (flag?: boolean) => ({
    Patient: { PatientID: number, ...(flag === undefined ? {} : { PatientProtectedId: flag }) },
  });
  const newer = (flag?: boolean) => ({
    patient: { patientID: number, ...(flag === undefined ? {} : { patientProtectedId: flag }) },
  });

  type Kinds = { [K in ExtractKind]: (flag?: boolean) => Pick<Ehr, K> };
  const kinds: Kinds = {
    patients: flag => ({ patients: reader(found({ PatientEHRExtract: [older(flag)] })) }),
    contacts: flag => ({ contacts: reader(found({ contactEHRExtract: [newer(flag)] })) }),
    attentionSignals: flag => ({
      attentionSignals: reader(found({ AttentionSignalEHRExtract: [older(flag)] })),
    }),
    prescriptions: flag => ({
      prescriptions: reader(
        found({
          PrescriptionEHRExtract: [
            { Patient: { PatientId: number, ...(flag === undefined ? {} : { PatientProtectedId: flag }) } },
          ],
        }),
      ),
    }),
    journalNotes: flag => ({ journalNotes: reader(found({ JournalNoteEHRExtract: [older(flag)] })) }),
  };
  const all = Object.keys(kinds) as ExtractKind[];
  /** Kinds for which the patient extract decides if their records lack the flag. */
  const silentKinds = all.filter(kind => kind !== 'patients');

  const read = (kind: ExtractKind, offered: Partial<Ehr>, ground: Ground = 'acts_for', rules: Rules = {}) => {
    const { deps } = readDeps(ehrOf(offered), rules);
    return recordsOf(readRecords(deps, kind)(question({ ground })));
  };
  const extract = (flag?: boolean) => ({ patients: reader(found(patientRecord(flag))) });

  test.each(all)('%s with the flag set is refused', async kind => {
    await expectFailure(read(kind, { ...extract(false), ...kinds[kind](true) }), 'representation-refused');
  });

  test.each(all)('%s with the flag not set is answered', async kind => {
    expect(await read(kind, { ...extract(false), ...kinds[kind](false) })).toHaveLength(1);
  });

  test.each(silentKinds)('%s without the flag: the patient extract decides', async kind => {
    await expectFailure(read(kind, { ...extract(true), ...kinds[kind]() }), 'representation-refused');
    expect(await read(kind, { ...extract(false), ...kinds[kind]() })).toHaveLength(1);
  });

  test('patients that are withheld still say it', async () => {
    const withheld = (isProtected: boolean) => ({
      patients: reader({ record: undefined, losses: [], isProtected }),
    });
    await expectFailure(read('patients', withheld(true)), 'representation-refused');
    expect(await read('patients', withheld(true), 'self')).toEqual([]);
    expect(await read('patients', withheld(false))).toEqual([]);
  });

  test('patients without the flag are refused', async () => {
    const kind = 'patients';
    await expectFailure(read(kind, { ...extract(), ...kinds[kind]() }), 'representation-refused');
    expect(await read(kind, { ...extract(), ...kinds[kind]() }, 'self')).toHaveLength(1);
  });

  test('patients: what the reader states decides, not the flag of the record', async () => {
    const stating = (isProtected: Protected) => ({
      patients: reader({ record: { PatientEHRExtract: [older()] }, losses: [], isProtected }),
    });
    expect(await read('patients', stating(false))).toHaveLength(1);
    await expectFailure(read('patients', stating(true)), 'representation-refused');
    await expectFailure(read('patients', stating('not-said')), 'representation-refused');
  });

  test.each(silentKinds)('%s is refused if neither it nor the patient extract says it', async kind => {
    await expectFailure(read(kind, { ...extract(), ...kinds[kind]() }), 'representation-refused');
  });

  test.each(silentKinds)('%s without any record: the patient extract decides', async kind => {
    await expectFailure(read(kind, { ...extract(true), [kind]: reader() }), 'representation-refused');
    expect(await read(kind, { ...extract(false), [kind]: reader() })).toEqual([]);
  });

  test.each(all)('%s of the caller and of a partner is answered', async kind => {
    const offered = () => ({ ...extract(true), ...kinds[kind](true) });
    expect(await read(kind, offered(), 'self')).toHaveLength(1);
    expect(await read(kind, offered(), 'partner')).toHaveLength(1);
  });

  test.each(all)('%s is answered if the region allows it', async kind => {
    const rules = { representProtected: true };
    expect(await read(kind, { ...extract(true), ...kinds[kind](true) }, 'acts_for', rules)).toHaveLength(1);
  });

  const notes = (...yielded: Yielded<JournalNoteRecord>[]) => ({ journalNotes: reader(...yielded) });
  const says = (flag: boolean) => found(note({ flag }));

  test('one record that says so is enough', async () => {
    const offered = { ...extract(false), ...notes(says(false), found(note({ id: '58724', flag: true }))) };
    await expectFailure(read('journalNotes', offered), 'representation-refused');
  });

  test('one record that does not say so: the patient extract decides', async () => {
    const unsaid = found(note({ id: '58724' }));
    const offered = { ...extract(true), ...notes(says(false), unsaid, says(false)) };
    await expectFailure(read('journalNotes', offered), 'representation-refused');
  });

  test('a flag that cannot be read counts as missing', async () => {
    const lost = found(note(), unreadable('JournalNoteEHRExtract/Patient/PatientProtectedId', 'protection'));
    await expectFailure(read('journalNotes', { ...extract(true), ...notes(lost) }), 'representation-refused');
  });

  test('a flag that is there twice counts as missing', async () => {
    const lost = found(
      note({ flag: false }),
      unreadable('JournalNoteEHRExtract/Patient/PatientProtectedId', 'protection'),
    );
    await expectFailure(read('journalNotes', { ...extract(true), ...notes(lost) }), 'representation-refused');
    expect(await read('journalNotes', { ...extract(false), ...notes(lost) })).toHaveLength(1);
  });

  test.each([
    ['is there twice', older(false)],
    ['cannot be read', older()],
  ])('patients whose own flag %s are refused', async (_, person) => {
    const lost = found(
      { PatientEHRExtract: [person] },
      unreadable('PatientEHRExtract/Patient/PatientProtectedId', 'protection'),
    );
    await expectFailure(
      read('patients', { ...extract(true), patients: reader(lost) }),
      'representation-refused',
    );
  });

  describe('patients, if nothing says that the identity is not protected', () => {
    const kind = 'patients';
    const recordWith = (flag: boolean) => ({ PatientEHRExtract: [older(flag)] });
    const saysNo = found(recordWith(false));
    const others = { Patient: { PatientID: personId(other), PatientProtectedId: false } };
    const ofTwo = found(
      { PatientEHRExtract: [others] },
      { path: 'Patient/PatientID', reason: 'repeated', hides: ['owner'] },
    );
    const ownerLost = found(recordWith(false), unreadable('Patient/PatientID', 'owner'));
    const noNumber = found({
      PatientEHRExtract: [{ Patient: { PatientID: personId('okänd'), PatientProtectedId: false } }],
    });

    test.each<[string, Yielded<object>[]]>([
      ['there is no extract', []],
      ['the only extract is that of another patient', [omitted('foreign')]],
      ['nobody can tell whose the only extract is', [ownerLost]],
      ['nobody can tell whose one of them is', [saysNo, ownerLost]],
      ['one of them names two patients', [saysNo, ofTwo]],
      ['one of them has a number that is none', [saysNo, noNumber]],
    ])('%s: refused to who acts for the patient, not to the patient', async (_, yielded) => {
      await expectFailure(read(kind, { [kind]: reader(...yielded) }), 'representation-refused');
      expect(await read(kind, { [kind]: reader(...yielded) }, 'self')).toHaveLength(
        yielded.includes(saysNo) ? 1 : 0,
      );
    });

    test('an extract of another patient beside one that says no is allowed', async () => {
      expect(await read(kind, { [kind]: reader(saysNo, omitted('foreign')) })).toHaveLength(1);
    });
  });

  test('a record with the flag set may be this patient’s, if nobody can tell whose it is', async () => {
    const unclear = found(note({ flag: true }), unreadable('Patient/PatientID', 'owner'));
    await expectFailure(
      read('journalNotes', { ...extract(false), ...notes(unclear) }),
      'representation-refused',
    );
  });

  test('so may one whose number is none', async () => {
    const unclear = found(note({ number: '1212121212', flag: true }));
    await expectFailure(
      read('journalNotes', { ...extract(false), ...notes(unclear) }),
      'representation-refused',
    );
  });

  test('a foreign record tells nothing about this patient', async () => {
    const foreign = (flag: boolean) => found(note({ number: other, flag }));
    expect(
      await read('journalNotes', { ...extract(false), ...notes(foreign(true), says(false)) }),
    ).toHaveLength(1);
    const offered = { ...extract(true), ...notes(foreign(false)) };
    await expectFailure(read('journalNotes', offered), 'representation-refused');
  });

  test('a record outside the interval says so too', async () => {
    const { deps } = readDeps(
      ehrOf({ ...extract(true), ...notes(found(note({ at: '20250101000000', flag: true }))) }),
    );
    const asked = question({ ground: 'acts_for', interval });
    await expectFailure(recordsOf(readRecords(deps, 'journalNotes')(asked)), 'representation-refused');
  });

  test('nothing is answered if the patient extract cannot be fetched', async () => {
    const offered = {
      patients: reader<PatientRecord>(new Failure('ehr-too-slow', { reason: 'ehr-timeout' })),
      ...notes(found(note())),
    };
    await expectFailure(read('journalNotes', offered), 'ehr-too-slow');
  });
});

test('the care units of an answer: each once, the first that a record names, 50 at most and then a count', async () => {
  const units = ['B', 'A', 'B', undefined, ...Array.from({ length: 60 }, (_, at) => `U${at}`)];
  const records = units.map((unit, at) => note({ id: String(at), ...(unit === undefined ? {} : { unit }) }));
  const { deps } = readDeps(ehrOf({ journalNotes: reader(...records.map(record => found(record))) }));
  const answer = readRecords(deps, 'journalNotes')(question());
  await recordsOf(answer);
  expect(answer.units?.()).toEqual(['B', 'A', ...units.slice(4, 52), '+12']);
});

test.each([0, 1, 50])('the care units of an answer with %s of them: no count', async count => {
  const units = Array.from({ length: count }, (_, at) => `U${at}`);
  const { deps } = readDeps(
    ehrOf({ journalNotes: reader(...units.map(unit => found(note({ id: unit, unit })))) }),
  );
  const answer = readRecords(deps, 'journalNotes')(question());
  await recordsOf(answer);
  expect(answer.units?.()).toEqual(units);
});

test('the JSON of each record, where the reader has written it and it is published as it is', async () => {
  const yielded = [
    { ...found(note({ id: '1' })), json: 'first' },
    { ...found(note({ id: '2' })), json: 'second', noteStatus: 'amended' as const },
    found(note({ id: '3' })),
    { ...found(note({ id: '4', number: other })), json: 'foreign' },
    { ...found(note({ id: '5' })), json: 'last' },
  ];
  const answer = notesFrom(yielded).read(question());
  const written: (string | undefined)[] = [];
  for await (const _ of answer.records) written.push(answer.json?.());
  expect(written).toEqual(['first', undefined, undefined, 'last']);
});
