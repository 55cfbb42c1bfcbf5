// The sandbox's patients as an invented EHR, Nordvik, holds them: its own names and words, local ISO times, dates with dots, decimal
// commas. The tables in nordvik/ read them.

import type { EhrBooking, EhrVideoMeeting, PatientData, World } from '../extracts/world.ts';
import { instant } from '../fhir/resources/parts.ts';
import { units } from '../patients/parts.ts';
import { patients, people } from '../patients/patients.ts';
import { type EhrRecords, hyphenated, type NordvikBooking, type NordvikWorld } from './simulator.ts';

type Id = { readonly extension?: string | undefined };
type NoteRecord = NonNullable<
  NonNullable<NonNullable<PatientData['journalNotes'][number]['Note']>['Records']>['Record']
>[number];

/** `2026-01-15T09:30:00` of a local time of 14 digits, or `2026-01-15` of a date. */
const iso = (compact: string): string =>
  compact.replace(
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/,
    (_, year, month, day, hour, minute, second) =>
      hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}`,
  );

const time = (of: { readonly value?: string } | undefined) =>
  of?.value === undefined ? undefined : iso(of.value);

/** `15.01.2026` of a local time. */
const dotted = (compact: string | undefined) => compact?.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$3.$2.$1');

/** The number in the EHR: the last part of an id. */
const numberOf = (id: Id | undefined) => Number(id?.extension?.split(':').at(-1));

const unitOf = (unit: { readonly UnitID?: Id } | undefined) => {
  const match = Object.values(units).find(({ HSAId }) => HSAId === unit?.UnitID?.extension);
  return match === undefined ? undefined : { hsaId: match.HSAId, no: Number(match.Id), name: match.Name };
};

const doctor = { hsaId: 'SE2321000016-0LAK', name: 'Påhittad Läkarsson', role: 'LK' };

const roles: Readonly<Record<string, string>> = { Läkare: 'LK', Sjuksköterska: 'SSK' };
const staff = ({ Name: name, Type: type = '' }: { readonly Name?: string; readonly Type?: string }) => ({
  name,
  role: roles[type] ?? type,
});

/** The members that most records begin with. */
const head = (number: string, created: { readonly value?: string } | undefined) => ({
  nationalId: hyphenated(number),
  audience: 'PATIENT',
  updated: time(created),
});

const sexes: Readonly<Record<string, string>> = { F: 'K', M: 'M', U: 'X' };

const personOf = (number: string, personNo: number, { patients: [extract] }: PatientData) => {
  const { Patient: patient = {}, AccessZoneUnit: unit, time_created: created } = extract ?? {};
  const { PatientName: name = {}, PhoneNumbers: phones, EmailAddresses: emails } = patient;
  const given = name.PatientGivenName ?? [];
  return {
    nationalId: hyphenated(number),
    personNo,
    etag: `${personNo}-1`,
    updated: time(created),
    name: {
      family: name.PatientFamilyName,
      given: given.map(({ value }) => value).join(' '),
      calledBy: given.find(({ qualifier }) => qualifier === 'CL')?.value,
    },
    born: time(patient.PatientBirthDate),
    sex: sexes[patient.PatientSex ?? 'U'],
    secrecy: patient.PatientProtectedId === true ? 'PROTECTED' : 'NONE',
    addresses: patient.PatientAddresses?.PatientAddress?.map(address => ({
      type: 'HOME',
      street: address.PatientAddressStreet,
      zip: address.PatientAddressPostcode,
      town: address.PatientAddressCity,
    })),
    mobile: phones?.Phone?.[0]?.PhoneNumber,
    email: emails?.Email?.[0]?.EmailAddress,
    listedAt: unitOf(unit),
  };
};

const visitTypes: Readonly<Record<string, string>> = { Återbesök: 'VISIT', Slutenvård: 'STAY' };

const visits = (number: string, { contacts }: PatientData) =>
  contacts.map(({ Contact: contact = {}, ContactPerformingUnit: unit, time_created: created }) => ({
    ...head(number, created),
    id: Number(contact.ContacInternaltID),
    begin: time(contact.ContactBeginDateTime),
    end: time(contact.ContactEndDateTime),
    status: contact.ContactEndDateTime === undefined ? 'IN' : 'DONE',
    type: visitTypes[contact.ContactTypeOfVisit ?? ''],
    room: contact.ContactRoom,
    bed: contact.ContactBed,
    blocked: contact.ContactShareInfo === true ? 'N' : 'J',
    unit: unitOf(unit),
    staff: [doctor],
  }));

const alertOf = (signal: NonNullable<PatientData['attentionSignals'][number]['AttentionSignal']>) => {
  const { HypersensitivityType: allergy, ContagiousDiseaseType: infection } = signal;
  if (allergy !== undefined) {
    const severity = allergy.Severity === 'Livshotande' ? 3 : 2;
    return { category: 'ALLERGY', title: allergy.Heading, text: allergy.Reaction, severity };
  }
  if (infection !== undefined)
    return { category: 'INFECTION', title: infection.Heading, text: infection.Comment };
  const { NonStandardProcedureType: procedure, TreatmentAndConditionType: treatment } = signal;
  const other = procedure ?? signal.UnstructuredType;
  return {
    category: 'OTHER',
    title: other?.Heading ?? treatment?.Heading,
    text: other?.Comment ?? treatment?.TreatmentDescription,
  };
};

const alerts = (number: string, { attentionSignals }: PatientData) =>
  attentionSignals.map(({ AttentionSignal: signal = {}, CareUnit: unit, time_created: created }) => ({
    ...head(number, created),
    retracted: false,
    id: numberOf(signal.RcId),
    since: time(signal.SignalVersionDateTime),
    until: time(signal.SignalDeletionDate),
    state: signal.SignalActive === true ? 'ACTIVE' : 'ENDED',
    ...alertOf(signal),
    unit: unitOf(unit),
  }));

/** The texts of a dosage, as Nordvik lets prescribers write it. */
const dosageText = (plugins: unknown): string => {
  const texts: string[] = [];
  JSON.stringify(plugins, (name, value: unknown) => {
    if (/^dosageText$/i.test(name)) texts.push(String(value));
    return value;
  });
  return texts.join('. ');
};

const prescriptions = (number: string, { prescriptions: extracts }: PatientData) =>
  extracts.map(({ Prescription: of = {}, CreationUnit: unit, time_created: created }) => {
    const product = of.MainProductTreatment ?? {};
    const { PrescriptionProductStrengthNumeric: numeric } = product;
    return {
      ...head(number, created),
      registered: time(of.PrescriptionVersionDateTime),
      firstDay: dotted(of.PrescriptionStartDateTime?.value),
      treatment: numberOf(of.MedicationTreatmentId),
      status: of.MedicationActive === true ? 'ONGOING' : 'FINISHED',
      drug: {
        name: product.PrescriptionProductTradeName,
        strength: numeric === undefined ? undefined : Number(numeric.replace(',', '.')),
        unit: product.PrescriptionProductStrengthNumericUnit,
        atc: product.PrescriptionProduct_AtcCode?.code,
        atcName: product.PrescriptionProduct_AtcCode?.displayName?.value,
      },
      asNeeded: of.PrescriptionDosages?.WhenNeeded,
      dosage: dosageText(of.PrescriptionDosages?.DosagePlugin),
      unit: unitOf(unit),
      prescriber: doctor,
    };
  });

/** A text as Nordvik's editor saves it. */
const htmlOf = (text: string): string =>
  `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br/>')}</p>`;

