// Checks that the table of bookings says the states that writes need.
import { bookingStates, paymentStates } from '../../../../domain/model/appointment.ts';
import type { Scope } from '../scope.ts';
import { fault, hint, type Place } from './place.ts';

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

/** Says that nobody can tell after a broken connection whether a write is done. */
const hintOfUnreadable = (word: string, place: Place): void =>
  hint(
    place,
    `no word of the bookings means ${word}: if an answer is lost, nobody can tell whether it is done. It is sent once, and apps are told to ask before they repeat it`,
  );

/**
 * Bookings: their states are words of a closed list.
 * @returns for each write, whether the state that it leads to can be read of the bookings: otherwise nothing tells after a broken
 * connection whether it is done (D21, no double writes).
 */
export const checkStates = (
  scope: Scope,
  place: Place,
  writes: { readonly arrive: Place | undefined; readonly pay: Place | undefined },
): { readonly arrive: boolean; readonly pay: boolean } => {
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
  const readable = {
    arrive: states.some(word => ['ARRIVED', 'ONGOING', 'PERFORMED'].includes(word)),
    pay: payments.includes('PAID'),
  };
  if (writes.arrive !== undefined && !readable.arrive) hintOfUnreadable('ARRIVED', writes.arrive);
  if (writes.pay !== undefined && !readable.pay) hintOfUnreadable('PAID', writes.pay);
  const hasWrites = writes.arrive !== undefined || writes.pay !== undefined;
  if (hasWrites && meaningsOf(scope, 'ContactId').length === 0)
    fault(place, 'a row of ContactId: a write names the booking by it');
  return readable;
};
