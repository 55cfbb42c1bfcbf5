// An EHR in memory, for tests: it passes the same contract suite as the real ones.
import type { Appointment, AppointmentList } from '../../../src/domain/model/appointment.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../../src/domain/model/patient-number.ts';
import type { TimedMeeting } from '../../../src/domain/model/video-meeting.ts';
import type { RecordOf } from '../../../src/domain/records/index.ts';
import type { ResultRecord } from '../../../src/domain/records/transition.ts';
import { type ExtractKind, factsOf } from '../../../src/domain/rules/facts.ts';
import type { Arrival, Ehr, EhrWriter, PatientReader, Reader, WriteAnswer } from '../../../src/ports/ehr.ts';

/** The records of one patient. */
export type MemoryPatient = { readonly [K in ExtractKind]: readonly RecordOf<K>[] } & {
  readonly appointments: AppointmentList;
  readonly videoMeetings: readonly TimedMeeting[];
};

export type MemoryWorld = Map<PatientNumber, MemoryPatient>;

const answer = (ResultCode: ResultRecord['ResultCode'], Comment = ''): WriteAnswer => ({
  result: { ResultCode, Comment, Any: [] },
  losses: [],
});

/** An EHR that reads and changes the given world. */
export const memoryEhr = (world: MemoryWorld): Ehr & { readonly writer: Required<EhrWriter> } => {
  const patientOf = (patient: PatientNumber): MemoryPatient => {
    const found = world.get(patient);
    if (found === undefined) throw new Failure('patient-unknown');
    return found;
  };

  const reader = <T>(recordsOf: (patient: MemoryPatient) => readonly T[]): Reader<T> =>
    async function* ({ patient, call }) {
      call.signal.throwIfAborted();
      for (const record of recordsOf(patientOf(patient))) yield { record, losses: [] };
    };

  const extracts = <K extends ExtractKind>(kind: K): Reader<RecordOf<K>> =>
    reader<RecordOf<K>>(patient => patient[kind] as readonly RecordOf<K>[]);

  const patients: PatientReader<RecordOf<'patients'>> = async function* (question) {
    for await (const reading of extracts('patients')(question))
      yield 'omitted' in reading
        ? reading
        : { ...reading, isProtected: factsOf.patients(reading.record).isProtected ?? 'not-said' };
  };

  /** Changes an appointment. `apply` returns undefined if the change has already been made: the result is then `INFO`. */
  const change = (
    { patient, bookingId }: Arrival,
    apply: (appointment: Appointment) => Appointment | undefined,
  ): WriteAnswer => {
    const known = patientOf(patient);
    const { appointments } = known.appointments;
    const found = appointments.find(({ booking }) => booking.ContactId === bookingId);
    if (found === undefined) throw new Failure('booking-unknown');
    const next = apply(found);
    if (next === undefined) return answer('INFO');
    world.set(patient, {
      ...known,
      appointments: {
        ...known.appointments,
        appointments: appointments.map(one => (one === found ? next : one)),
      },
    });
    return answer('OK');
  };

  return {
    appointments: reader(patient => [patient.appointments]),
    patients,
    contacts: extracts('contacts'),
    attentionSignals: extracts('attentionSignals'),
    videoMeetings: reader(patient => patient.videoMeetings),
    prescriptions: extracts('prescriptions'),
    journalNotes: extracts('journalNotes'),
    writer: {
      arrive: async arrival =>
        change(arrival, one => (one.state === 'ARRIVED' ? undefined : { ...one, state: 'ARRIVED' })),
      pay: async payment =>
        change(payment, one => (one.payment === 'PAID' ? undefined : { ...one, payment: 'PAID' })),
    },
  };
};
