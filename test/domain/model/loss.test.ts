// What losses hide from the access rules (D36).
import { expect, test } from 'vitest';
import { hides, type Loss } from '../../../src/domain/model/loss.ts';
import { hideable } from '../../../src/domain/records/shared/hiding.ts';
import { unreadable, unspecific } from '../support.ts';

test.each(hideable)('a loss hides %s if it says so', fact => {
  for (const other of hideable)
    expect(hides([unreadable('x'), unreadable('y', other)], fact)).toBe(other === fact);
  expect(hides([unreadable('x', ...hideable)], fact)).toBe(true);
  expect(hides([unreadable('x')], fact)).toBe(false);
  expect(hides([], fact)).toBe(false);
});

test.each(hideable)('a loss that does not say what it hides, hides %s', fact => {
  expect(hides([unreadable('x'), unspecific('y')], fact)).toBe(true);
  expect(hides([{ path: 'x', reason: 'repeated', hides: 'none' } as unknown as Loss], fact)).toBe(true);
});

test('the type demands that a loss says what it hides', () => {
  // @ts-expect-error the words are missing
  const lost: Loss = { path: 'x', reason: 'unreadable' };
  // @ts-expect-error not one of the words
  const misspelt: Loss = { path: 'x', reason: 'unreadable', hides: ['units'] };
  expect([lost, misspelt]).toHaveLength(2);
});
