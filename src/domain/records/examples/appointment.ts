import type { BookedAppointmentsResult } from '../appointment.ts';

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
      Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
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
