// The EHR simulator's data: extracts of every kind, by patient.
import type { Static } from 'typebox';
import { extractLists } from './lists.ts';

export type EhrUnit = {
  readonly Name: string;
  readonly Id: string;
  readonly HSAId: string;
  readonly Address?: object;
};

/** A booking in the EHR. Its two states change when an arrival or a payment is registered. */
export type EhrBooking = {
  readonly ContactId: string;
  /** 14 digits, local time. */
  readonly StartTime: string;
  Status?: string;
  PaymentStatus?: string;
  readonly PerformingUnit?: EhrUnit;
  readonly CareGiver?: string;
  readonly PatientInformation?: string;
  readonly PaymentDetails?: {
    readonly Price?: number;
    readonly Reduction?: number;
    readonly ReductionReason?: string;
  };
  readonly Any?: readonly object[];
};

export type EhrRegisteredBooking = Omit<
  EhrBooking,
  'ContactId' | 'Status' | 'PaymentStatus' | 'PaymentDetails'
> & { readonly BookingId: string };

export type EhrBookings = {
  readonly ResultCode?: string;
  readonly Comment?: string;
  readonly Patient?: object;
  readonly Booking: readonly EhrBooking[];
  readonly RegisteredBooking: readonly EhrRegisteredBooking[];
  readonly Any?: readonly object[];
};

export type EhrVideoMeeting = {
  readonly ActionId?: number | bigint;
  readonly StartDateTime?: string;
  readonly EndDateTime?: string;
  readonly PerformingUnitName?: string;
  readonly ServiceName?: string;
  readonly MeetingLink?: string;
  readonly MainStaff?: { readonly Name?: string; readonly Type?: string };
  readonly OtherStaffList?: { readonly Staff: readonly { readonly Name?: string; readonly Type?: string }[] };
  readonly Server?: {
    readonly DiscoveryURI?: string;
    readonly ClientID?: string;
    readonly OnPremise?: boolean;
  };
};

type ExtractLists = typeof extractLists;

/** Everything the EHR holds about one patient. */
export type PatientData = {
  readonly [K in keyof ExtractLists]: readonly Static<ExtractLists[K]['schema']>[];
} & {
  readonly bookings: EhrBookings;
  readonly videoMeetings: readonly EhrVideoMeeting[];
};

/** The data of a patient of whom the EHR has no records. */
export const noRecords = {
  ...Object.fromEntries(Object.keys(extractLists).map(kind => [kind, []])),
  bookings: { ResultCode: 'OK', Comment: '', Booking: [], RegisteredBooking: [] },
  videoMeetings: [],
} as unknown as PatientData;

/** Patient number → the patient's data. The EHR does not know any other number. */
export type World = ReadonlyMap<string, PatientData>;
