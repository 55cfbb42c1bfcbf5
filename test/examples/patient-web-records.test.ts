// The example web app's reading of records, which is plain functions: what a patient reads must not mislead.
import { beforeEach, expect, test } from 'vitest';
import { casesIn } from '../support/cases-in.ts';

const folder = '../../examples/patient-web';
type Line = readonly { readonly isRecord: boolean; readonly text: string }[];
const { beginsWithDays, dosageLines, dosageText, joined, weeklyDoses } = (await import(
  `${folder}/records/dosage.js`
)) as {
  dosageLines: (plugin: object) => Line[];
  beginsWithDays: (line: Line) => boolean;
  dosageText: (plugins: object[], isDrugWhenNeeded?: boolean) => Line[];
  joined: (line: Line) => string;
  weeklyDoses: (plugins: object[]) => (string | undefined)[][] | undefined;
};
const { changeAhead, standingOf } = (await import(`${folder}/records/medications.js`)) as {
  changeAhead: (prescription: object, now: string) => object | undefined;
  standingOf: (prescription: object, now: string) => string;
};
const { isImportant, isInForce, isLifeThreatening } = (await import(`${folder}/records/warnings.js`)) as {
  isInForce: (signal: object, now: string) => boolean;
  isImportant: (signal: object) => boolean;
  isLifeThreatening: (signal: object) => boolean;
};
const { authorsOf, timeOfNote, typesWithSignatures } = (await import(`${folder}/records/notes.js`)) as {
  authorsOf: (record: object) => string[];
  typesWithSignatures: (records: object[]) => Set<string>;
  timeOfNote: (extract: object | undefined) => string | undefined;
};
const { measurementsIn } = (await import(`${folder}/records/measurements.js`)) as {
  measurementsIn: (records: object[]) => { key: string; readings: { text: string; value?: number }[] }[];
};
const { keyed } = (await import(`${folder}/records/keys.js`)) as {
  keyed: (records: object[], idOf: (record: { id?: string }) => string | undefined) => Map<string, object>;
};
const { useLanguage } = (await import(`${folder}/words/words.js`)) as { useLanguage: (code: string) => void };

const now = '20260115093000';

beforeEach(() => useLanguage('sv'));

test.each<[string, object, boolean]>([
  ['nothing said', {}, true],
  ['active', { SignalActive: true }, true],
  ['inactive', { SignalActive: false }, false],
  ['ended', { SignalActive: true, SignalDeletionDate: { value: '20260115092959' } }, false],
  ['ends later', { SignalActive: true, SignalDeletionDate: { value: '20270101000000' } }, true],
  ['an end without a time', { SignalDeletionDate: {} }, true],
  ['not valid any more', { SignalActive: true, UnstructuredType: { Valid: false } }, false],
])('whether a warning is in force: %s', (_, signal, expected) => {
  expect(isInForce(signal, now)).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['in Swedish', 'Livshotande', true],
  ['in English', 'Life-threatening', true],
  ['another one', 'Besvärande', false],
])('whether a warning is life-threatening: %s', (_, Severity, expected) => {
  expect(isLifeThreatening({ HypersensitivityType: { Severity } })).toBe(expected);
});

const once = (dateTime?: string) => ({
  PrescriptionDosages: { DosagePlugin: [{ OnceDosage: { minDose: 1, dateTime } }] },
});

const oneOff = (time: string, ...others: object[]) => ({
  PrescriptionDosages: {
    DosagePlugin: [
      { IX3Dosage: { DoseInstance: [{ OneOff: true, OneOffTime: { value: time } }, ...others] } },
    ],
  },
});

const endingOn = (time: string, dose: object) => {
  const DoseEnd = { DoseEndType: 'DATE', EndDate: { value: time } };
  return { PrescriptionDosages: { DosagePlugin: [{ IX3Dosage: { DoseEnd, DoseInstance: [dose] } }] } };
};

