// npm run explain: records that were withheld because of whose they are. Another patient's are a matter for the supplier of the EHR,
// others probably one of the region's own setup.
import { expect, test } from 'vitest';
import { foreignIn, foreignInWords } from '../../tools/explain/in-words.ts';

const line = (members: object) => ({
  level: 'warn',
  msg: 'a foreign record was withheld',
  reason: 'foreign',
  ...members,
});

test('nothing is said without any', () => {
  expect(
    foreignInWords(foreignIn([{ level: 'info', msg: 'left out of an answer', reason: 'unreadable' }])),
  ).toEqual([]);
});

test('records of others, also where an adapter does not tell, and records whose owner is not clear', () => {
  const lines = [
    line({ count: 2, ownerFault: 'another' }),
    line({}),
    line({ count: 1, ownerFault: 'missing' }),
    line({ count: 4, ownerFault: 'no-number' }),
  ];
  expect(foreignIn(lines)).toEqual({ others: 3, unclear: 5 });
  expect(foreignInWords({ others: 1, unclear: 0 })[0]).toBe(
    'SECURITY: the EHR sent 1 record of another patient. The service withheld it.',
  );
  expect(foreignInWords({ others: 0, unclear: 5 })).toEqual([
    'SECURITY: the EHR sent 5 records whose patient is not named or cannot be read. The service withheld them.',
    '  Look at: owner of the kind in system.json of the tables; the line "a foreign record was withheld" names the kind. If owner is right, ask the supplier of the system.',
  ]);
  expect(foreignInWords({ others: 1, unclear: 1 })).toHaveLength(4);
});
