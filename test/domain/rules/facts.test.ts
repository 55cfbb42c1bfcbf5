// What the rules look at in each kind of record: its span with every fallback, its units, keywords and secrecy levels.
import { describe, expect, test } from 'vitest';
import type { AttentionSignalRecord } from '../../../src/domain/records/attention-signal.ts';
import type { ContactRecord } from '../../../src/domain/records/contact.ts';
import type { JournalNoteRecord } from '../../../src/domain/records/journal-note.ts';
import type { PrescriptionRecord } from '../../../src/domain/records/prescription/prescription.ts';
import { type ExtractKind, type Facts, factsOf, secrecyLevelsIn } from '../../../src/domain/rules/facts.ts';
import { patientRecord, personId, unitOf, unitOfV2 } from '../support.ts';

type Extract<R, K extends keyof R> = R[K] extends (infer E)[] | undefined ? E : never;
type Contact = Extract<ContactRecord, 'contactEHRExtract'>;
type Signal = Extract<AttentionSignalRecord, 'AttentionSignalEHRExtract'>;
type Prescribed = Extract<PrescriptionRecord, 'PrescriptionEHRExtract'>;
type Note = Extract<JournalNoteRecord, 'JournalNoteEHRExtract'>;

const contact = (extract: Contact) => factsOf.contacts({ contactEHRExtract: [extract] });
const signal = (extract: Signal) => factsOf.attentionSignals({ AttentionSignalEHRExtract: [extract] });
const prescription = (extract: Prescribed) => factsOf.prescriptions({ PrescriptionEHRExtract: [extract] });
const note = (extract: Note) => factsOf.journalNotes({ JournalNoteEHRExtract: [extract] });

const one = '20260101080000';
const two = '20260102080000';
const three = '20260103080000';
const made = '20260131080000';
const value = (text: string) => ({ value: text });

type Case<T> = [what: string, extract: T, span: unknown];
const point = (text: string) => ({ from: text, to: text });

describe('the span of a contact', () => {
  const begin = { contactBeginDateTime: value(one) };
  const end = { contactEndDateTime: value(two) };
  const timeCreated = value(made);

  test.each<Case<Contact>>([
    ['begin to end', { contact: { ...begin, ...end }, timeCreated }, { from: one, to: two }],
    ['still open without an end', { contact: begin, timeCreated }, { from: one }],
    ['the end without a begin', { contact: end, timeCreated }, point(two)],
    ['time created without both', { contact: {}, timeCreated }, point(made)],
    [
      'time created where a time has no value',
      { contact: { contactBeginDateTime: {} }, timeCreated },
      point(made),
    ],
    ['time created without a contact', { timeCreated }, point(made)],
    ['not its version', { contact: { contactVersionDateTime: value(one) }, timeCreated }, point(made)],
    ['none', { contact: {} }, undefined],
  ])('%s', (_, extract, span) => {
    expect(contact(extract).span).toEqual(span);
  });
});

describe('the span of an attention signal', () => {
  const SignalVerifiedDateTime = two;
  const SignalSignDateTime = value(two);
  const SignalVersionDateTime = value(two);
  const time_created = value(made);

  test.each<Case<Signal>>([
    [
      'verified is the earliest',
      {
        AttentionSignal: { SignalVerifiedDateTime: one, SignalSignDateTime, SignalVersionDateTime },
        time_created,
      },
      { from: one },
    ],
    [
      'signed is the earliest',
      { AttentionSignal: { SignalVerifiedDateTime, SignalSignDateTime: value(one), SignalVersionDateTime } },
      { from: one },
    ],
    [
      'version is the earliest',
      { AttentionSignal: { SignalVerifiedDateTime, SignalSignDateTime, SignalVersionDateTime: value(one) } },
      { from: one },
    ],
    ['verified alone', { AttentionSignal: { SignalVerifiedDateTime }, time_created }, { from: two }],
    ['signed alone', { AttentionSignal: { SignalSignDateTime }, time_created }, { from: two }],
    ['version alone', { AttentionSignal: { SignalVersionDateTime }, time_created }, { from: two }],
    [
      'to its deletion',
      { AttentionSignal: { SignalVersionDateTime, SignalDeletionDate: value(three) }, time_created },
      { from: two, to: three },
    ],
    ['time created', { AttentionSignal: {}, time_created }, { from: made }],
    [
      'time created to its deletion',
      { AttentionSignal: { SignalDeletionDate: value('20260201080000') }, time_created },
      { from: made, to: '20260201080000' },
    ],
    [
      'not its end of reassessment',
      { AttentionSignal: { SignalVersionDateTime, SignalReassessmentEndDate: three } },
      { from: two },
    ],
    [
      'not whether it is active',
      { AttentionSignal: { SignalVersionDateTime, SignalActive: false } },
      { from: two },
    ],
    ['none', { AttentionSignal: {} }, undefined],
  ])('%s', (_, extract, span) => {
    expect(signal(extract).span).toEqual(span);
  });
});

