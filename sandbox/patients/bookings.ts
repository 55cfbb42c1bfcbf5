// Tolvan's bookings: one in every state, to show every answer to a check-in or a payment; and two of today, a visit and a visit by video.
import type { EhrBooking, EhrBookings, EhrRegisteredBooking } from '../extracts/world.ts';
import { type Person, summaryOf, units } from './parts.ts';
import { dayAfterToday, type TodaysVideoVisit, today } from './today.ts';

const visitAddress = {
  StreetAddress: 'Påhittade gatan 12',
  CareOfAddress: '',
  PostalCode: '583 36',
  City: 'Exempelstad',
  Country: 'Sverige',
  Type: { Id: '1', Name: 'Besöksadress' },
};

type InState = {
  readonly id: string;
  readonly start: string;
  readonly state?: string;
  readonly payment?: string;
  readonly price?: number;
  readonly information?: string;
};

const booking = ({ id, start, state, payment, price = 200, information }: InState): EhrBooking => ({
  ContactId: id,
  StartTime: start,
  ...(state === undefined ? {} : { Status: state }),
  ...(payment === undefined ? {} : { PaymentStatus: payment }),
  PerformingUnit: { ...units.skin, Address: visitAddress },
  CareGiver: 'Region Sandlådan',
  PatientInformation: information ?? 'Ta med legitimation.',
  PaymentDetails: { Price: price, Reduction: 0, ReductionReason: '' },
});

/** The bookings in the scenarios, by what they show. */
export const bookingIds = {
  booked: '59062',
  arrived: '59063',
  ongoing: '59064',
  performed: '59065',
  cancelled: '59066',
  missed: '59067',
  paid: '59068',
  unknown: '59069',
  today: '59080',
  tolvanToday: '59083',
  tolvanVideo: '59084',
  child: '59085',
  complete: '59090',
} as const;

/** What a visit is called, by health record systems that say it. */
export const visitKindOf = ({ ContactId: id }: EhrBooking): string =>
  ({
    [bookingIds.booked]: 'Provtagning',
    [bookingIds.paid]: 'Telefontid',
    [bookingIds.tolvanVideo]: 'Videobesök',
  })[id] ?? 'Återbesök';

/** What the patient said when booking, in regions that keep it. */
export const reasonGivenFor = ({ ContactId: id }: EhrBooking): string | undefined =>
  id === bookingIds.booked ? 'Trött sedan en månad.' : undefined;

const registered: readonly EhrRegisteredBooking[] = [
  {
    BookingId: 'B-771',
    StartTime: '20270203130000',
    PerformingUnit: units.eyes,
    CareGiver: 'Region Sandlådan',
    PatientInformation: 'Anmäl dig i receptionen. Du kan behöva <droppar> & bör inte köra bil.',
  },
];

/** A visit of today that can be marked as arrived and paid. */
const visitToday = (id: string) =>
  booking({ id, start: `${today()}150000`, state: 'BOOKED', payment: 'UNPAID' });

/**
 * Creates the bookings. Their states change with arrivals and payments.
 * @param video the visit by video, whose booking has the same number and start as its meeting.
 */
export const tolvansBookings = (person: Person, video: TodaysVideoVisit): EhrBookings => {
  const { booked, arrived, ongoing, performed, cancelled, missed, paid, unknown, tolvanToday, tolvanVideo } =
    bookingIds;
  return {
    ResultCode: 'OK',
    Comment: '',
    Patient: summaryOf(person),
    Booking: [
      booking({ id: booked, start: '20261202093000', state: 'BOOKED', payment: 'UNPAID' }),
      booking({ id: arrived, start: '20261123101500', state: 'ARRIVED', payment: 'UNPAID', price: 137.5 }),
      booking({ id: ongoing, start: '20261121100000', state: 'ONGOING', payment: 'UNPAID' }),
      booking({ id: performed, start: '20261110140000', state: 'PERFORMED', payment: 'PAID' }),
      booking({ id: cancelled, start: '20261112080000', state: 'CANCELLED', payment: 'UNPAID' }),
      booking({ id: missed, start: '20261113080000', state: 'MISSED', payment: 'UNPAID' }),
      booking({ id: paid, start: '20261203110000', state: 'BOOKED', payment: 'PAID' }),
      // Without a state, which is not known then. Clocks are set back the night before: local time is one hour ahead of UTC.
      booking({
        id: unknown,
        start: '20271031090000',
        information: 'Preliminär tid.',
      }),
      visitToday(tolvanToday),
      booking({
        id: tolvanVideo,
        start: video.start,
        state: 'BOOKED',
        payment: 'UNPAID',
        price: 0,
        information: 'Besök via video. Ha din läkemedelslista till hands.',
      }),
    ],
    RegisteredBooking: registered,
  };
};

/** One booking today, for a check-in kiosk. */
export const bookingsToday = (person: Person, id: string): EhrBookings => ({
  ResultCode: 'OK',
  Comment: '',
  Patient: summaryOf(person),
  Booking: [visitToday(id)],
  RegisteredBooking: [],
});

/** The next visit of a child, in two weeks. */
export const childsBookings = (person: Person): EhrBookings => ({
  ...bookingsToday(person, bookingIds.child),
  Booking: [
    booking({
      id: bookingIds.child,
      start: `${dayAfterToday(14)}101500`,
      state: 'BOOKED',
      payment: 'UNPAID',
      price: 0,
      information: 'Ta med vaccinationskortet.',
    }),
  ],
});

/** Bookings with every member, and a patient who has an address and a telephone. */
export const completeBookings = (person: Person): EhrBookings => ({
  ResultCode: 'OK',
  Comment: 'Kom gärna tio minuter före.',
  Patient: {
    ...summaryOf(person),
    Addresses: [visitAddress],
    PhoneNumbers: [{ Number: '070-000 00 00', Type: { Id: '1', Name: 'Mobil' } }],
  },
  Booking: [
    {
      ...booking({ id: bookingIds.complete, start: '20261207143000', state: 'BOOKED', payment: 'UNPAID' }),
      PaymentDetails: { Price: 275, Reduction: 75, ReductionReason: 'Frikort' },
      Any: [{ Note: 'Ring på klockan.' }],
    },
  ],
  RegisteredBooking: registered.map(one => ({
    ...one,
    PerformingUnit: { ...units.eyes, Address: visitAddress },
    Any: [{ Note: 'Fasta inte.' }],
  })),
  Any: [{ Note: 'Entrén är stängd efter klockan 18.' }],
});
