// Builders for the domain's tests: a patient, a call, an EHR in memory. No HTTP, no XML.
import { expect } from 'vitest';
import type { Appointment, AppointmentList } from '../../src/domain/model/appointment.ts';
import type { FailureCode } from '../../src/domain/model/failure.ts';
import { Failure } from '../../src/domain/model/failure.ts';
import type { Hidden } from '../../src/domain/model/loss.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import type { CompactTimestamp } from '../../src/domain/model/timestamp.ts';
import type { RecordKind, RecordOf } from '../../src/domain/records/index.ts';
import type { PatientRecord, PatientRecordV2 } from '../../src/domain/records/patient.ts';
import { personRoots } from '../../src/domain/rules/foreign.ts';
import { type ReleaseRules, releaseFilter } from '../../src/domain/rules/release.ts';
import { protection } from '../../src/domain/use-cases/protection.ts';
import type { Answer, ReadDeps, ReadQuery } from '../../src/domain/use-cases/read-records.ts';
import type { Call } from '../../src/ports/call.ts';
import type {
  Ehr,
  EhrQuery,
  FoundPatient,
  Loss,
  Omission,
  PatientReader,
  Protected,
} from '../../src/ports/ehr.ts';
import type { LeftOutEvent } from '../../src/ports/telemetry.ts';

export const patient = '191212121212' as PatientNumber;
export const other = '201907152399' as PatientNumber;

/** Roots of personal identity numbers, coordination numbers and HSA-ids. */
export const personalRoot = '1.2.752.129.2.1.3.1';
export const coordinationRoot = '1.2.752.129.2.1.3.3';
export const hsaRoot = '1.2.752.129.2.1.4.1';

export const time = (digits: string) => digits as CompactTimestamp;

export const personId = (extension: string) => ({ root: personalRoot, extension });
export const unitOf = (extension: string) => ({ UnitID: { root: hsaRoot, extension } });
export const unitOfV2 = (extension: string) => ({ unitID: { root: hsaRoot, extension } });

export const call = (members: Partial<Call> = {}): Call => ({
  requestId: 'request-1',
  signal: new AbortController().signal,
  deadline: 9000,
  consumer: { user: 'user-1', subscription: undefined, patient: 'patient-1' },
  ...members,
});

export const question = (members: Partial<ReadQuery> = {}): ReadQuery => ({
  patient,
  ground: 'self',
  interval: {},
  call: call(),
  ...members,
});

/** What a reader yields in place of a record, to fail there. */
export type Yielded<T> = FoundPatient<T> | Omission | Failure;

/** What a patient record says about protected identity, in either layout. */
const protectionIn = (record: unknown): Protected => {
  const { PatientEHRExtract, patientEHRExtract } = (record ?? {}) as PatientRecord & PatientRecordV2;
  const flag =
    PatientEHRExtract?.[0]?.Patient?.PatientProtectedId ??
    patientEHRExtract?.[0]?.patient?.patientProtectedId;
  return flag ?? 'not-said';
};

export const found = <T>(record: T, ...losses: Loss[]): FoundPatient<T> => ({
  record,
  losses,
  isProtected: protectionIn(record),
});

/** An omission: something that the answer lacks outside its records. */
export const omitted = (reason: Omission['omitted']): Omission => ({ omitted: reason });

/** A value that could not be read, and what its loss hides. */
export const unreadable = (path: string, ...hides: Hidden[]): Loss => ({ path, reason: 'unreadable', hides });

/** A loss of an adapter that forgets to say what it hides. */
export const unspecific = (path: string): Loss => ({ path, reason: 'unreadable' }) as unknown as Loss;

/** A reader that yields these, and remembers what it has been asked. */
export const reader = <T>(...yielded: Yielded<T>[]): PatientReader<T> & { readonly asked: EhrQuery[] } => {
  const asked: EhrQuery[] = [];
  const read = async function* (put: EhrQuery) {
    asked.push(put);
    for (const item of yielded) {
      if (item instanceof Failure) throw item;
      yield item;
    }
  };
  return Object.assign(read, { asked });
};

/** An EHR that offers what is given and nothing else. */
export const ehrOf = (offered: Partial<Ehr> = {}): Ehr => ({
  appointments: undefined,
  patients: undefined,
  contacts: undefined,
  attentionSignals: undefined,
  videoMeetings: undefined,
  prescriptions: undefined,
  journalNotes: undefined,
  writer: undefined,
  ...offered,
});

/** A patient extract with this flag. */
export const patientRecord = (flag: boolean | undefined, number: string = patient): PatientRecord => ({
  PatientEHRExtract: [
    { Patient: { PatientID: personId(number), ...(flag === undefined ? {} : { PatientProtectedId: flag }) } },
  ],
});

export const appointment = (members: Partial<Appointment> = {}): Appointment => ({
  booking: { ContactId: '59062', Any: [] },
  start: '20260115093000',
  state: 'BOOKED',
  payment: 'UNPAID',
  ...members,
});

export const appointmentList = (members: Partial<AppointmentList> = {}): AppointmentList => ({
  appointments: [],
  registered: [],
  patient: undefined,
  resultCode: 'OK',
  comment: '',
  any: [],
  ...members,
});

export type Rules = { readonly release?: ReleaseRules; readonly representProtected?: boolean };

/** What the reading use cases are made of, and the telemetry that they have given. */
export const readDeps = (ehr: Ehr, { release = 'ehr', representProtected = false }: Rules = {}) => {
  const given: LeftOutEvent[] = [];
  const roots = personRoots(undefined);
  const deps: ReadDeps = {
    ehr,
    roots,
    release: releaseFilter(release),
    protection: protection({ ehr, roots, representProtected }),
    telemetry: {
      leftOut: notice => void given.push(notice),
      ehrCall: () => undefined,
      requestServed: () => undefined,
      logWritten: () => undefined,
    },
  };
  return { deps, given };
};

/** All records of an answer. */
export const recordsOf = <K extends RecordKind>({ records }: Answer<K>): Promise<RecordOf<K>[]> =>
  Array.fromAsync(records);

/** That a promise is rejected with a failure of this code. */
export const expectFailure = (promise: Promise<unknown>, code: FailureCode): Promise<void> =>
  expect(promise).rejects.toMatchObject({ name: 'Failure', code });