describe('the span of a prescription', () => {
  const time_created = value(made);

  test.each<Case<Prescribed>>([
    ['its version', { Prescription: { PrescriptionVersionDateTime: value(one) }, time_created }, point(one)],
    ['time created', { Prescription: {}, time_created }, point(made)],
    ['not its start', { Prescription: { PrescriptionStartDateTime: value(one) }, time_created }, point(made)],
    ['not its end', { Prescription: { PrescriptionEndDateTime: value(one) }, time_created }, point(made)],
    ['none', { Prescription: {} }, undefined],
  ])('%s', (_, extract, span) => {
    expect(prescription(extract).span).toEqual(span);
  });
});

describe('the span of a journal note', () => {
  const NoteDateTime = value(two);
  const time_created = value(made);

  test.each<Case<Note>>([
    ['its version', { Note: { NoteVersionDateTime: value(one), NoteDateTime }, time_created }, point(one)],
    [
      'its version where it is the later',
      { Note: { NoteVersionDateTime: value(three), NoteDateTime } },
      point(three),
    ],
    ['its own time', { Note: { NoteDateTime }, time_created }, point(two)],
    ['time created', { Note: {}, time_created }, point(made)],
    ['not when it was signed', { Note: { NoteSignDateTime: value(one) }, time_created }, point(made)],
    ['none', { Note: {} }, undefined],
  ])('%s', (_, extract, span) => {
    expect(note(extract).span).toEqual(span);
  });
});

test('a patient has no span, because no interval is asked for', () => {
  const [extract] = patientRecord(false).PatientEHRExtract ?? [];
  expect(
    factsOf.patients({ PatientEHRExtract: [{ ...extract, time_created: value(made) }] }).span,
  ).toBeUndefined();
});

describe('units: care unit, access-zone unit, responsible unit', () => {
  const units = {
    AccessZoneUnit: unitOf('ZONE'),
    ResponsibleUnit: unitOf('RESPONSIBLE'),
    HeadCareproviderUnit: unitOf('HEAD'),
  };
  const care = { CareUnit: unitOf('CARE') };

  test.each([
    ['patients', factsOf.patients({ PatientEHRExtract: [units] }), ['RESPONSIBLE', 'ZONE']],
    [
      'contacts',
      contact({
        contactPerformingUnit: unitOfV2('CARE'),
        contactAccessZoneUnit: unitOfV2('ZONE'),
        contactResponsibleUnit: unitOfV2('RESPONSIBLE'),
        contactHeadCareProviderUnit: unitOfV2('HEAD'),
      }),
      ['CARE', 'RESPONSIBLE', 'ZONE'],
    ],
    ['attentionSignals', signal({ ...units, ...care }), ['CARE', 'RESPONSIBLE', 'ZONE']],
    [
      'prescriptions',
      prescription({ ...units, CreationUnit: unitOf('CARE') }),
      ['CARE', 'RESPONSIBLE', 'ZONE'],
    ],
    ['journalNotes', note({ ...units, ...care }), ['CARE', 'RESPONSIBLE', 'ZONE']],
  ])('of %s', (_, { units: found }, expected) => {
    expect(found.filter(unit => unit !== undefined).sort()).toEqual(expected);
  });
});

