// The port to the EHR: reading each kind of record, and the two writes. Adapters implement it, use cases call it.
import type { AppointmentList } from '../domain/model/appointment.ts';
import type { Interval } from '../domain/model/interval.ts';
import type { Loss, Omission } from '../domain/model/loss.ts';
import type { NoteStatus } from '../domain/model/note-status.ts';
import type { PatientNumber } from '../domain/model/patient-number.ts';
import type { TimedMeeting } from '../domain/model/video-meeting.ts';
import type { RecordOf, SourceKind } from '../domain/records/index.ts';
import type { PaymentType, ResultRecord } from '../domain/records/transition.ts';
import type { Call } from './call.ts';

export type { Loss, Omission };

export type EhrQuery = {
  readonly patient: PatientNumber;
  /** The interval that the client asked for. The EHR may return more: the use case filters (D8). */
  readonly interval: Interval;
  readonly call: Call;
};

/** What a reader knows of the texts of a record, so that nobody goes through them again to find it out. */
export type KnownTexts = {
  /** All texts of the record together have no more characters (UTF-16 units). */
  readonly mostCharacters: number;
  /** Whether one of them may have a control character (D33). */
  readonly mayHaveControls: boolean;
};

/** A record, as a reader yields it. */
export type Found<T> = {
  readonly record: T;
  /** The record as JSON, if it has been written: whoever goes through all of it uses this text. */
  readonly json?: string | undefined;
  /** Undefined if nothing is known of its texts. */
  readonly texts?: KnownTexts | undefined;
  /** What the record lacks. Of a withheld patient record, only losses that hide whether the identity is protected matter. */
  readonly losses: readonly Loss[];
  /** Titles of a note that the record has no member for. Release rules of templates and keywords look at them too (D26). */
  readonly titles?: readonly string[] | undefined;
  /**
   * Of a flag that is withheld because the profile does not list its category: the codes of its categories as `system|code`, which may be
   * none. For whoever sets up the region, never for clients or the log.
   */
  readonly unlistedCategories?: readonly string[] | undefined;
  /** What a note's source says of how far it is done. The note says it after the release rules have judged it (D40). */
  readonly noteStatus?: NoteStatus | undefined;
};

/** Whether a patient's identity is protected, as far as the EHR says it (D27). */
export type Protected = boolean | 'not-said';

/** A patient record. Its reader always states the protection, also of a withheld record: there is no default. */
export type FoundPatient<T> = Found<T> & { readonly isProtected: Protected };

/**
 * What a reader yields for a kind. `undefined` stands for a record that the EHR withholds from patients: it is counted
 * (D29), and nothing of it leaves the adapter. The use case cannot check it, so the adapter first makes sure that it is this
 * patient's (otherwise `{ omitted: 'foreign' }`) and in the interval (otherwise nothing is yielded). Appointments come as
 * exactly one list, with their unpublished states and the number of those withheld; video meetings come with their local
 * times.
 */
export type ReadValue<K extends SourceKind> = K extends 'appointments'
  ? AppointmentList
  : K extends 'videoMeetings'
    ? TimedMeeting | undefined
    : RecordOf<K> | undefined;

/**
 * Reads one patient's records of a kind, and yields them while the EHR's answer arrives. The records may be used only
 * once the iteration has ended without an error: a truncated answer throws at its end. Omissions may come in between. A
 * record that names no patient counts as this patient's; if the EHR names one that cannot be read, the reader yields
 * `{ omitted: 'foreign' }`. What the reader holds in memory counts towards `call.memory` or has a limit (D32).
 *
 * Throws `Failure`: `patient-unknown`, `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`.
 */
export type Reader<T, F extends Found<T> = Found<T>> = (question: EhrQuery) => AsyncIterable<F | Omission>;

/** Reads patient records. */
export type PatientReader<T> = Reader<T, FoundPatient<T>>;

/** Kind → its reader; undefined if the system does not offer the kind (D24). */
export type EhrReader = {
  readonly [K in SourceKind]:
    | (K extends 'patients' ? PatientReader<ReadValue<K>> : Reader<ReadValue<K>>)
    | undefined;
};

export type Arrival = { readonly patient: PatientNumber; readonly bookingId: string; readonly call: Call };
export type PaymentNotice = Arrival & { readonly paymentType: PaymentType };

/** The EHR's answer to a write: its own result, which may be a refusal, and what the result lacks (D29). */
export type WriteAnswer = { readonly result: ResultRecord; readonly losses: readonly Loss[] };

/**
 * Notifies the EHR of a write, once. A write that the system does not offer is missing (D24).
 *
 * Throws `Failure`: `patient-unknown`, `booking-unknown`; `booking-incomplete` if the booking lacks a value that the EHR needs, so that
 * nothing was sent nor can be; `ehr-unreachable` if the EHR certainly was not notified;
 * `outcome-unknown` if it may have been, and `outcome-unreadable` if its bookings do not tell that either.
 */
export type EhrWriter = {
  readonly arrive?: (arrival: Arrival) => Promise<WriteAnswer>;
  readonly pay?: (payment: PaymentNotice) => Promise<WriteAnswer>;
};

export type Ehr = EhrReader & { readonly writer: EhrWriter | undefined };
