// The two writes (operations 1 and 2): the bodies that a client sends, and the ResultRecord that it gets.
import { type Static, Type } from 'typebox';
import { anyList, string, stringEnum } from './shared/common.ts';

export const resultCodes = ['OK', 'ERROR', 'INFO'] as const;
export const ResultCode = stringEnum(resultCodes, {
  description:
    'The outcome: `OK` means done, `INFO` nothing to do because it was done before, `ERROR` refused. `Comment` says why.',
  examples: ['OK'],
});
export type ResultCode = Static<typeof ResultCode>;

export const ResultRecord = Type.Object(
  {
    ResultCode,
    Comment: string(
      'The reason, in words to show to the user; may be empty.',
      'The patient has already arrived.',
    ),
    Any: anyList,
  },
  {
    $id: 'ResultRecord',
    description:
      'The outcome of a write. The HTTP status is 200 even if the write was refused: check `ResultCode`.',
  },
);
export type ResultRecord = Static<typeof ResultRecord>;

/** 1 to 128 code points, no control characters, no lone surrogates (D10). */
export const BookingId = Type.String({
  pattern: '^[^\\p{Cc}\\p{Cs}]{1,128}$',
  description: 'a string of 1 to 128 characters, none of them a control character',
  examples: ['59062'],
});

const paymentTypes = ['CASH', 'CARD'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const Payment = Type.Object(
  {
    status: Type.Literal('PAID', { description: 'the text "PAID"', examples: ['PAID'] }),
    contactId: BookingId,
    paymentType: stringEnum(paymentTypes, {
      description: 'the text "CASH" or "CARD"',
      examples: ['CARD'],
    }),
  },
  { $id: 'Payment', description: 'Registers that an appointment is paid.' },
);

export const AppointmentChange = Type.Object(
  { status: Type.Literal('arrived', { description: 'the text "arrived"', examples: ['arrived'] }) },
  { $id: 'AppointmentChange', description: 'Marks that the patient has arrived.' },
);

export const resultExample: ResultRecord = { ResultCode: 'OK', Comment: '', Any: [] };
export const paymentExample = { status: 'PAID', contactId: '59062', paymentType: 'CARD' };
export const appointmentChangeExample = { status: 'arrived' };