test.each<[string, object, string]>([
  ['nothing said', {}, 'current'],
  ['not in use', { MedicationActive: false }, 'earlier'],
  [
    'its end has passed',
    { MedicationActive: true, PrescriptionEndDateTime: { value: '20260115000000' } },
    'earlier',
  ],
  ['its end is to come', { PrescriptionEndDateTime: { value: '20260116000000' } }, 'current'],
  ['stopped before its end', { ActualTerminateDate: { value: '20260110000000' } }, 'earlier'],
  ['entered by mistake', { MedicationTreatmentStatusDetail: { TreatmentStatus: 'INVALIDATED' } }, 'earlier'],
  [
    'to be stopped',
    { MedicationTreatmentStatusDetail: { TreatmentStatus: 'FUTURE_DISCONTINUED' } },
    'current',
  ],
  ['replaced', { ReplacedByLatest: true }, 'earlier'],
  ['paused', { MedicationTreatmentStatusDetail: { TreatmentStatus: 'PAUSED' } }, 'paused'],
  [
    'paused, and so not to be taken now',
    { MedicationActive: false, MedicationTreatmentStatusDetail: { TreatmentStatus: 'PAUSED' } },
    'paused',
  ],
  [
    'paused from tomorrow on',
    {
      MedicationTreatmentStatusDetail: {
        TreatmentStatus: 'PAUSED',
        EffectiveDateTime: { value: '20260116000000' },
      },
    },
    'current',
  ],
  ['starts later', { PrescriptionStartDateTime: { value: '20260201080000' } }, 'planned'],
  ['a single dose that was given', once('2026-01-14T08:00:00'), 'earlier'],
  ['a single dose of today, without its time of day', once('20260115'), 'current'],
  ['a single dose to come', once('2026-01-16T08:00:00'), 'current'],
  ['a single dose without a time', once(), 'current'],
  ['a single dose that was given, in a region that writes it in full', oneOff('20260115092959'), 'earlier'],
  ['such a dose of today, without its time of day', oneOff('20260115000000'), 'current'],
  ['such a dose beside another one', oneOff('20260114080000', {}), 'current'],
  [
    'such a dose of a day alone, which was yesterday',
    endingOn('20260114235959', { OneOff: true }),
    'earlier',
  ],
  ['such a dose of a day alone, which is today', endingOn('20260115235959', { OneOff: true }), 'current'],
  ['a dose that is not single', endingOn('20260114235959', { Type: 'NORMAL' }), 'current'],
])('where a medication stands: %s', (_, prescription, expected) => {
  expect(standingOf(prescription, now)).toBe(expected);
});

test('a pause to come is said with its day', () => {
  const state = { TreatmentStatus: 'FUTURE_PAUSED', EffectiveDateTime: { value: '20260303000000' } };
  expect(changeAhead({ MedicationTreatmentStatusDetail: state }, now)).toEqual({
    change: 'willPause',
    time: '20260303000000',
  });
  expect(changeAhead({ MedicationTreatmentStatusDetail: state }, '20260304000000')).toBeUndefined();
});

test.each<[string, object | undefined, string | undefined]>([
  [
    'when it is about',
    { Note: { NoteDateTime: { value: '20260101' }, NoteVersionDateTime: { value: '20260102' } } },
    '20260101',
  ],
  ['when it was written', { Note: { NoteVersionDateTime: { value: '20260102' } } }, '20260102'],
  ['when it was stored', { Note: {}, time_created: { value: '20260103' } }, '20260103'],
  ['none', { Note: {} }, undefined],
  ['no extract', undefined, undefined],
])('the time of a note: %s', (_, extract, expected) => {
  expect(timeOfNote(extract)).toBe(expected);
});

test('unsigned is said only of the types of notes that are signed', () => {
  const note = (NoteTypeOfNote: string, more = {}) => ({
    JournalNoteEHRExtract: [{ Note: { NoteTypeOfNote, ...more } }],
  });
  const signed = { NoteSignDateTime: { value: now } };
  const types = typesWithSignatures([
    note('Besök'),
    note('Besök', signed),
    note('Inskannat'),
    note('Brev', { NoteSignDateTime: {} }),
  ]);
  expect([...types]).toEqual(['Besök']);
});

test('an author has a role in words, and is named once', () => {
  const by = (...CareProvider: object[]) => ({
    JournalNoteEHRExtract: [{ CareProviders: { CareProvider } }],
  });
  const name = { CareProviderName: 'Påhittad Läkarsson' };
  expect(
    authorsOf(by({ ...name, CareProviderType: 'author' }, { ...name, CareProviderType: 'legal' })),
  ).toEqual(['Påhittad Läkarsson']);
  expect(authorsOf(by({ ...name, CareProviderType: 'Läkare' }))).toEqual(['Påhittad Läkarsson, Läkare']);
});

