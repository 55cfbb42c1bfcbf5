// The states of bookings: all of them reach the domain, which decides about transitions by them and lists only some (D16, D19, D20).
import { expect, test } from 'vitest';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import type { StateWords } from './damage-harness.ts';
import { type DamagedAnswer, rightAnswer } from './damaged-answer.ts';
import { parsed, readServed } from './damages.ts';
import { marker } from './document.ts';

type Member = 'state' | 'payment';

export const stateTests = (damaged: DamagedAnswer): void => {
  const { harness, request, places } = damaged;

  /** The states, or payments, of the bookings that the adapter yields when the last one's word is this. */
  const readWith = async (member: Member, { place: pattern }: StateWords<string>, value: string) => {
    const { bytes, headers } = rightAnswer(damaged);
    const document = parsed(harness, bytes);
    const place = document.places.findLast(({ path }) => pattern.test(path));
    if (place === undefined) throw new TypeError('no booking has a state');
    const edited = document.edited([{ place, change: 'set', value }]);
    const { yielded } = await readServed(damaged.prepared(), { [request]: { headers, bytes: edited } });
    const lists = yielded.map(item => ('omitted' in item ? undefined : (item.record as AppointmentList)));
    return lists.flatMap(list => list?.appointments ?? []).map(appointment => appointment[member]);
  };

  const tables: readonly (readonly [Member, StateWords<string> | undefined])[] = [
    ['state', places.states],
    ['payment', places.payments],
  ];
  for (const [member, table] of tables) {
    if (table === undefined) continue;
    const known = Object.entries(table.words).flatMap(([state, own]) =>
      own.map(word => [word, state] as const),
    );
    const words = [...known, [marker, 'UNKNOWN'] as const];
    test.each(words)(`a booking whose ${member} is %s reaches the domain as %s`, async (word, state) => {
      const right = await readWith(member, table, words[0]?.[0] ?? '');
      const read = await readWith(member, table, word);
      expect(read).toHaveLength(right.length);
      expect(read).toContain(state);
    });
  }
};
