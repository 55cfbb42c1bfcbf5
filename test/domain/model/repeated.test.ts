// Records that come twice: equal, they are one; one id with two contents is unusable (D29).
import { describe, expect, test } from 'vitest';
import { repetitions, withoutRepetitions } from '../../../src/domain/model/repeated.ts';

const contradiction = expect.objectContaining({ code: 'ehr-unusable', reason: 'ehr-document' });

describe('in a stream', () => {
  const recorded = (jsonOf: (record: unknown) => string | undefined) => {
    const isRepeated = repetitions();
    return async (id: string | undefined, record: unknown, besides: readonly unknown[]) =>
      isRepeated(id, { record, json: jsonOf(record) }, besides);
  };

  /** Without a JSON, the record itself is digested, as for one with long texts. */
  const ways: [string, (record: unknown) => string | undefined][] = [
    ['by their JSON', record => JSON.stringify(record)],
    ['by themselves', () => undefined],
  ];

  describe.each(ways)('%s', (_, jsonOf) => {
    test('an id and a content that have come before', async () => {
      const isRepeated = recorded(jsonOf);
      expect(await isRepeated('1', { text: 'a' }, [])).toBe(false);
      expect(await isRepeated('2', { text: 'a' }, [])).toBe(false);
      expect(await isRepeated('1', { text: 'a' }, [])).toBe(true);
      expect(await isRepeated('1', { text: 'a' }, [])).toBe(true);
    });

    test.each([
      ['another content', { text: 'b' }, []],
      ['another loss', { text: 'a' }, ['lost']],
    ])('%s', async (_what, record, besides) => {
      const isRepeated = recorded(jsonOf);
      await isRepeated('1', { text: 'a' }, []);
      await expect(isRepeated('1', record, besides)).rejects.toThrow(contradiction);
    });

    test('the failure names the two records by their positions, and not by their id', async () => {
      const isRepeated = recorded(jsonOf);
      for (const [id, text] of [
        ['k-1', 'a'],
        [undefined, 'b'],
        ['k-2', 'c'],
      ] as const)
        await isRepeated(id, { text }, []);
      const message = 'one id with two contents: records 3 and 4 of the patient’s';
      await expect(isRepeated('k-2', { text: 'd' }, [])).rejects.toMatchObject({ message });
    });

    test('without an id, none comes twice', async () => {
      const isRepeated = recorded(jsonOf);
      expect(await isRepeated(undefined, { text: 'a' }, [])).toBe(false);
      expect(await isRepeated(undefined, { text: 'a' }, [])).toBe(false);
    });
  });

  test.each(['first', 'last'])('beyond what is kept as it is: the %s record', async which => {
    const isRepeated = recorded(record => JSON.stringify(record));
    const record = (at: number, end = '') => ({ text: `${at} ${'x'.repeat(30_000)}${end}` });
    for (let at = 0; at < 4; at++) expect(await isRepeated(`${at}`, record(at), [])).toBe(false);
    const at = which === 'first' ? 0 : 3;
    expect(await isRepeated(`${at}`, record(at), [])).toBe(true);
    await expect(isRepeated(`${at}`, record(at, 'y'), [])).rejects.toThrow(contradiction);
  });

  test('integers beyond what a double holds differ by their last digit, and from texts', async () => {
    const isRepeated = recorded(() => undefined);
    await isRepeated('1', 9_007_199_254_740_993n, []);
    expect(await isRepeated('1', 9_007_199_254_740_993n, [])).toBe(true);
    await expect(isRepeated('1', 9_007_199_254_740_992n, [])).rejects.toThrow(contradiction);
  });

  test.each([
    ['another character at its end', ['a', 'b'], ['a', 'c']],
    ['its last character in the next text', ['ab', 'c'], ['a', 'bc']],
    ['its length as a number', ['', 'a'], [400_000, 'a']],
  ])('a long text, and %s', async (_, texts, others) => {
    const long = 'x\n'.repeat(200_000);
    const record = (ends: readonly (string | number)[]) => ({
      texts: ends.map(end => (typeof end === 'number' ? end : long + end)),
      number: 9_007_199_254_740_993n,
    });
    const isRepeated = recorded(() => undefined);
    await isRepeated('1', record(texts), []);
    expect(await isRepeated('1', record(texts), [])).toBe(true);
    await expect(isRepeated('1', record(others), [])).rejects.toThrow(contradiction);
  });
});

describe('in a list', () => {
  type Item = { readonly id?: string; readonly text: string };
  const without = (...items: Item[]) => withoutRepetitions(items, ({ id }) => id);

  test('the first of equal ones is kept, in its place', () => {
    expect(
      without({ id: '1', text: 'a' }, { id: '2', text: 'a' }, { id: '1', text: 'a' }, { id: '3', text: 'a' }),
    ).toEqual([
      { id: '1', text: 'a' },
      { id: '2', text: 'a' },
      { id: '3', text: 'a' },
    ]);
  });

  test('those without an id are kept', () => {
    expect(without({ text: 'a' }, { text: 'a' })).toHaveLength(2);
  });

  test('a blank id is none', () => {
    expect(without({ id: ' ', text: 'a' }, { id: ' ', text: 'b' })).toHaveLength(2);
  });

  test('another content', () => {
    const two = [{ id: '1', text: 'a' }, { text: 'c' }, { id: '1', text: 'b' }];
    expect(() => without(...two)).toThrow(contradiction);
    expect(() => without(...two)).toThrow('one id with two contents: records 1 and 3 of the patient’s');
  });
});
