// Reading JSON answers: UTF-8, limits, failures without content, and the budget for answers.
import { describe, expect, test } from 'vitest';
import {
  type JsonDocument,
  maxJsonBytes,
  parseJson,
  readJson,
} from '../../../../src/adapters/ehr/json/read-json.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { turnsDuring } from '../../../support/turns.ts';

const chunked = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const failureOf = async (read: () => unknown) => {
  try {
    await read();
  } catch (error) {
    if (error instanceof Failure) return { code: error.code, reason: error.reason, detail: error.message };
    throw error;
  }
  throw new Error('was read');
};

const text = '{"name":"Åsa 😀","doses":[1.50,2],"isActive":true}';

test('a document is read however its bytes arrive', async () => {
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const { value } = await readJson(chunked(bytes, size));
    expect(JSON.stringify(value)).toBe(text);
  }
  expect(JSON.stringify((await readJson(bytes)).value)).toBe(text);
  expect(JSON.stringify(parseJson(bytes))).toBe(text);
});

test('one byte-order mark is ignored', async () => {
  expect((await readJson(Buffer.from('\ufeff{}'))).value).toEqual({});
  expect(parseJson(Buffer.from('\ufeff{}'))).toEqual({});
});

describe('unusable', () => {
  const refused: [string, string | Buffer, string, string][] = [
    ['nothing', '', 'ehr-not-well-formed', 'not valid JSON, at character 1'],
    ['two byte-order marks', '\ufeff\ufeff{}', 'ehr-not-well-formed', 'not valid JSON, at character 1'],
    ['a cut document', '{"name":"Åsa"', 'ehr-not-well-formed', 'not valid JSON, at character 14'],
    ['HTML', '<html>Åsa</html>', 'ehr-not-well-formed', 'not valid JSON, at character 1'],
    ['two documents', '{"name":"Åsa"} {}', 'ehr-not-well-formed', 'not valid JSON, at character 16'],
    [
      'a member twice',
      '{"Åsa":1,"Åsa":1}',
      'ehr-not-well-formed',
      'an object with a member twice, at character 10',
    ],
    [
      '101 levels',
      `${'['.repeat(101)}${']'.repeat(101)}`,
      'ehr-limit',
      'more than 100 levels, at character 101',
    ],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'ehr-encoding', 'an answer that is not UTF-8'],
    [
      'an encoded surrogate',
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      'ehr-encoding',
      'an answer that is not UTF-8',
    ],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'ehr-encoding', 'an answer that is not UTF-8'],
    ['ISO 8859-1', Buffer.from('"Åsa"', 'latin1'), 'ehr-encoding', 'an answer that is not UTF-8'],
  ];

  test.each(refused)('%s', async (_, document, reason, detail) => {
    const bytes = Buffer.from(document);
    const expected = { code: 'ehr-unusable', reason, detail };
    expect(await failureOf(() => readJson(bytes))).toEqual(expected);
    expect(await failureOf(() => readJson(chunked(bytes, 1)))).toEqual(expected);
    expect(await failureOf(() => parseJson(bytes))).toEqual(expected);
  });

  test('a character cut off at the end of the document', async () => {
    expect(await failureOf(() => readJson(Buffer.from('"😀').subarray(0, 3)))).toMatchObject({
      reason: 'ehr-encoding',
    });
  });

  test('more bytes than allowed, before the rest has arrived', async () => {
    let sent = 0;
    const endless = async function* () {
      yield Buffer.from('[');
      for (;;) {
        sent += 1024 * 1024;
        yield Buffer.alloc(1024 * 1024, ' ');
      }
    };
    expect(await failureOf(() => readJson(endless()))).toMatchObject({ reason: 'ehr-answer-too-large' });
    expect(sent).toBe(maxJsonBytes);
    expect(await failureOf(() => readJson(Buffer.from('[1,2]'), { maxBytes: 4 }))).toMatchObject({
      reason: 'ehr-answer-too-large',
    });
    expect(await failureOf(() => parseJson(Buffer.alloc(maxJsonBytes + 1, ' ')))).toMatchObject({
      reason: 'ehr-answer-too-large',
    });
  });

  test('what the body throws is passed on', async () => {
    const broken = async function* () {
      yield Buffer.from('[');
      throw new Failure('ehr-too-slow', { reason: 'ehr-timeout' });
    };
    expect(await failureOf(() => readJson(broken()))).toMatchObject({ code: 'ehr-too-slow' });
  });
});

describe('the budget for answers', () => {
  const meter = (most: number) => {
    const memory = {
      held: 0,
      most: 0,
      add: (bytes: number) => {
        if (memory.held + bytes > most)
          throw new Failure('budget-exceeded', { reason: 'answer-share-exceeded' });
        memory.held += bytes;
        memory.most = Math.max(memory.most, memory.held);
      },
    };
    return memory;
  };
  const mebibyte = 1024 * 1024;
  const texts = (count: number) =>
    Buffer.from(JSON.stringify(Array.from({ length: count }, (_, at) => `text ${at}`)));

  test('a document counts until it is released', async () => {
    const memory = meter(Number.POSITIVE_INFINITY);
    const document = await readJson(texts(100_000), { memory });
    // 100,000 texts of 13 bytes, and 20 bytes for each of them.
    expect(memory.held).toBeGreaterThanOrEqual(3 * mebibyte);
    expect(memory.held).toBeLessThan(10 * mebibyte);
    document.release();
    expect(memory.held).toBe(0);
    document.release();
    expect(memory.held).toBe(0);
  });

  test('several documents count together', async () => {
    const memory = meter(Number.POSITIVE_INFINITY);
    const documents: JsonDocument[] = [];
    for (let page = 0; page < 4; page++) documents.push(await readJson(texts(100_000), { memory }));
    expect(memory.held).toBeGreaterThanOrEqual(12 * mebibyte);
    for (const { release } of documents) release();
    expect(memory.held).toBe(0);
  });

  test('a small document does not count', async () => {
    const memory = meter(0);
    expect((await readJson(texts(1000), { memory })).value).toHaveLength(1000);
  });

  test.each([
    ['while its bytes arrive', mebibyte, texts(400_000)],
    ['while it is built', 1.5 * mebibyte, Buffer.from(`[${'0,'.repeat(99_999)}0]`)],
  ])('beyond it, reading ends %s and nothing is held', async (_, most, bytes) => {
    const memory = meter(most);
    const read = () => readJson(chunked(bytes, 64 * 1024), { memory });
    expect(await failureOf(read)).toMatchObject({ code: 'budget-exceeded' });
    expect(memory.most).toBeGreaterThan(0);
    expect(memory.held).toBe(0);
  });

  test('a faulty document gives back what it held', async () => {
    const memory = meter(Number.POSITIVE_INFINITY);
    const bytes = Buffer.concat([texts(100_000), Buffer.from('!')]);
    expect(await failureOf(() => readJson(bytes, { memory }))).toMatchObject({
      reason: 'ehr-not-well-formed',
    });
    expect(memory.most).toBeGreaterThan(0);
    expect(memory.held).toBe(0);
  });
});

test('the event loop runs while a large document is read', async () => {
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 100_000 }, () => 'a')));
  // 400,000 characters, and a turn at least every 64 Ki characters.
  expect(await turnsDuring(() => readJson(bytes))).toBeGreaterThan(6);
});
