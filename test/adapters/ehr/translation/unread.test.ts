// Values of a document that are not read are reported by path, once for each value.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findUnread,
  markPart,
  markRead,
  peek,
  type Reads,
  trackReads,
  type UnreadOptions,
  valuesIn,
} from '../../../../src/adapters/ehr/translation/unread.ts';
import { parseStrictJson } from '../../../../src/domain/model/strict-json.ts';

const made = () => ({
  id: '1',
  note: ' ',
  flag: false,
  code: { code: 'A', displayName: 'Words' },
  reasons: [{ reason: 'first', other: 'x' }, { reason: 'second' }],
  ids: ['a', 'b'],
  drug: { dosage: [{ low: '1', unit: 'ml' }], form: 'Tablett' },
});

describe('the walk', () => {
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
    expect(unreadOf(document, reads)).toEqual(['code 2', 'reasons/other 1', 'reasons/reason 1']);
    markPart(reads, document.drug);
    expect(unreadOf(document, reads)).toEqual([
      'code 2',
      'reasons/other 1',
      'reasons/reason 1',
      'drug/dosage 2',
      'drug/form 1',
    ]);
  });

  test('a mark of an absent member is one: what it makes silent says nothing', () => {
    const document = { unit: 'mg', code: 'x' };
    const reads: Reads = new Map();
    const isSilent: UnreadOptions['isSilent'] = (_, name, read) => name === 'unit' && read.includes('value');
    expect(unreadOf(document, reads, { isSilent })).toEqual(['unit 1', 'code 1']);
    markRead(reads, document, 'value');
    expect(unreadOf(document, reads, { isSilent })).toEqual(['code 1']);
  });

  test('silent members of the document say nothing, whatever of them is read; the same names within it do', () => {
    const document = { meta: { tag: 'x', id: '1' }, part: { meta: 'y' } };
    const reads: Reads = new Map<object, string[]>([
      [document, ['meta', 'part']],
      [document.meta, ['tag']],
      [document.part, []],
    ]);
    expect(unreadOf(document, reads, { silent: ['meta'] })).toEqual(['part/meta 1']);
  });

  test('makes paths below a root', () => {
    const document = { a: { b: 1 } };
    const reads: Reads = new Map([[document, ['a']]]);
    markPart(reads, document.a);
    const pathOf = (parent: string, name: string) => `${parent}.${name}`;
    expect(unreadOf(document, reads, { root: 'root', pathOf })).toEqual(['root.a.b 1']);
  });

  test('an exact number and a big integer are one value each', () => {
    expect(valuesIn(parseStrictJson('[1.50,2,null]', { exact: true }))).toBe(2);
    expect(valuesIn({ big: 2n ** 60n, none: undefined })).toBe(1);
  });
});

test('without any read, reports the path of each element once per value; blank elements have no value', () => {
  expect(trackReads(made()).unread()).toEqual([
    'id',
    'flag',
    'code',
    'code',
    'reasons',
    'reasons',
    'reasons',
    'ids',
    'ids',
    'drug',
    'drug',
    'drug',
  ]);
});

test('does not report what is read; reports its siblings with their own paths', () => {
  const { document, unread } = trackReads(made());
  expect(document.id).toBe('1');
  expect(document.flag).toBe(false);
  expect(document.code.displayName).toBe('Words');
  expect(document.reasons.map(({ reason }) => reason)).toEqual(['first', 'second']);
  expect(document.ids).toEqual(['a', 'b']);
  expect(document.drug.dosage[0]?.low).toBe('1');
  expect(unread()).toEqual(['code/code', 'reasons/other', 'drug/dosage/unit', 'drug/form']);
});

test('checking that a part exists does not read it', () => {
  const { document, unread } = trackReads({ id: { root: '1', extension: '2' } });
  expect(document.id).toBeDefined();
  expect(unread()).toEqual(['id', 'id']);
});

test('looking for a missing member reads nothing', () => {
  const { document, unread } = trackReads<{ drug: { name?: string; form?: string } }>({
    drug: { form: 'x' },
  });
  expect(document.drug.name).toBeUndefined();
  expect(unread()).toEqual(['drug']);
});

test('peek reads nothing', () => {
  const { document, unread } = trackReads(made());
  expect(peek(document.code).displayName).toBe('Words');
  expect(peek(made()).id).toBe('1');
  expect(unread()).toContain('code');
});

test('copying a part reads all of it', () => {
  const { document, unread } = trackReads({ code: { code: 'A', displayName: 'Words' } });
  expect({ ...document.code }).toEqual({ code: 'A', displayName: 'Words' });
  expect(unread()).toEqual([]);
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
  const readSome = (value: unknown, chosen: () => boolean): number => {
    if (typeof value !== 'object' || value === null) return 1;
    return Object.keys(value).reduce(
      (sum, key) => (chosen() ? sum + readSome((value as Record<string, unknown>)[key], chosen) : sum),
      0,
    );
  };
  fc.assert(
    fc.property(tree, fc.infiniteStream(fc.boolean()), (document, choices) => {
      const watched = trackReads(document);
      const read = readSome(watched.document, () => choices.next().value === true);
      expect(read + watched.unread().length).toBe(leaves(document));
    }),
  );
});

test('in a list with other items, the objects are tracked and the others are read with the list', () => {
  const mixed = {
    list: ['text', { a: 1, b: 2 }, null, { a: 3 }] as (string | { a: number; b?: number } | null)[],
    none: null,
  };
  expect(trackReads(mixed).unread()).toEqual(['list', 'list', 'list', 'list']);
  const { document, unread } = trackReads(mixed);
  const item = document.list[1] as { a: number };
  expect(item.a).toBe(1);
  expect(document.list[0]).toBe('text');
  expect(unread()).toEqual(['list/b', 'list']);
});

test('an exact number is one value', () => {
  const { document, unread } = trackReads(
    parseStrictJson('{"dose":1.50,"other":2.50}', { exact: true }) as Record<string, unknown>,
  );
  expect(JSON.stringify(document.dose)).toBe('1.50');
  expect(unread()).toEqual(['other']);
});

test('inherited members are absent', () => {
  expect(trackReads({} as Record<string, unknown>).document.constructor).toBeUndefined();
});
