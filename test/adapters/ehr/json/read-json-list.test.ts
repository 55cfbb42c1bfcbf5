// Lists of JSON documents, read item by item: the same as reading the document as a whole, at any size and in any chunks.
import { describe, expect, test } from 'vitest';
import { readJsonList } from '../../../../src/adapters/ehr/json/read-json-list.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';

const chunked = async function* (text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const read = async (text: string, path: readonly string[], size = 7) => {
  const items: unknown[] = [];
  const reading = readJsonList(chunked(text, size), { path });
  try {
    let step = await reading.next();
    for (; step.done !== true; step = await reading.next()) items.push(step.value);
    return { items, around: step.value };
  } catch (error) {
    if (error instanceof Failure) return `${error.code} ${error.reason}`;
    throw error;
  }
};

const broken = 'ehr-unusable ehr-not-well-formed';

describe('items are read as they arrive, and the document has a 0 in place of each', () => {
  test.each<[string, string, string[], unknown[], unknown]>([
    [
      'a member',
      '{"a":1,"list":[{"x":1},{"x":2}],"b":{"list":[3]}}',
      ['list'],
      [{ x: 1 }, { x: 2 }],
      { a: 1, list: [0, 0], b: { list: [3] } },
    ],
    [
      'the document',
      ' [ {"x":[1,{"y":"]"}]} , "a,b" , null,2.50 , true ] ',
      [],
      [{ x: [1, { y: ']' }] }, 'a,b', null, expect.anything(), true],
      [0, 0, 0, 0, 0],
    ],
    [
      'a path',
      '{"x":{"list":[9]},"data":{"n":{"list":[8]},"list":[1,[2],[]]},"list":[7]}',
      ['data', 'list'],
      [1, [2], []],
      { x: { list: [9] }, data: { n: { list: [8] }, list: [0, 0, 0] }, list: [7] },
    ],
    ['an empty list', '{"list":[ ]}', ['list'], [], { list: [] }],
    [
      'strings with brackets, quotes and backslashes',
      String.raw`{"list":["\"]","\\",{"[\"":"}{"}]}`,
      ['list'],
      ['"]', '\\', { '["': '}{' }],
      { list: [0, 0, 0] },
    ],
    ['a name with escapes', String.raw`{"l\u0069st":["å"]}`, ['list'], ['å'], { list: [0] }],
    [
      'a value that is called like the list',
      '{"a":"list","b":["list"],"list":[1]}',
      ['list'],
      [1],
      { a: 'list', b: ['list'], list: [0] },
    ],
    ['an object instead of the list', '{"list":{"list":[1]}}', ['list'], [], { list: { list: [1] } }],
    ['a list on the way', '{"data":[{"list":[1]}]}', ['data', 'list'], [], { data: [{ list: [1] }] }],
    ['null instead of it', '{"list":null}', ['list'], [], { list: null }],
    ['none', '{}', ['list'], [], {}],
    ['a byte-order mark', '\ufeff{"list":[1]}', ['list'], [1], { list: [0] }],
  ])('%s', async (_, text, path, items, around) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(await read(text, path, size)).toEqual({ items, around });
  });
});

describe('what is no JSON is refused', () => {
  const right = '{"a":[1],"list":[{"x":"\\u0041"},2,"c"],"b":{}}';

  test('cut at every byte', async () => {
    for (let end = 1; end < right.length; end++)
      expect(await read(right.slice(0, end), ['list'])).toBe(broken);
  });

  test.each([
    ['two commas', '{"list":[1,,2]}'],
    ['a comma at the end', '{"list":[1,]}'],
    ['a comma at the begin', '{"list":[,1]}'],
    ['no comma', '{"list":[1 2]}'],
    ['no comma between objects', '{"list":[{}{}]}'],
    ['another bracket', '{"list":[1}}'],
    ['a brace in the list', '{"list":[}]}'],
    ['another bracket in an item', '{"list":[{"x":[1}]}'],
    ['a colon in the list', '{"list":["a":1]}'],
    ['a word', '{"list":[nul]}'],
    ['text after the document', '{"list":[1]} x'],
    ['a second document', '{"list":[1]}{"list":[2]}'],
    ['the list twice', '{"list":[1],"list":[2]}'],
    ['an item with a member twice', '{"list":[{"a":1,"a":2}]}'],
  ])('%s', async (_, text) => {
    for (const size of [1, 5, 1000]) expect(await read(text, ['list'], size)).toBe(broken);
  });

  test('bytes that are not UTF-8', async () => {
    const bytes = async function* () {
      yield Buffer.from([...Buffer.from('{"list":["'), 0xe5, ...Buffer.from('"]}')]);
    };
    const reading = readJsonList(bytes(), { path: ['list'] });
    await expect(reading.next()).rejects.toMatchObject({ reason: 'ehr-encoding' });
  });
});

describe('limits', () => {
  const many = async function* (count: number, item: string) {
    yield Buffer.from('{"list":[');
    for (let at = 0; at < count; at++) yield Buffer.from(`${at === 0 ? '' : ','}${item}`);
    yield Buffer.from(']}');
  };
  const countOf = async (body: AsyncIterable<Uint8Array>, memory?: { add: (bytes: number) => void }) => {
    let count = 0;
    try {
      for await (const _ of readJsonList(body, { path: ['list'], memory })) count++;
      return count;
    } catch (error) {
      return error instanceof Failure ? error.reason : error;
    }
  };

  test('a document of 20 MB is read, and never held', async () => {
    let held = 0;
    let most = 0;
    const add = (bytes: number) => {
      held += bytes;
      most = Math.max(most, held);
    };
    const item = JSON.stringify({ text: 'a'.repeat(20_000) });
    expect(await countOf(many(1000, item), { add })).toBe(1000);
    expect(most).toBeLessThan(2 * 1024 * 1024);
    expect(held).toBe(0);
  });

  const long = `"${'a'.repeat(8 * 1024 * 1024)}"`;
  test.each<[string, AsyncIterable<Uint8Array>]>([
    ['an item of more than 8 MiB', many(1, long)],
    ['more than 8 MiB around the items', chunked(`{"list":[1],"a":${long}}`, 65_536)],
    ['more than 8 MiB of blanks', chunked(`{"list":[${' '.repeat(8 * 1024 * 1024)}1]}`, 65_536)],
  ])('%s', async (_, body) => {
    expect(await countOf(body)).toBe('ehr-answer-too-large');
  });

  test('a name of megabytes', async () => {
    expect(await countOf(chunked(`{${long}:1,"list":[1]}`, 65_536))).toBe('ehr-answer-too-large');
    expect(await countOf(chunked(`{"${'a'.repeat(100_000)}":1,"list":[1]}`, 65_536))).toBe('ehr-limit');
  });

  test('an item with too many members', async () => {
    expect(await countOf(many(1, JSON.stringify({ x: Array.from({ length: 200_001 }, () => 1) })))).toBe(
      'ehr-limit',
    );
  });

  test('an item that is nested too deep', async () => {
    expect(await countOf(many(1, `${'['.repeat(100)}${']'.repeat(100)}`))).toBe('ehr-limit');
  });
});
