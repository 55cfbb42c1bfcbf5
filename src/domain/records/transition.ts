// The two things that a client can do: the bodies that it sends and the ResultRecord that it gets (operations 1, 2).
import Type, { type Static } from 'typebox';
import { AnyObject, oneOf, refer } from './shared/common.ts';

export const resultCodes = ['OK', 'ERROR', 'INFO'] as const;
export const ResultCode = oneOf(resultCodes);
export type ResultCode = Static<typeof ResultCode>;

export const ResultRecord = Type.Object(
  {
    ResultCode,
    Comment: Type.String(),
    Any: Type.Array(refer(AnyObject), { description: 'Free-form objects, as the EHR sent them.' }),
  },
  { $id: 'ResultRecord', description: 'What became of it. An `ERROR` or `INFO` is a 200 (D22).' },
);
export type ResultRecord = Static<typeof ResultRecord>;

/** 1 to 128 code points, no control characters, no lone surrogates (D10). */
export const BookingId = Type.String({
  pattern: '^[^\\p{Cc}\\p{Cs}]{1,128}$',
  description: 'a string of 1 to 128 characters, none of them a control character',
  examples: ['59062'],
});

export const paymentTypes = ['CASH', 'CARD'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const Payment = Type.Object(
  {
    status: Type.Literal('PAID', { description: 'the text "PAID"', examples: ['PAID'] }),
    contactId: BookingId,
    paymentType: oneOf(paymentTypes, {
      description: 'the text "CASH" or "CARD"',
      examples: ['CARD'],
    }),
  },
  { $id: 'Payment', description: 'That the payment for an appointment is made.' },
);

export const AppointmentChange = Type.Object(
  { status: Type.Literal('arrived', { description: 'the text "arrived"', examples: ['arrived'] }) },
  { $id: 'AppointmentChange', description: 'That the patient has arrived.' },
);

export const resultExample: ResultRecord = { ResultCode: 'OK', Comment: '', Any: [] };
export const paymentExample = { status: 'PAID', contactId: '59062', paymentType: 'CARD' };
export const appointmentChangeExample = { status: 'arrived' };
