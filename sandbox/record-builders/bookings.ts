// The bookings document of the EHR, including states (the published form is appointmentResult).
import type { Tree } from './record-trees.ts';

const idAndName = { Id: 'string', Name: 'string' } as const;
const address = {
  StreetAddress: 'string',
  CareOfAddress: 'string',
  PostalCode: 'string',
  City: 'string',
  Country: 'string',
  Type: idAndName,
} as const;
const unit = { Name: 'string', Id: 'string', HSAId: 'string', Address: address } as const;
const numbered = { Number: 'string', Type: idAndName } as const;

export const bookings = {
  ResultCode: 'word',
  Comment: 'string',
  Patient: {
    Name: 'string',
    PersonNumbers: [numbered],
    Addresses: [address],
    PhoneNumbers: [numbered],
  },
  Booking: [
    {
      ContactId: 'word',
      StartTime: 'time text',
      Status: 'word',
      PaymentStatus: 'word',
      PerformingUnit: unit,
      CareGiver: 'string',
      PatientInformation: 'string',
      PaymentDetails: { Price: 'number', Reduction: 'number', ReductionReason: 'string' },
      Any: ['Any'],
    },
  ],
  RegisteredBooking: [
    {
      BookingId: 'word',
      StartTime: 'time text',
      PerformingUnit: unit,
      CareGiver: 'string',
      PatientInformation: 'string',
      Any: ['Any'],
    },
  ],
  Any: ['Any'],
} as const satisfies Tree;

export const resultRecord = { ResultCode: 'word', Comment: 'string', Any: ['Any'] } as const satisfies Tree;
