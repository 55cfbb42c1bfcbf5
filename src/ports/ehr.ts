// The port to the EHR: reading each kind, and the two transitions. Adapters implement it, use cases call it.
import type { AppointmentList } from '../domain/model/appointment.ts';
import type { Interval } from '../domain/model/interval.ts';
import type { Loss, Omission } from '../domain/model/loss.ts';
import type { PatientNumber } from '../domain/model/patient-number.ts';
import type { TimedMeeting } from '../domain/model/video-meeting.ts';
import type { RecordKind, RecordOf } from '../domain/records/index.ts';
import type { PaymentType, ResultRecord } from '../domain/records/transition.ts';
import type { Call } from './call.ts';

export type { Loss, Omission };

export type EhrQuery = {
  readonly patient: PatientNumber;
  /** What the client asked for. The EHR may answer more: the use case filters (D8). */
  readonly interval: Interval;
  readonly call: Call;
};

export type Found<T> = {
  readonly record: T;
  readonly losses: readonly Loss[];
  /** Of a patient record that is withheld (undefined): whether the identity is protected, where the EHR says so (D27). */
  readonly isProtected?: boolean | undefined;
};

/**
 * What is read of a kind: its records. An undefined one exists, but the EHR says that no patient may see it: it is
 * counted (D29), and nothing else of it leaves the adapter. Appointments are one list, with the states that are not
 * published and the number of those withheld; video meetings come with their local times.
 */
export type ReadValue<K extends RecordKind> = K extends 'appointments'
  ? AppointmentList
  : K extends 'videoMeetings'
    ? TimedMeeting | undefined
    : RecordOf<K> | undefined;

/**
 * Reads one patient's records of a kind. They come as the EHR's bytes arrive, and all that came counts only once the
 * iteration has ended without an error: a cut answer throws. Between them may stand what the answer lacks.
 *
 * Throws `Failure`: `patient-unknown`, `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`.
 */
export type Reader<T> = (question: EhrQuery) => AsyncIterable<Found<T> | Omission>;

/** Every kind, with its reader or the word that the system does not offer it (D24). */
export type EhrReader = { readonly [K in RecordKind]: Reader<ReadValue<K>> | undefined };

export type Arrival = { readonly patient: PatientNumber; readonly bookingId: string; readonly call: Call };
export type PaymentNotice = Arrival & { readonly paymentType: PaymentType };

/**
 * Notifies the EHR, once. Answers with the EHR's own word, be it a refusal. A transition that the system does not offer
 * is absent (D24).
 *
 * Throws `Failure`: `patient-unknown`, `booking-unknown`; `ehr-unreachable` where it was certainly not told; and
 * `outcome-unknown` where it may have been.
 */
export type EhrWriter = {
  readonly arrive?: (arrival: Arrival) => Promise<ResultRecord>;
  readonly pay?: (payment: PaymentNotice) => Promise<ResultRecord>;
};

export type Ehr = EhrReader & { readonly writer: EhrWriter | undefined };
