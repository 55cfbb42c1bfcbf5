// What the suite has to know about an adapter's protocol to damage its answers.

import type { Log } from '../../../../src/adapters/telemetry/service-log.ts';
import type { BookingState, PaymentState } from '../../../../src/domain/model/appointment.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { Hidden } from '../../../../src/domain/model/loss.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { PaymentType } from '../../../../src/domain/records/transition.ts';
import type { WithholdRules } from '../../../../src/domain/rules/release.ts';
import type { Ehr } from '../../../../src/ports/ehr.ts';
import type { LoggedLine } from '../../recorded-log.ts';
import type { EhrAnswer, InterceptingEhr, ReceivedRequest } from './intercepting-ehr.ts';

/** Places by their paths (`Place.path`). */
export type Places = RegExp;

type PlacesWithReason = readonly { readonly place: Places; readonly reason: string }[];

/** Where a booking says its state, and each state → the EHR's words for it; empty if it has none. */
export type StateWords<State extends string> = {
  readonly place: Places;
  readonly words: Readonly<Record<State, readonly string[]>>;
};

type Known<State> = Exclude<State, 'UNKNOWN' | undefined>;

/** A rule of a profile that withholds at least one record of the right answer. */
export type MatchingRule = {
  readonly name: string;
  readonly withhold: WithholdRules;
  /** The values that the rule looks at. */
  readonly looksAt: Places;
};

/** What the suite has to know about the right answer to one request. */
export type AnswerPlaces = {
  /** The elements or items that are records. None in an answer that holds no list. */
  readonly records?: Places;
  /** Values that decide whether a record is shown at all: whose it is, and marks. Damaged, they hide it. */
  readonly decisive?: Places;
  /** Those of them that hide nothing if they are missing or empty, because the protocol says what that means. */
  readonly mayBeMissing?: Places;
  /** What tells a record from the others; none if the EHR gives its records no ids. */
  readonly id?: Places;
  /**
   * Values with which a record must not be shown, such as a mark that hides. Another person's number, where the right answer has the
   * patient's, is one without being named.
   */
  readonly forbidden?: readonly { readonly place: Places; readonly value: string }[];
  /** Where a patient's record says whether the identity is protected. */
  readonly protection?: Places;
  /** Values with which nobody may act for the patient. */
  readonly protects?: readonly { readonly place: Places; readonly value: string }[];
  /** Places with the patient's number that do not say whose a record is. */
  readonly notOwner?: PlacesWithReason;
  /** The states of bookings. */
  readonly states?: StateWords<Known<BookingState>>;
  readonly payments?: StateWords<Known<PaymentState>>;
  /** How a list goes on, if it has pages. */
  readonly pages?: {
    /** The name of the requests for further pages. */
    readonly request: string;
    /**
     * A page that says that another one follows: with this text in its cursor, below this base URL if the cursor is a link.
     * Undefined if nothing in a page leads to the next one, because the adapter counts.
     */
    readonly next?: (page: string, cursor: string, baseUrl: string) => string;
    /** Whether the cursor is a link, which may lead to another server. */
    readonly isLink?: boolean;
  };
  /** Values that may be of any type, also true or false: one in place of a text is another value, and none is lost. */
  readonly mayBeFlags?: Places;
  /** Values whose absence means, by the protocol's own word, what the right answer says. */
  readonly defaults?: Places;
  /** Values that say nothing that a record could hold, each with a reason. Nothing notices that they are gone. */
  readonly meaningless?: PlacesWithReason;
  /** Places that may have the same value as others: elsewhere, an adapter that takes one for the other would not be noticed. */
  readonly sameValues?: PlacesWithReason;
  /** Whether nothing of it is published, because it only finds or decides something: nothing else that it says is missed. */
  readonly publishesNothing?: boolean;
  /** Whether it is what a record refers to: unknown members of it say nothing about the record, and are not counted. */
  readonly isReferredTo?: boolean;
  /** Whether the kind is read without this answer where it cannot be had, and counts that. Otherwise nothing is read then. */
  readonly isOptional?: boolean;
  /** Where the removal of what the EHR has said leaves the word "no such patient". */
  readonly unknownPatient?: Places;
};

