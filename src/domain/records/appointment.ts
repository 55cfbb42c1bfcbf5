// BookedAppointmentsResult (operation 3): one element holds all bookings of the patient.
import { type Static, Type } from 'typebox';
import {
  AnyObject,
  anyList,
  arrayOf,
  decimal,
  exact,
  namedObject,
  objectOf,
  refTo,
  string,
} from './shared/common.ts';
import { withHidden } from './shared/hiding.ts';
import { ResultCode } from './transition.ts';

const idAndName = (description: string, number: string, name: string, $id: string) =>
  objectOf(
    { Id: exact('The code in the EHR.', number), Name: string('What it is called.', name) },
    description,
    { $id },
  );

export const Address = namedObject('Address', 'An address.', {
  StreetAddress: string('Street and number, or box.', 'Hittepågatan 1'),
  CareOfAddress: string('Care of: whose home it is.', 'c/o Påhittad'),
  PostalCode: string('The postal code.', '583 36'),
  City: string('The town.', 'Linköping'),
  Country: string('The country.', 'Sverige'),
  Type: idAndName('What the address is for.', '1', 'Besöksadress', 'AddressType'),
});

export const Unit = namedObject('Unit', 'A care unit.', {
  Name: string('The unit’s name.', 'Hudmottagningen'),
  Id: exact('The unit’s number in the EHR.', '1253'),
  Address: refTo(Address, 'Where the unit is.'),
  HSAId: withHidden('unit', exact('The unit’s HSA-id, unique in the country.', 'SE2321000016-1A2B')),
});

export const PatientSummary = namedObject('PatientSummary', 'The patient whose bookings they are.', {
  Name: string('The patient’s name.', 'Tolvan Tolvansson'),
  PersonNumbers: arrayOf(
    objectOf(
      {
        Number: withHidden('owner', exact('The number.', '191212121212')),
        Type: objectOf(
          {
            Id: withHidden('owner', exact('The code in the EHR.', '1')),
            Name: string('What it is called.', 'Personnummer'),
          },
          'What kind of number it is.',
          { $id: 'PersonNumberType' },
        ),
      },
      'A number of the patient.',
      { $id: 'PersonNumber' },
    ),
    'The numbers of the patient.',
  ),
  Addresses: arrayOf(refTo(Address), 'Addresses of the patient.'),
  PhoneNumbers: arrayOf(
    objectOf(
      {
        Number: exact('The number, as it was registered.', '070-000 00 00'),
        Type: idAndName('What kind of number it is.', '3', 'Mobil', 'PhoneNumberType'),
      },
      'A telephone number.',
      { $id: 'PhoneNumber' },
    ),
    'Telephone numbers of the patient.',
  ),
});
export type PatientSummary = Static<typeof PatientSummary>;

/** Members of both kinds of booking. */
const common = {
  StartTime: withHidden(
    'time',
    exact(
      'The planned start, in the local time of the region: year-month-day hour:minute; only year-month-day if no time of day is known.',
      '2026-01-15 09:30',
    ),
  ),
  PerformingUnit: refTo(Unit, 'The unit that receives the patient.'),
  CareGiver: string(
    'The care provider (the organisation) that is responsible for the booking.',
    'Region Exempel',
  ),
  PatientInformation: string('What to tell the patient, for example on arrival.', 'Ta med legitimation.'),
  TypedStartDateTime: withHidden(
    'time',
    exact('The planned start in UTC. Use it for calculations.', '2026-01-15T08:30:00Z'),
  ),
};

export const Booking = Type.Object(
  {
    ...objectOf({
      ContactId: exact(
        'The id of the booking: `id` when you mark the arrival, `contactId` when you register the payment.',
        '59062',
      ),
      ...common,
      PaymentDetails: objectOf(
        {
          Price: decimal('What the patient pays, after reductions, in the currency of the region.', 200),
          Reduction: decimal('The amount by which the price was reduced.', 0),
          ReductionReason: string('Why it was reduced.', 'Frikort'),
        },
        'The price of the visit.',
      ),
    }).properties,
    Any: arrayOf(
      refTo(AnyObject),
      'The first object is the state of the booking, as far as the EHR says it: `Status` (`BOOKED`, `ARRIVED`, `ONGOING`, `PERFORMED`) and `PaymentStatus` (`UNPAID`, `PAID`). Either is `UNKNOWN` if the EHR says something that is not understood: offer nothing for the booking, and refer the patient to the clinic. Without either there is no such object. Free-form objects from the EHR follow.',
      { examples: [[{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }]] },
    ),
  },
  {
    description:
      'A booking that the patient can check in to and pay for. Cancelled and missed bookings are not listed.',
  },
);
export type Booking = Static<typeof Booking>;

export const RegisteredBooking = Type.Object(
  {
    ...objectOf({
      BookingId: exact('The id of the booking. This interface cannot check in to it or pay for it.', 'B-771'),
      ...common,
    }).properties,
    Any: anyList,
  },
  { description: 'A booking that is registered, but not yet open for check-in.' },
);
export type RegisteredBooking = Static<typeof RegisteredBooking>;

export const BookedAppointmentsResult = Type.Object(
  {
    Booking: arrayOf(Booking, 'The bookings that the patient can check in to and pay for.'),
    RegisteredBooking: arrayOf(
      RegisteredBooking,
      'Bookings that are registered, but not yet open for check-in.',
    ),
    Patient: Type.Optional(refTo(PatientSummary, 'The patient whose bookings they are.')),
    ResultCode,
    Comment: string('A comment from the EHR; usually empty.', ''),
    Any: anyList,
  },
  { $id: 'BookedAppointmentsResult', description: 'All bookings of the patient.' },
);
export type BookedAppointmentsResult = Static<typeof BookedAppointmentsResult>;

export const appointmentSchemas = [Address, Unit, PatientSummary];