/** The headings of a note, all at one level. */
const headings = (record: NoteRecord): object[] => {
  const {
    Keyword: heading,
    Value: values = [],
    Unit: [unit] = [],
    OtherValue: other,
    Record: inner = [],
  } = record;
  const measured = (other?.ArchetypeRecords?.ArchetypeRecord ?? []).flatMap(
    ({ ArchetypeRecord: quantities = [] }) => quantities,
  );
  const texts = [
    ...values.map(({ $self }) => (unit === undefined ? $self : `${$self} ${unit}`)),
    ...measured.map(({ Name, Magnitude, Unit }) => `${Name} ${Magnitude} ${Unit}`),
  ];
  return [
    { heading, texts: texts.map(text => ({ html: htmlOf(String(text)) })) },
    ...inner.flatMap(headings),
  ];
};

/** Notes of this template are shown to their patients from a time on. */
const delayed = 'Mottagningsbesök';

const notes = ({ journalNotes }: PatientData) =>
  journalNotes.map(extract => {
    const { Note: note = {}, Patient: patient, CareUnit: unit, time_created: created } = extract;
    return {
      // One note of the sandbox names another patient: the service must not show it.
      ...head(patient?.PatientID?.extension ?? '', created),
      ...(note.NoteTemplateName === delayed ? { audience: 'LATER', showFrom: '2026-01-01T00:00:00' } : {}),
      id: numberOf(note.NoteId),
      saved: time(note.NoteVersionDateTime),
      about: time(note.NoteDateTime),
      signed: time(note.NoteSignDateTime),
      template: note.NoteTemplateName,
      headings: (note.Records?.Record ?? []).flatMap(headings),
      unit: unitOf(unit),
      author: doctor,
      // No row of the tables reads it.
      ...('ReadReceipt' in extract ? { readReceipt: '2026-03-03T08:00:00' } : {}),
    };
  });

