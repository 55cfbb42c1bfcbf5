// Code that must not compile. tsc checks it: an expected error that does not occur is itself an error.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { PatientNumber } from '../src/domain/model/patient-number.ts';
import type { ContactRecord } from '../src/domain/records/contact.ts';
import type { JournalNoteRecord } from '../src/domain/records/journal-note.ts';
import type { PatientRecordV2 } from '../src/domain/records/patient.ts';
import { patientLayout, toV2Layout } from '../src/domain/records/shared/layout-v2.ts';
import { AppointmentChange, BookingId, Payment } from '../src/domain/records/transition.ts';
import { reads, writes } from '../src/http/request/operation.ts';
import type { Ehr, EhrReader } from '../src/ports/ehr.ts';
import { reader } from './domain/support.ts';

const row = {
  number: 11,
  name: 'patient',
  title: 'an example',
  about: 'Shows what a row is.',
  tag: 'Patient',
  path: '/patients/example/',
  scope: 'user/Example-read',
  shape: 'message',
  documented: [401],
  decided: ['D1'],
} as const;
const reading = { ...row, interval: true } as const;
const writing = { ...row, method: 'PUT', answersArray: false, transition: 'arrive' } as const;
const id = Type.Object({ id: BookingId });
const none = Type.Object({});

describe('a row', () => {
  test('answers the record that it names', () => {
    const rows = [
      reads({ ...reading, kind: 'journalNotes', run: ({ read }, asked) => read.journalNotes(asked) }),
      reads({
        ...reading,
        kind: 'journalNotes',
        // @ts-expect-error a patient is not a journal note, though both have an XSDVersion
        run: ({ read }, asked) => read.patients(asked),
      }),
      reads({
        ...reading,
        kind: 'patients',
        // @ts-expect-error the v2 form is not the older one
        run: ({ read }, asked) => read.patientsV2(asked),
      }),
      reads({
        ...reading,
        kind: 'prescriptions',
        // @ts-expect-error attention signals are not prescriptions
        run: ({ read }, asked) => read.attentionSignals(asked),
      }),
      reads({
        ...reading,
        kind: 'videoMeetings',
        // @ts-expect-error bookings are not video meetings
        run: ({ read }, asked) => read.appointments(asked),
      }),
      // @ts-expect-error a row that reads has to say whether it takes an interval
      reads({ ...row, kind: 'videoMeetings', run: ({ read }, asked) => read.videoMeetings(asked) }),
    ];
    expect(rows.map(({ method }) => method)).toEqual(Array.from(rows, () => 'GET'));
  });

  test('reads of the query and the body what it declares', () => {
    const rows = [
      writes({
        ...writing,
        query: id,
        body: AppointmentChange,
        run: ({ markArrived }, { query, ...command }) => markArrived({ ...command, bookingId: query.id }),
      }),
      writes({
        ...writing,
        query: none,
        body: AppointmentChange,
        // @ts-expect-error the query has no id
        run: ({ markArrived }, { query, ...command }) => markArrived({ ...command, bookingId: query.id }),
      }),
      writes({
        ...writing,
        query: id,
        body: AppointmentChange,
        run: ({ markArrived }, { body, ...command }) =>
          // @ts-expect-error the body has no contactId
          markArrived({ ...command, bookingId: body.contactId }),
      }),
      writes({
        ...writing,
        query: none,
        body: Payment,
        run: ({ registerPayment: pay }, { body, ...command }) =>
          // @ts-expect-error a payment has a type
          pay({ ...command, bookingId: body.contactId }),
      }),
      writes({
        ...writing,
        query: none,
        body: Payment,
        // @ts-expect-error a list of bookings is not a result
        run: ({ read }, command) => read.appointments({ ...command, interval: {} }),
      }),
    ];
    expect(rows.map(({ method }) => method)).toEqual(Array.from(rows, () => 'PUT'));
  });
});

test('a reader knows every kind', () => {
  const all: EhrReader = {
    appointments: undefined,
    patients: undefined,
    contacts: reader(),
    attentionSignals: undefined,
    videoMeetings: undefined,
    prescriptions: undefined,
    journalNotes: undefined,
  };
  const { journalNotes: _without, ...fewer } = all;
  // @ts-expect-error it lacks journal notes
  const lacking: EhrReader = fewer;
  // @ts-expect-error there is no kind `others`
  const more: EhrReader = { ...all, others: undefined };
  // @ts-expect-error it says nothing of writing
  const mute: Ehr = all;
  const note: JournalNoteRecord = { JournalNoteEHRExtract: [] };
  // @ts-expect-error contacts are not read as journal notes
  const mixed: EhrReader = { ...all, contacts: reader({ record: note, losses: [] }) };
  expect([lacking, more, mute, mixed]).toHaveLength(4);
});

test('a branded number passes through a v2 layout', () => {
  const PatientID = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' as PatientNumber };
  const record: PatientRecordV2 = {
    patientEHRExtract: [toV2Layout(patientLayout, { Patient: { PatientID } })],
  };
  expect(record).toEqual({ patientEHRExtract: [{ patient: { patientID: { ...PatientID } } }] });
  const numeric = toV2Layout(patientLayout, { Patient: { PatientID: { extension: 1 } } });
  // @ts-expect-error a number is not a text
  const wrong: PatientRecordV2 = { patientEHRExtract: [numeric] };
  expect(wrong).toBeDefined();
});

test('a v2 record has no member of the older layout', () => {
  const contacts: ContactRecord[] = [
    { contactEHRExtract: [{ ehrId: { extension: '1' }, contact: { rcId: {}, contactInternalID: '59062' } }] },
    // @ts-expect-error the version is of the older layout
    { XSDVersion: { version: 0.2 }, contactEHRExtract: [] },
    // @ts-expect-error contactEHRExtract
    { ContactEHRExtract: [] },
    // @ts-expect-error ehrId
    { contactEHRExtract: [{ ehr_id: { extension: '1' } }] },
    // @ts-expect-error contactInternalID
    { contactEHRExtract: [{ contact: { ContacInternaltID: '59062' } }] },
    // @ts-expect-error contactHeadCareProviderUnit
    { contactEHRExtract: [{ contactHeadCareproviderUnit: {} }] },
    // @ts-expect-error Email is unchanged
    { contactEHRExtract: [{ units: { unit: [{ emailAddresses: { email: [] } }] } }] },
  ];
  const patients: PatientRecordV2[] = [
    {
      patientEHRExtract: [
        {
          patient: {
            patientName: { familyName: 'Tolvansson' },
            patientAddresses: [{ PatientAddressCity: 'X' }],
          },
        },
      ],
    },
    // @ts-expect-error familyName
    { patientEHRExtract: [{ patient: { patientName: { patientFamilyName: 'Tolvansson' } } }] },
    // @ts-expect-error an array directly
    { patientEHRExtract: [{ patient: { patientAddresses: { patientAddress: [] } } }] },
    // @ts-expect-error addresses keep their members
    { patientEHRExtract: [{ patient: { patientAddresses: [{ patientAddressCity: 'X' }] } }] },
    // @ts-expect-error an array directly
    { patientEHRExtract: [{ patient: { patientSecrecyGroups: { group: ['1'] } } }] },
  ];
  expect([...contacts, ...patients]).toHaveLength(12);
});
