// Parts that the extracts of one EHR share: ids, units, the patient.
import type { JournalNoteExtract } from '../../src/domain/records/journal-note.ts';
import { type EhrUnit, noRecords, type PatientData } from '../extracts/world.ts';

export type Person = {
  readonly number: string;
  readonly given: string;
  readonly family: string;
  readonly sex: 'F' | 'M' | 'U';
  readonly isProtected?: boolean;
};

const roots = {
  personal: '1.2.752.129.2.1.3.1',
  coordination: '1.2.752.129.2.1.3.3',
  hsa: '1.2.752.129.2.1.4.1',
  local: '1.2.752.129.2.1.2.1',
} as const;

const system = 'SE162321000024-A1';

export const localId = (kind: string, id: string | number) => ({
  root: roots.local,
  extension: `${system}:RcId:${kind}:${id}`,
});

export const hsaId = (extension: string) => ({ root: roots.hsa, extension });

/** The day of birth in a coordination number has 60 added to it; 60 stands for an unknown day. */
export const isCoordination = (number: string) => Number(number.slice(6, 8)) >= 60;

export const patientId = ({ number }: Person) => ({
  root: isCoordination(number) ? roots.coordination : roots.personal,
  extension: number,
});

/** The members that every extract of a person begins with. */
export const head = ({ number }: Person, created: string) => ({
  ehr_id: { root: roots.local, extension: `${system}:EhrId:${number}` },
  ehr_system: hsaId(system),
  time_created: { value: created },
});

export const patientOf = (person: Person) => ({
  PatientID: patientId(person),
  PatientProtectedId: person.isProtected ?? false,
  PatientName: {
    PatientFamilyName: person.family,
    PatientGivenName: [{ qualifier: 'CL', value: person.given }],
  },
});

export const units = {
  skin: { Name: 'Hudmottagningen', Id: '1253', HSAId: 'SE2321000016-1A2B' },
  eyes: { Name: 'Ögonmottagningen', Id: '1310', HSAId: 'SE2321000016-1A2C' },
  clinic: { Name: 'Vårdcentralen Påhittet', Id: '1400', HSAId: 'SE2321000016-1A2D' },
  psychiatry: { Name: 'Psykiatriska mottagningen', Id: '1500', HSAId: 'SE2321000016-1A2E' },
} as const satisfies Record<string, EhrUnit>;

export const unitIds = ({ HSAId }: EhrUnit) => ({ UnitID: hsaId(HSAId) });

/** The unit that an extract names, so that a reader need not look its id up. */
export const namedUnit = (unit: EhrUnit) => ({ Unit: [{ ...unitIds(unit), UnitName: unit.Name }] });

export const headProvider = { UnitID: hsaId('SE2321000016-0001') };

/** The patient extract of a person about whom little is known. */
export const patientExtract = (person: Person): PatientData['patients'][number] => ({
  ...head(person, '20260115101500'),
  Patient: {
    ...patientOf(person),
    PatientVersionDateTime: { value: '20251120080000' },
    ...(isCoordination(person.number) ? {} : { PatientBirthDate: { value: person.number.slice(0, 8) } }),
    PatientSex: person.sex,
    PatientDataRegister: { PatientCountry: 'Sverige', PatientCounty: '05', PatientCity: '80' },
  },
  AccessZoneUnit: unitIds(units.clinic),
  HeadCareproviderUnit: headProvider,
});

type NoteRecords = NonNullable<NonNullable<NonNullable<JournalNoteExtract['Note']>['Records']>['Record']>;

export type NoteOf = {
  readonly id: number;
  readonly time: string;
  readonly template: string;
  readonly type: string;
  readonly unit: EhrUnit;
  readonly records: NoteRecords;
};

export const textRecord = (keyword: string, text: string): NoteRecords[number] => ({
  Keyword: keyword,
  KeywordToolType: 'TextTool',
  Value: [{ $self: text, JournalValueType: 'Text' }],
});

export const numberRecord = (keyword: string, value: string, unit: string): NoteRecords[number] => ({
  Keyword: keyword,
  KeywordToolType: 'NumericTool',
  Value: [{ $self: value, JournalValueType: 'Numeric' }],
  Unit: [unit],
});

export const note = (person: Person, of: NoteOf): PatientData['journalNotes'][number] => ({
  ...head(person, '20260115101500'),
  Note: {
    NoteId: localId('JournalNoteId', of.id),
    NoteVersionDateTime: { value: of.time },
    NoteDateTime: { value: of.time },
    NoteTemplateName: of.template,
    NoteTypeOfNote: of.type,
    NoteSignDateTime: { value: of.time },
    Records: { Record: of.records },
    NoteActive: true,
  },
  Patient: patientOf(person),
  Units: namedUnit(of.unit),
  CareUnit: unitIds(of.unit),
  AccessZoneUnit: unitIds(of.unit),
  HeadCareproviderUnit: headProvider,
  CareProviders: {
    CareProvider: [
      {
        CareProviderType: 'Läkare',
        CareProviderName: 'Påhittad Läkarsson',
        ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' },
        CareProviderUnit: unitIds(of.unit),
      },
    ],
  },
});

/** A note as it is where no time of it is known. */
export const withoutTimes = ({
  time_created: _created,
  Note: { NoteVersionDateTime: _version, NoteDateTime: _about, NoteSignDateTime: _signed, ...untimed } = {},
  ...extract
}: PatientData['journalNotes'][number]): PatientData['journalNotes'][number] => ({
  ...extract,
  Note: untimed,
});

export const nothing = (person: Person): PatientData => ({
  ...noRecords,
  patients: [patientExtract(person)],
  bookings: { ...noRecords.bookings, Patient: summaryOf(person) },
});

export const summaryOf = (person: Person) => ({
  Name: `${person.given} ${person.family}`,
  PersonNumbers: [{ Number: person.number, Type: { Id: patientId(person).root, Name: 'Personnummer' } }],
});

/** `YYYYMMDDhhmmss` of the day that is a number of days after another. */
export const daysAfter = (first: string, days: number, time = '090000'): string => {
  const date = new Date(
    Date.UTC(Number(first.slice(0, 4)), Number(first.slice(4, 6)) - 1, Number(first.slice(6, 8)) + days),
  );
  return date.toISOString().slice(0, 10).replaceAll('-', '') + time;
};

/** The digits and the unit of an amount as the EHR writes it, `1 tablett` or `1`. */
export const amountIn = (text = ''): { digits?: string; unit?: string } => {
  const [digits, unit] = text.split(' ');
  return { ...(digits && { digits }), ...(unit && { unit }) };
};