const states: Readonly<Record<string, string>> = {
  BOOKED: 'PLANNED',
  ARRIVED: 'IN',
  ONGOING: 'BUSY',
  PERFORMED: 'DONE',
  CANCELLED: 'OFF',
  MISSED: 'GONE',
};

const bookingOf = (booking: EhrBooking): NordvikBooking => {
  const { Status: state = '', PerformingUnit: unit, PaymentDetails: { Price: price = 0 } = {} } = booking;
  return {
    audience: 'PATIENT',
    id: Number(booking.ContactId),
    version: 1,
    start: iso(booking.StartTime),
    // A word that the tables do not know.
    status: states[state] ?? 'PRELIM',
    paid: booking.PaymentStatus === 'PAID',
    unit: unit === undefined ? undefined : unitOf({ UnitID: { extension: unit.HSAId } }),
    info: booking.PatientInformation,
    price: { ore: Math.round(price * 100), reduction: '0,00' },
  };
};

/** Seconds since 1970. */
const unixTime = (compact: string | undefined) =>
  compact === undefined ? undefined : Date.parse(instant(compact)) / 1000;

const meetingOf = (number: string, meeting: EhrVideoMeeting) => ({
  nationalId: hyphenated(number),
  audience: 'PATIENT',
  id: meeting.ActionId,
  start: unixTime(meeting.StartDateTime),
  end: unixTime(meeting.EndDateTime),
  title: meeting.ServiceName,
  url: meeting.MeetingLink,
  unit: { name: meeting.PerformingUnitName },
  host: staff(meeting.MainStaff ?? {}),
  guests: meeting.OtherStaffList?.Staff.map(staff),
});

/**
 * What Nordvik has of Tolvan beyond the other regions: a visit for staff alone, a warning that has been taken back, and a note that he may
 * see only when its time has come.
 */
const additions = (number: string) =>
  number === people.tolvan.number
    ? {
        visits: [
          {
            ...head(number, { value: '20261121080000' }),
            audience: 'STAFF',
            id: 59_050,
            begin: '2026-11-21T08:00:00',
            status: 'IN',
            type: 'VISIT',
            blocked: 'N',
            unit: unitOf({ UnitID: { extension: units.psychiatry.HSAId } }),
          },
        ],
        alerts: [
          {
            ...head(number, { value: '20261121080000' }),
            retracted: true,
            id: 316,
            since: '2026-11-01',
            state: 'ACTIVE',
            category: 'INFECTION',
            title: 'Hepatit C',
          },
        ],
        notes: [
          {
            ...head(number, { value: '20261121080000' }),
            audience: 'LATER',
            showFrom: '2199-01-01T00:00:00',
            id: 70_050,
            saved: '2026-11-21T08:00:00',
            about: '2026-11-21T08:00:00',
            template: 'Svar på prover',
            headings: [{ heading: 'Svar', texts: [{ html: htmlOf('Läkaren ringer först.') }] }],
          },
        ],
      }
    : { visits: [], alerts: [], notes: [] };

const recordsOf = (number: string, personNo: number, data: PatientData): EhrRecords => {
  const more = additions(number);
  return {
    person: personOf(number, personNo, data),
    visits: [...visits(number, data), ...more.visits],
    alerts: [...alerts(number, data), ...more.alerts],
    prescriptions: prescriptions(number, data),
    notes: [...notes(data), ...more.notes],
    meetings: data.videoMeetings.map(meeting => meetingOf(number, meeting)),
    bookings: data.bookings.Booking.map(bookingOf),
  };
};

const firstPersonNo = 40_001;

/** Creates the data of all patients. Bookings change with arrivals and payments. */
export const nordvikPatients = (world: World = patients()): NordvikWorld =>
  new Map(
    [...world].map(([number, data], index) => [number, recordsOf(number, firstPersonNo + index, data)]),
  );
