// What has not been read of a document, by the marks beside it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findUnread,
  markPart,
  markRead,
  type Reads,
  type UnreadOptions,
  unreadLosses,
  valuesIn,
} from '../../../../src/adapters/ehr/values/unread.ts';
import { parseStrictJson } from '../../../../src/json/strict-json.ts';

const made = () => ({
  id: '1',
  note: ' ',
  flag: false,
  code: { code: 'A', displayName: 'Words' },
  reasons: [{ reason: 'first', other: 'x' }, { reason: 'second' }],
  ids: ['a', 'b'],
  drug: { dosage: [{ low: '1', unit: 'ml' }], form: 'Tablett' },
});

/** The unread members with their numbers of values. */
const unreadOf = (document: object, reads: Reads, options: Omit<UnreadOptions, 'report'> = {}) => {
  const unread: string[] = [];
  findUnread(document, reads, {
    report: (path, values) => void unread.push(`${path} ${values}`),
    ...options,
  });
  return unread;
};

test('without a mark, reports each member with its values; what is blank has none', () => {
  expect(unreadOf(made(), new Map())).toEqual([
    'id 1',
    'note 0',
    'flag 1',
    'code 2',
    'reasons 3',
    'ids 2',
    'drug 3',
  ]);
});

test('a part is read member by member, and what is no part as a whole', () => {
  const document = made();
  const reads: Reads = new Map();
  for (const name of ['id', 'note', 'flag', 'reasons', 'ids', 'drug']) markRead(reads, document, name);
  const [first, second] = document.reasons;
  markRead(reads, first ?? {}, 'reason');
  markPart(reads, second ?? {});
  // Nothing of the second one has been read.
  expect(unreadOf(document, reads)).toEqual(['code 2', 'reasons/other 1', 'reasons 1']);
  markRead(reads, document.drug, 'form');
  expect(unreadOf(document, reads)).toEqual(['code 2', 'reasons/other 1', 'reasons 1', 'drug/dosage 2']);
});

test('a mark of an absent member is one: what it makes silent says nothing', () => {
  const document = { unit: 'mg', code: 'x' };
  const reads: Reads = new Map();
  const isSilent: UnreadOptions['isSilent'] = (_, name, read) => name === 'unit' && read.has('value');
  expect(unreadOf(document, reads, { isSilent })).toEqual(['unit 1', 'code 1']);
  markRead(reads, document, 'value');
  expect(unreadOf(document, reads, { isSilent })).toEqual(['code 1']);
});

test('silent members of the document say nothing, whatever of them is read; the same names within it do', () => {
  const document = { meta: { tag: 'x', id: '1' }, part: { meta: 'y', id: '2' } };
  const reads: Reads = new Map<object, Set<string>>([
    [document, new Set(['meta', 'part'])],
    [document.meta, new Set(['tag'])],
    [document.part, new Set(['id'])],
  ]);
  expect(unreadOf(document, reads, { silent: ['meta'] })).toEqual(['part/meta 1']);
});

test('makes paths below a root', () => {
  const document = { a: { b: 1, c: 2 } };
  const reads: Reads = new Map([[document, new Set(['a'])]]);
  markRead(reads, document.a, 'c');
  const pathOf = (parent: string, name: string) => `${parent}.${name}`;
  expect(unreadOf(document, reads, { root: 'root', pathOf })).toEqual(['root.a.b 1']);
});

test('an exact number and a big integer are one value each', () => {
  expect(valuesIn(parseStrictJson('[1.50,2,null]', { exact: true }))).toBe(2);
  expect(valuesIn({ big: 2n ** 60n, none: undefined })).toBe(1);
});

test('counts every value once, whether it is read or not', () => {
  const tree = fc.letrec<{ node: object }>(tie => ({
    node: fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.oneof(
        { depthSize: 'small' },
        fc.constant('text'),
        fc.boolean(),
        fc.array(tie('node'), { maxLength: 3 }),
        tie('node'),
      ),
      { maxKeys: 4 },
    ),
  })).node;
  const leaves = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + leaves(one), 0)
      : 1;
  /** Reads some members of an object and of its parts. Returns how many values that are. */
  const readSome = (value: unknown, reads: Reads, chosen: () => boolean): number => {
    if (typeof value !== 'object' || value === null) return 1;
    if (Array.isArray(value)) return value.reduce((sum, item) => sum + readSome(item, reads, chosen), 0);
    markPart(reads, value);
    let sum = 0;
    for (const [name, member] of Object.entries(value)) {
      if (!chosen()) continue;
      markRead(reads, value, name);
      sum += readSome(member, reads, chosen);
    }
    return sum;
  };
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.boolean()), (document, choices) => {
      const reads: Reads = new Map();
      const read = readSome(document, reads, () => choices.next().value === true);
      const unread = unreadLosses(document, reads).reduce((sum, { times = 1 }) => sum + times, 0);
      expect(read + unread).toBe(leaves(document));
    }),
  );
});

test('equal losses are one, with their number', () => {
  const document = { items: [{ x: 1 }, { x: 2 }, { y: [3, 4] }, {}], note: 'a' };
  const reads: Reads = new Map();
  markRead(reads, document, 'items');
  for (const item of document.items) markPart(reads, item);
  const unmapped = (path: string, times?: number) => ({ path, reason: 'unmapped', hides: [], times });
  expect(unreadLosses(document, reads)).toEqual([unmapped('items', 4), unmapped('note')]);
});
