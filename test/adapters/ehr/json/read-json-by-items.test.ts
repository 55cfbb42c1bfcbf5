// Documents that are kept as a whole: small ones as they are, and larger ones with the items of their list, all of which count.
import { expect, test } from 'vitest';
import { readJsonByItems } from '../../../../src/adapters/ehr/json/read-json-by-items.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';

const MiB = 1024 * 1024;

const chunked = async function* (text: string) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += MiB) yield bytes.subarray(at, at + MiB);
};

/** Members and items at all levels. */
const valuesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum, inner) => sum + 1 + valuesOf(inner), 0)
    : 0;

const item = { text: 'x'.repeat(MiB) };
const documentOf = (items: number) => ({ a: 1, list: Array(items).fill(item), b: { list: [2] } });

/** The document, or why it cannot be read; and the bytes that are counted while and after it is read. */
const read = async (text: string, budget = 1024 * MiB) => {
  let [counted, most] = [0, 0];
  const add = (bytes: number) => {
    counted += bytes;
    most = Math.max(most, counted);
    if (counted > budget) throw new Failure('budget-exceeded', { reason: 'answer-budget-exceeded' });
  };
  try {
    const value = await readJsonByItems(chunked(text), {
      member: 'list',
      memory: { add },
      onKept: add,
    });
    return { value, counted, most };
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
};

test.each([1, 7, 9, 20])('%i items of 1 MiB', async items => {
  const found = await read(JSON.stringify(documentOf(items)));
  expect(found).toMatchObject({ value: documentOf(items) });
  // They are kept until the request ends.
  expect((found as { counted: number }).counted).toBeGreaterThanOrEqual(items * MiB);
});

test('items of every size count: thousands of small ones take more than a large one', async () => {
  // 22.5 MB, of which each item takes less than is counted by itself.
  const items = JSON.stringify(Array.from({ length: 5000 }, () => ({ a: Array(1500).fill({}) })));
  expect(await read(`{"list":${items}}`, 256 * MiB)).toBe('budget-exceeded');
});

test.each([2_900_000, 100_001])('%i empty items are unusable', async items => {
  expect(await read(`{"list":[${'{},'.repeat(items - 1)}{}]}`)).toBe('ehr-unusable');
});

test('a page of 1,000 resources of 600 values fits the share of a user twice (D31)', async () => {
  const coding = { system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code: 'PPRF' };
  const participant = {
    type: [{ coding: [coding] }],
    individual: { reference: 'Practitioner/p1', display: 'Anna' },
  };
  const resource = {
    resourceType: 'Encounter',
    status: 'finished',
    participant: Array(60).fill(participant),
  };
  expect(valuesOf(resource)).toBeGreaterThan(600);
  const found = await read(JSON.stringify({ list: Array(1000).fill(resource) }));
  expect((found as { counted: number }).counted).toBeLessThan(32 * MiB);
});

test('no more than the budget is held', async () => {
  expect(await read(JSON.stringify(documentOf(20)), 12 * MiB)).toBe('budget-exceeded');
});

test.each<[string, string]>([
  [
    'a large document without the list',
    JSON.stringify({ ...documentOf(0), list: undefined, c: Array(9).fill(item) }),
  ],
  ['one whose list is an object', JSON.stringify({ a: 1, list: { c: Array(9).fill(item) } })],
  ['a large item', JSON.stringify({ list: [{ c: Array(9).fill(item) }] })],
  ['one that is cut off', JSON.stringify(documentOf(12)).slice(0, 11 * MiB)],
  ['two lists', JSON.stringify(documentOf(12)).replace('"b":', '"list":[1],"b":')],
])('%s is unusable', async (_, text) => {
  expect(await read(text)).toBe('ehr-unusable');
});