test('an allergy whose severity is not said, and a warning of which nothing is known, are important; others are not', () => {
  const Heading = 'Penicillin';
  expect(isImportant({ HypersensitivityType: { Heading } })).toBe(true);
  expect(isImportant({ HypersensitivityType: { Heading, Severity: 'Besvärande' } })).toBe(false);
  expect(isImportant({ HypersensitivityType: { Heading, Severity: 'Hög risk' } })).toBe(true);
  expect(isImportant({ ContagiousDiseaseType: { Heading: 'MRSA' } })).toBe(false);
  expect(isImportant({ ContagiousDiseaseType: { Comment: 'Bärare' } })).toBe(false);
  expect(isImportant({ ContagiousDiseaseType: {} })).toBe(true);
});

test.each(casesIn(import.meta.url)<[string, object, string[]]>('dosages'))(
  'a dosage: %s',
  (_, plugin, expected) => {
    useLanguage('en');
    expect(dosageLines(plugin).map(joined)).toEqual(expected);
  },
);

const line = 'Doseringen kan inte visas i sin helhet: fråga vården.';
const ix3 = (DosageText?: string, more = {}) => ({ IX3Dosage: { DosageText, ...more } });
const normal = (of: object) => ({ NormalDosage: of });
const instance = { MinQty: '4 tabletter', DoseTime: { value: '20260115080000' } };
const [fixed, dependent] = [{}, { Conditional: true }];
const step = (DosageText: string) => ({ DosePlugin: normal({ DosageText }) });

test.each<[string, object[], string]>([
  [
    'no instance beside it',
    [ix3('måndagar: 4 tabletter', { DoseInstance: [instance] })],
    'måndagar: 4 tabletter',
  ],
  ['no instance instead of it', [ix3(undefined, { DoseInstance: [instance] })], 'se din ordination'],
  ['the short notation where there is none', [ix3(' ', { DosageShortText: '1x3' })], '1x3'],
  ['not beside a whole one', [ix3('1 tablett dagligen', { DosageShortText: '1x1' })], '1 tablett dagligen'],
  [
    'where it is not whole',
    [ix3(`Enligt schema\n${line}`, { DosageShortText: '1x3' })],
    `1x3 / Enligt schema / ${line}`,
  ],
  [
    'of several, that they are not whole once',
    [ix3(`2 per dag\n${line}`), ix3(`Se schema\n${line}`)],
    `2 per dag / Se schema / ${line}`,
  ],
  [
    'a condition that it does not say',
    [ix3('1 st', { ConditionalText: 'vid smärta' })],
    'bara om: vid smärta / 1 st',
  ],
  ['not one that it says', [ix3('Vid smärta: 1 st', { ConditionalText: 'vid smärta' })], 'Vid smärta: 1 st'],
  [
    'not of some doses',
    [ix3('1 st', { ConditionalText: 'Smärta', DoseInstance: [fixed, dependent] })],
    '1 st',
  ],
  ['the prescriber’s words alone', [normal({ MinDose: 1, DosageText: '1 st dagligen' })], '1 st dagligen'],
  [
    'the doses, without words',
    [normal({ MinDose: 0.5, Unit: 'st', Time: { TimesPerDay: 2 } })],
    '0,5 st 2 gånger om dagen',
  ],
  [
    '“vid behov” before the dose, where an extract’s plugin says it',
    [normal({ MinDose: 1, Unit: 'st', WhenNeeded: { MaxDose: { $self: 4, DoseRestriction: 'DAY' } } })],
    'vid behov: 1 st / högst 4 st per dygn',
  ],
  [
    'steps',
    [{ MultiDosage: { Dosage: [step('2 per dag'), step('Se schema')] } }],
    '2 per dag / därefter Se schema',
  ],
  [
    'steps with the time that each lasts, where the text does not say it',
    [
      {
        MultiDosage: {
          Dosage: [
            { ...step('2 per dag'), DurationTime: { $self: 7, Type: 'DAY' } },
            { ...step('1 per dag i 7 dagar'), DurationTime: { $self: 7, Type: 'DAY' } },
            step('Se schema'),
          ],
        },
      },
    ],
    '2 per dag / under 7 dagar / därefter 1 per dag i 7 dagar / därefter Se schema',
  ],
  [
    'steps that come again',
    [{ MultiDosage: { Dosage: ['2', '1', '2', '1'].map(step) } }],
    '2 / därefter 1 / därefter 2 / därefter 1',
  ],
  ['equal lines of one text', [ix3('Dag 1:\n2 st\nDag 2:\n2 st')], 'Dag 1: / 2 st / Dag 2: / 2 st'],
  ['the same dosage twice', [ix3('2 st'), ix3('2 st')], '2 st'],
  ['no dosage', [], 'se din ordination'],
])('the text of a dosage: %s', (_, plugins, expected) => {
  expect(dosageText(plugins).map(joined).join(' / ')).toBe(expected);
});

