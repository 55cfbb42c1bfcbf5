// How the region's commands say what was left out of an answer.
import { expect, test } from 'vitest';
import { leftOutInWords } from '../../tools/region/reading.ts';

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
    '80 unmapped (the record has no member for it): Contact/Code\\u001b[2J',
  ]);
});