describe('the patient of a record, and whether the identity is protected', () => {
  const id = personId('191212121212');
  const older = { PatientID: id, PatientProtectedId: true };
  const newer = { patientID: id, patientProtectedId: true };

  const stated: Readonly<Record<ExtractKind, Facts>> = {
    patients: factsOf.patients({ PatientEHRExtract: [{ Patient: older }] }),
    contacts: contact({ patient: newer }),
    attentionSignals: signal({ Patient: older }),
    prescriptions: prescription({ Patient: { PatientId: id, PatientProtectedId: true } }),
    journalNotes: note({ Patient: older }),
  };
  test.each(Object.entries(stated))('of %s', (_, { patientId, isProtected }) => {
    expect(patientId).toEqual(id);
    expect(isProtected).toBe(true);
  });

  test.each([
    ['patients', factsOf.patients({})],
    ['contacts', factsOf.contacts({})],
    ['attentionSignals', factsOf.attentionSignals({ XSDVersion: { version: 1 } })],
    ['attentionSignals without one', factsOf.attentionSignals({ AttentionSignalEHRExtract: [] })],
    ['prescriptions', factsOf.prescriptions({ PrescriptionEHRExtract: [] })],
    ['journalNotes', note({})],
    ['journalNotes without one', factsOf.journalNotes({ JournalNoteEHRExtract: [] })],
  ])('nothing is known of %s without an extract or a patient in it', (_, facts) => {
    const { patientId, isProtected, span, units } = facts;
    expect([patientId, isProtected, span]).toEqual([undefined, undefined, undefined]);
    expect(units.filter(unit => unit !== undefined)).toEqual([]);
  });
});

test('whether a contact is to be shared', () => {
  expect(contact({ contact: { contactShareInfo: false } }).shared).toBe(false);
  expect(contact({ contact: { contactShareInfo: true } }).shared).toBe(true);
  expect(contact({ contact: {} }).shared).toBeUndefined();
});

test('the template of a note', () => {
  expect(note({ Note: { NoteTemplateName: 'Mottagningsbesök' } }).noteTemplate).toBe('Mottagningsbesök');
});

test('keywords at every depth of a note', () => {
  const { keywords } = note({
    Note: {
      Records: {
        Record: [
          { Keyword: 'Aktuellt', Record: [{ Keyword: 'Hosta', Record: [{ Keyword: 'Natt' }] }, {}] },
          { Record: [{ Keyword: 'Våld' }] },
          { Keyword: 'Plan' },
        ],
      },
    },
  });
  expect([...(keywords?.() ?? [])].sort()).toEqual(['Aktuellt', 'Hosta', 'Natt', 'Plan', 'Våld']);
  expect([...(note({}).keywords?.() ?? [])]).toEqual([]);
});

describe('secrecy levels, anywhere in a record', () => {
  const levels = (...SecrecyLevel: string[]) => ({ SecrecyLevel });
  const levelsV2 = (...secrecyLevel: string[]) => ({ secrecyLevel });
  const journalNote: JournalNoteRecord = {
    JournalNoteEHRExtract: [
      {
        Note: {
          NoteSecrecyLevels: levels('N1', 'N2'),
          Records: {
            Record: [
              { KeywordSecrecyLevels: levels('K1'), Record: [{ KeywordSecrecyLevels: levels('K2') }] },
            ],
          },
        },
        HCMContact: { ContactSecrecyLevels: levels('C1') },
        Patient: { PatientSecrecyGroups: { Group: ['GROUP'] } },
      },
    ],
  };
  const contactRecord: ContactRecord = {
    contactEHRExtract: [
      {
        contact: {
          contactSecrecyLevels: levelsV2('C1'),
          actions: { action: [{}, { actionSecrecyLevels: levelsV2('A1', 'A2') }] },
        },
        patient: { patientSecrecyGroups: { group: ['GROUP'] } },
      },
    ],
  };
  const prescriptionRecord: PrescriptionRecord = {
    PrescriptionEHRExtract: [{ HCMContact: { ContactSecrecyLevels: levels('P1') } }],
  };

  test.each([
    ['a journal note', journalNote, ['C1', 'K1', 'K2', 'N1', 'N2']],
    ['a contact, in the v2 layout', contactRecord, ['A1', 'A2', 'C1']],
    ['a prescription', prescriptionRecord, ['P1']],
    ['a record without any', patientRecord(false), []],
    ['an empty list', { NoteSecrecyLevels: levels() }, []],
    ['a member that is null', { NoteSecrecyLevels: null }, []],
  ])('of %s', (_, record, expected) => {
    expect([...secrecyLevelsIn(record)].sort()).toEqual(expected);
  });
});

describe('a record that says next to nothing', () => {
  const nothing = { patientId: undefined, isProtected: undefined, span: undefined };

  test('without an extract: there is nothing to judge', () => {
    const none = { ...nothing, units: [] };
    expect(factsOf.patients({ PatientEHRExtract: [] })).toEqual(none);
    expect(factsOf.patients({})).toEqual(none);
  });

  test('without a patient in its extract: neither whose it is, nor that the identity is unprotected', () => {
    expect(factsOf.patients({ PatientEHRExtract: [{}] })).toMatchObject(nothing);
  });
});