test.each<[string, object[], string]>([
  ['before the text', [normal({ DosageText: '1 tablett' })], 'vid behov: 1 tablett'],
  ['not where the text says so', [normal({ DosageText: '1 tablett v.b.' })], '1 tablett v.b.'],
  [
    'not before a regular dose of several',
    [ix3('2 dagligen'), ix3('vid behov: 1')],
    '2 dagligen / vid behov: 1',
  ],
])('a drug that is taken when needed says so: %s', (_, plugins, expected) => {
  expect(dosageText(plugins, true).map(joined).join(' / ')).toBe(expected);
});

test('a line that begins with days is known', () => {
  const weekdays = ['måndagar: 4 tabletter', 'måndagar och torsdagar: 1 tablett'];
  const intervals = ['varannan dag: 1 st', 'var 3:e månad: 1 st', 'vid behov: varannan dag: 1 st'];
  const others = ['vid smärta: 1 tablett, var 6:e timme', '1 tablett, 3 gånger per dag'];
  const lines = [...weekdays, ...intervals, '1 gång per vecka: 4 tabletter', ...others];
  const found = lines.filter(text => !beginsWithDays([{ isRecord: true, text }]));
  expect(found).toEqual(others);
});

const weekly = (...doses: object[]) => [
  { WeeklyDosage: { Weeks: { Week: [{ Doses: [{ Dose: doses }] }] } } },
];

test('the doses of a week are drawn by day, unless a day is not understood', () => {
  const none = undefined;
  expect(
    weeklyDoses(
      weekly(
        { Dose: 4, Dayofweek: 'MONDAY' },
        { Dose: 1, Dayofweek: 'sun' },
        { Dose: 2, Dayofweek: 'SUNDAY' },
      ),
    ),
  ).toEqual([['4', none, none, none, none, none, '1 + 2']]);
  expect(weeklyDoses(weekly({ Dose: 4, Dayofweek: 'X' }))).toBeUndefined();
  expect(weeklyDoses([{ NormalDosage: {} }])).toBeUndefined();
  const monday = weekly({ Dose: 4, Dayofweek: 'MONDAY' });
  // The weeks of two dosages at the same time do not follow one another.
  expect(weeklyDoses([...monday, ...monday])).toBeUndefined();
});

test('measurements are values with a unit, of notes that are valid', () => {
  const note = (NoteActive: boolean, value: string, of = {}) => ({
    JournalNoteEHRExtract: [
      {
        Note: {
          NoteActive,
          Records: { Record: [{ Keyword: 'Vikt', Value: [{ $self: value }], Unit: ['kg'], ...of }] },
        },
      },
    ],
  });
  const found = measurementsIn([
    note(true, '72,5'),
    note(false, '7'),
    note(true, 'cirka 70'),
    note(true, '1', { Unit: [] }),
  ]);
  expect(found).toEqual([
    expect.objectContaining({
      key: 'vikt-kg',
      readings: [expect.objectContaining({ text: '72,5', value: 72.5 })],
    }),
  ]);
});

test('a patient’s number is never the name of a record in a URL', () => {
  const records = [
    'a:b:1',
    'a:191212121212',
    'a:19121212-1212',
    'a:2',
    'b:2',
    undefined,
    '9007199254741060',
  ].map(id => ({ ...(id && { id }) }));
  expect([...keyed(records, ({ id }) => id).keys()]).toEqual([
    '1',
    'n2',
    'n3',
    'n4',
    'n5',
    'n6',
    '9007199254741060',
  ]);
});
