// Checks that the table of bookings says the states that writes need.
import { bookingStates, paymentStates } from '../../../../domain/model/appointment.ts';
import type { Scope } from '../scope.ts';
import { fault, type Place } from './place.ts';

/** The words of the record that rows can give a member. */
const meaningsOf = ({ rows }: Scope, element: string): string[] =>
  rows
    .filter(({ target }) => target.keys.length === 0 && target.member.element === element)
    .flatMap(({ source }) => {
      if (source.kind === 'value') return [source.text];
      if (source.kind !== 'text') return [''];
      const { words, otherwise } = source.reading;
      // A word that is not listed must not look like a known state: it is UNKNOWN (D16).
      // A word that means none of the states says nothing.
      const meanings = [...(words?.values() ?? [''])].filter(word => word !== undefined);
      return otherwise === undefined ? meanings : [''];
    });

/**
 * Bookings: their states are words of a closed list, and what a write leads to must be one of them; otherwise nothing could tell
 * after a broken connection whether it is done (D21, no double writes).
 */
export const checkStates = (
  scope: Scope,
  place: Place,
  writes: { readonly arrive: boolean; readonly pay: boolean },
): void => {
  const [states, payments] = [meaningsOf(scope, 'Status'), meaningsOf(scope, 'PaymentStatus')];
  const isKnown = (words: readonly string[], known: readonly string[]) =>
    words.every(word => known.includes(word));
  if (!isKnown(states, bookingStates))
    fault(
      place,
      `a row of Status with words whose meanings are among ${bookingStates.join(', ')}, and without otherwise`,
    );
  if (!isKnown(payments, paymentStates))
    fault(
      place,
      `a row of PaymentStatus with words whose meanings are among ${paymentStates.join(', ')}, and without otherwise`,
    );
  if (writes.arrive && !states.some(word => ['ARRIVED', 'ONGOING', 'PERFORMED'].includes(word)))
    fault(
      place,
      'a row of Status with a word for ARRIVED: otherwise nobody can tell whether an arrival is done',
    );
  if (writes.pay && !payments.includes('PAID'))
    fault(
      place,
      'a row of PaymentStatus with a word for PAID: otherwise nobody can tell whether a payment is done',
    );
  if ((writes.arrive || writes.pay) && meaningsOf(scope, 'ContactId').length === 0)
    fault(place, 'a row of ContactId: a write names the booking by it');
};