export type DamagedKind = {
  readonly rules?: readonly MatchingRule[];
  /** An interval that holds every time of the right answer. */
  readonly interval?: Interval;
  /** Words of losses that need no rule above, each with a reason: what they hide decides about no record of this kind. */
  readonly needsNoRule?: Readonly<Partial<Record<Hidden, string>>>;
  /** Request → its places. Requests that are not named are not damaged. */
  readonly answers: Readonly<Record<string, AnswerPlaces>>;
};

/** A booking whose id the suite sends beside the harness's own: with letters in both cases. */
export const mixedCaseId = 'aB-59062-Cd';

/** A write as it must arrive, whole. */
export type ExpectedWrite = {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON or XML, by the format of the harness; spelled in another way, it is the same. */
  readonly body: string;
};

export type WriteCommand = {
  readonly patient: PatientNumber;
  readonly bookingId: string;
  /** Of a payment. */
  readonly paymentType: PaymentType;
};

/** What the suite has to know about a write. */
export type DamagedWrite = {
  /** The booking, in a state that the write may change. */
  readonly bookingId: string;
  /** The name of the request that is the write. */
  readonly request: string;
  /** What the EHR must receive for a command. An adapter that reads the booking before finds one of the id `mixedCaseId`. */
  readonly sends: (command: WriteCommand) => ExpectedWrite;
  /** Where the answer says what has become of it. */
  readonly result: Places;
  /** Right answers that the EHR may give instead of the simulator's, each with a body. */
  readonly answers?: readonly Required<Pick<EhrAnswer, 'status' | 'headers' | 'bytes'>>[];
  /** Statuses that say without a body that it is done. */
  readonly doneBy?: readonly number[];
  /** Statuses that say that it is certainly not done. */
  readonly notDoneBy?: readonly number[];
  /** Whether the adapter sends back what was read of the booking for the same request (`If-Match`): the suite then reads it before. */
  readonly needsBooking?: boolean;
  /** Whether the id of the booking stands in the path, and one that a server may read as another path is refused. */
  readonly refusesAmbiguousIds?: boolean;
  /** Values of the right answers that say nothing that a result could hold, each with a reason. */
  readonly meaningless?: AnswerPlaces['meaningless'];
};

export type DamageHarness = {
  readonly name: string;
  readonly format: 'json' | 'xml';
  readonly patient: PatientNumber;
  /** Starts a simulator with rich records of the patient. */
  readonly simulator: () => Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Opens the adapter. */
  readonly open: (url: string, log: Log) => { readonly ehr: Ehr; close(): Promise<void> };
  /** Tells requests apart: those whose answers have the same form have the same name. */
  readonly nameOf: (received: ReceivedRequest) => string;
  /** How many damages of one answer a normal run tries; by default, 150. */
  readonly mostDamages?: number;
  readonly kinds: Readonly<Partial<Record<SourceKind, DamagedKind>>>;
  /** Kinds that another harness of the adapter damages. */
  readonly damagedElsewhere?: readonly SourceKind[];
  /** Findings that work under way on the adapter will remove. */
  readonly pending?: RegExp;
  readonly writes?: Readonly<Partial<Record<'arrive' | 'pay', DamagedWrite>>>;
  /** The EHR's own word that it does not know the patient; undefined if the protocol has none in a status. */
  readonly unknownPatient?: EhrAnswer;
  /** The request that finds the patient before all others, if there is one: that word contradicts it afterwards (D15). */
  readonly findsPatient?: string;
  /** How a 409 refuses a write, if the protocol has that. */
  readonly refusal?: EhrAnswer;
};

/** An adapter that runs against a fake EHR. */
export type RunningAdapter = {
  readonly harness: DamageHarness;
  readonly fake: InterceptingEhr;
  readonly ehr: Ehr;
  /** What the adapter has logged. */
  readonly logged: readonly LoggedLine[];
  close(): Promise<void>;
};
