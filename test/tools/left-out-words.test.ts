// How the region's commands say what was left out of an answer.
import { describe, expect, test } from 'vitest';
import { categoriesInWords, leftOutInWords } from '../../tools/region/left-out-words.ts';

test('unmapped values come last, and a path is safe for a terminal', () => {
  const event = (reason: 'unmapped' | 'unreadable' | 'foreign' | 'withheld', count: number, path?: string) =>
    ({ requestId: 'r', traceId: undefined, kind: 'contacts', reason, count, path }) as const;
  expect(
    leftOutInWords([
      event('unmapped', 80, 'Contact/Code\u001b[2J'),
      event('unreadable', 1, 'Contact/Begin'),
      event('withheld', 2),
      event('foreign', 3),
    ]),
  ).toEqual([
    '1 left out: unreadable Contact/Begin',
    '2 left out: withheld',
    '3 of another patient: the EHR must not answer those',
    '80 unmapped (nothing reads it, or the record has no member for it): Contact/Code\\u001b[2J',
  ]);
});

test('three reasons for which a record counts as another patient’s', () => {
  const event = (ownerFault: 'another' | 'missing' | 'no-number' | 'no-birth-date', count: number) =>
    ({ requestId: 'r', traceId: undefined, kind: 'contacts', reason: 'foreign', ownerFault, count }) as const;
  expect(
    leftOutInWords([
      event('another', 4),
      event('missing', 3),
      event('no-number', 2),
      event('no-birth-date', 1),
    ]),
  ).toEqual([
    '4 of another patient: the EHR must not answer those',
    '3 withheld, because they name nobody: is the path of owner right?',
    '2 withheld, because they name their patient by something that is not a number: is the path of owner right?',
    '1 withheld, because they name their patient by ten digits without a date of birth: is the path of born right?',
  ]);
});

describe('categories that the profile does not list', () => {
  const inWords = (...seen: readonly (readonly [string, number])[]) => categoriesInWords(new Map(seen));

  test('none: nothing is said', () => {
    expect(inWords()).toEqual([]);
  });

  test('with their numbers, the most frequent first, safe for a terminal', () => {
    expect(inWords(['|b', 1], ['urn:x|a\u001b[2J', 3], ['|a', 1], ['no code', 2])).toEqual([
      'flags of categories that the profile does not list (flagCategories): urn:x|a\\u001b[2J (3), no code (2), |a (1), |b (1)',
    ]);
  });

  test('at most 20 of them, each at most 120 characters', () => {
    const many = Array.from({ length: 22 }, (_, at) => [`|${String(at).padStart(2, '0')}`, 1] as const);
    const [line = ''] = inWords(...many);
    expect(line).toMatch(/\|18 \(1\), \|19 \(1\), and 2 more$/);
    expect(inWords([`|${'a'.repeat(120)}`, 1])).toEqual([
      `flags of categories that the profile does not list (flagCategories): |${'a'.repeat(119)}… (1)`,
    ]);
  });
});
