// Checks that the table of bookings says the states that writes need.
import { bookingStates, paymentStates } from '../../../../domain/model/appointment.ts';
import type { SystemFile } from '../format/system.ts';
import type { Scope } from '../scope.ts';
import { fault, hint, inside, type Place } from './place.ts';

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

/** What the rows of bookings say for each write: the member of the state, its words, and those that say that the write is done. */
const states = {
  arrive: { member: 'Status', known: bookingStates, done: ['ARRIVED', 'ONGOING', 'PERFORMED'] },
  pay: { member: 'PaymentStatus', known: paymentStates, done: ['PAID'] },
} as const;

export type WriteName = keyof typeof states;

/**
 * Bookings: their states are words of a closed list.
 * @param more.writes as system.json has them.
 * @param more.at their place.
 * @returns for each write, whether the state that it leads to can be read of the bookings: otherwise nothing tells after a broken
 * connection whether it is done (D21, no double writes).
 */
export const checkStates = (
  scope: Scope,
  place: Place,
  { writes, at }: { readonly writes: NonNullable<SystemFile['writes']>; readonly at: Place },
): Readonly<Record<WriteName, boolean>> => {
  const check = (name: WriteName): boolean => {
    const { member, known, done } = states[name];
    const words = meaningsOf(scope, member);
    if (!words.every(word => (known as readonly string[]).includes(word)))
      fault(
        place,
        `a row of ${member} with words whose meanings are among ${known.join(', ')}, and without otherwise`,
      );
    const isReadable = words.some(word => (done as readonly string[]).includes(word));
    if (writes[name] !== undefined && !isReadable)
      hint(
        inside(at, name),
        `no word of the bookings means ${done[0]}: if an answer is lost, nobody can tell whether it is done. It is sent once, and apps are told to ask before they repeat it`,
      );
    return isReadable;
  };
  const readable = { arrive: check('arrive'), pay: check('pay') };
  const hasWrites = writes.arrive !== undefined || writes.pay !== undefined;
  if (hasWrites && meaningsOf(scope, 'ContactId').length === 0)
    fault(place, 'a row of ContactId: a write names the booking by it');
  return readable;
};
