// BookedAppointmentsResult (operation 3): one element holds all bookings of the patient.
import Type, { type Static } from 'typebox';
import { AnyObject, members, refer } from './shared/common.ts';
import { ResultCode } from './transition.ts';

const text = Type.String();
const idAndName = members({ Id: text, Name: text });
const anyList = Type.Array(refer(AnyObject), { description: 'Free-form objects, as the EHR sent them.' });

export const Address = Type.Partial(
  Type.Object({
    StreetAddress: text,
    CareOfAddress: text,
    PostalCode: text,
    City: text,
    Country: text,
    Type: idAndName,
  }),
  { $id: 'Address' },
);

export const Unit = Type.Partial(
  Type.Object({ Name: text, Id: text, Address: refer(Address), HSAId: text }),
  { $id: 'Unit', description: 'A care unit.' },
);

const numbered = members({ Number: text, Type: idAndName });

export const PatientSummary = Type.Partial(
  Type.Object({
    Name: text,
    PersonNumbers: Type.Array(numbered),
    Addresses: Type.Array(refer(Address)),
    PhoneNumbers: Type.Array(numbered),
  }),
  { $id: 'PatientSummary' },
);
export type PatientSummary = Static<typeof PatientSummary>;

/** What a booking and a registered booking share. */
const common = {
  StartTime: Type.String({ description: 'Local time of the region.', examples: ['2026-01-15 09:30'] }),
  PerformingUnit: refer(Unit),
  CareGiver: text,
  PatientInformation: text,
  TypedStartDateTime: Type.String({ description: 'UTC.', examples: ['2026-01-15T08:30:00Z'] }),
};

export const Booking = Type.Object({
  ...Type.Partial(
    Type.Object({
      ContactId: text,
      ...common,
      PaymentDetails: members({ Price: Type.Number(), Reduction: Type.Number(), ReductionReason: text }),
    }),
  ).properties,
  Any: anyList,
});
export type Booking = Static<typeof Booking>;

export const RegisteredBooking = Type.Object({
  ...Type.Partial(Type.Object({ BookingId: text, ...common })).properties,
  Any: anyList,
});
export type RegisteredBooking = Static<typeof RegisteredBooking>;

export const BookedAppointmentsResult = Type.Object(
  {
    Booking: Type.Array(Booking),
    RegisteredBooking: Type.Array(RegisteredBooking),
    Patient: Type.Optional(refer(PatientSummary)),
    ResultCode,
    Comment: text,
    Any: anyList,
  },
  { $id: 'BookedAppointmentsResult', description: 'All bookings of the patient.' },
);
export type BookedAppointmentsResult = Static<typeof BookedAppointmentsResult>;

export const appointmentSchemas = [Address, Unit, PatientSummary];

export const appointmentExample: BookedAppointmentsResult = {
  Booking: [
    {
      ContactId: '59062',
      StartTime: '2026-01-15 09:30',
      PerformingUnit: {
        Name: 'Hudmottagningen',
        Id: '1253',
        HSAId: 'SE2321000016-1A2B',
        Address: {
          StreetAddress: 'Påhittade gatan 12',
          PostalCode: '583 36',
          City: 'Exempelstad',
          Country: 'Sverige',
          Type: { Id: '1', Name: 'Besöksadress' },
        },
      },
      CareGiver: 'Region Exempel',
      PatientInformation: 'Ta med legitimation.',
      PaymentDetails: { Price: 200, Reduction: 0, ReductionReason: '' },
      TypedStartDateTime: '2026-01-15T08:30:00Z',
      Any: [],
    },
  ],
  RegisteredBooking: [
    {
      BookingId: 'B-771',
      StartTime: '2026-02-03 13:00',
      PerformingUnit: { Name: 'Ögonmottagningen', Id: '1310', HSAId: 'SE2321000016-1A2C' },
      CareGiver: 'Region Exempel',
      PatientInformation: 'Anmäl dig i receptionen.',
      TypedStartDateTime: '2026-02-03T12:00:00Z',
      Any: [],
    },
  ],
  Patient: {
    Name: 'Tolvan Tolvansson',
    PersonNumbers: [{ Number: '191212121212', Type: { Id: '1.2.752.129.2.1.3.1', Name: 'Personnummer' } }],
    Addresses: [],
    PhoneNumbers: [{ Number: '070-1740605', Type: { Id: '2', Name: 'Mobil' } }],
  },
  ResultCode: 'OK',
  Comment: '',
  Any: [],
};
