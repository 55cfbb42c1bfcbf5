// The state machine of an appointment: every booking state, payment state and transition (D19, D20).
import { describe, expect, test } from 'vitest';
import {
  type BookingState,
  decideArrival,
  decidePayment,
  hasArrived,
  isPaid,
  type PaymentState,
} from '../../../src/domain/model/appointment.ts';
import { appointment } from '../support.ts';

const answer = (ResultCode: string, Comment: string) => ({ ResultCode, Comment, Any: [] });

const answers = {
  sent: 'ask-ehr',
  arrived: answer('INFO', 'The patient has already arrived.'),
  paid: answer('INFO', 'The appointment is already paid.'),
  cancelled: answer('ERROR', 'The appointment is cancelled.'),
  missed: answer('ERROR', 'The appointment has been missed.'),
} as const;

type Row = [BookingState, PaymentState, arrival: keyof typeof answers, payment: keyof typeof answers];

const table: Row[] = [
  ['BOOKED', 'UNPAID', 'sent', 'sent'],
  ['BOOKED', 'PAID', 'sent', 'paid'],
  ['BOOKED', undefined, 'sent', 'sent'],
  ['ARRIVED', 'UNPAID', 'arrived', 'sent'],
  ['ARRIVED', 'PAID', 'arrived', 'paid'],
  ['ARRIVED', undefined, 'arrived', 'sent'],
  ['ONGOING', 'UNPAID', 'arrived', 'sent'],
  ['ONGOING', 'PAID', 'arrived', 'paid'],
  ['ONGOING', undefined, 'arrived', 'sent'],
  ['PERFORMED', 'UNPAID', 'arrived', 'sent'],
  ['PERFORMED', 'PAID', 'arrived', 'paid'],
  ['PERFORMED', undefined, 'arrived', 'sent'],
  ['CANCELLED', 'UNPAID', 'cancelled', 'cancelled'],
  ['CANCELLED', 'PAID', 'cancelled', 'paid'],
  ['CANCELLED', undefined, 'cancelled', 'cancelled'],
  ['MISSED', 'UNPAID', 'missed', 'missed'],
  ['MISSED', 'PAID', 'missed', 'paid'],
  ['MISSED', undefined, 'missed', 'missed'],
  [undefined, 'UNPAID', 'sent', 'sent'],
  [undefined, 'PAID', 'sent', 'paid'],
  [undefined, undefined, 'sent', 'sent'],
  ['UNKNOWN', 'UNPAID', 'sent', 'sent'],
  ['UNKNOWN', 'PAID', 'sent', 'paid'],
  ['UNKNOWN', 'UNKNOWN', 'sent', 'sent'],
  ['ARRIVED', 'UNKNOWN', 'arrived', 'sent'],
  ['CANCELLED', 'UNKNOWN', 'cancelled', 'cancelled'],
  ['MISSED', 'UNKNOWN', 'missed', 'missed'],
];

describe.each(table)('a booking that is %s and %s', (state, payment, arrival, paying) => {
  const one = appointment({ state, payment });

  test(`arrival: ${arrival}`, () => {
    expect(decideArrival(one)).toEqual(answers[arrival]);
  });

  test(`payment: ${paying}`, () => {
    expect(decidePayment(one)).toEqual(answers[paying]);
  });
});

test('an unknown booking', () => {
  expect(decideArrival(undefined)).toEqual(answer('ERROR', 'No such appointment.'));
  expect(decidePayment(undefined)).toEqual(answer('ERROR', 'No such appointment.'));
});

test.each<[BookingState, boolean]>([
  ['BOOKED', false],
  ['ARRIVED', true],
  ['ONGOING', true],
  ['PERFORMED', true],
  ['CANCELLED', false],
  ['MISSED', false],
  [undefined, false],
  ['UNKNOWN', false],
])('whether a patient whose booking is %s has arrived: %s', (state, arrived) => {
  expect(hasArrived(appointment({ state }))).toBe(arrived);
});

test.each<[PaymentState, boolean]>([
  ['UNPAID', false],
  ['PAID', true],
  [undefined, false],
  ['UNKNOWN', false],
])('whether a booking that is %s is paid: %s', (payment, paid) => {
  expect(isPaid(appointment({ payment, state: 'CANCELLED' }))).toBe(paid);
  expect(isPaid(appointment({ payment }))).toBe(paid);
});
