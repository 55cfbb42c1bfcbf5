// Compressing answers: who is sent gzip, the bytes, and the memory that is counted meanwhile.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerBudget } from '../../../src/http/answers/budget.ts';
import { acceptsGzip, gzipped } from '../../../src/http/answers/compression.ts';
import { utf8Blocks } from '../../../src/http/answers/utf8-blocks.ts';

describe('Accept-Encoding', () => {
  test.each([
    'gzip',
    'GZIP',
    'x-gzip',
    '*',
    'gzip, deflate, br',
    'br;q=1.0, gzip;q=0.8, *;q=0.1',
    'identity;q=0.5, *;q=0.5',
    'gzip ; q=0.001',
    'gzip;q=1.000, identity',
    'deflate, *',
  ])('%s: gzip', header => expect(acceptsGzip(header)).toBe(true));

  test.each([
    undefined,
    '',
    'identity',
    'br, deflate',
    'gzip;q=0',
    'gzip;q=0.000, *',
    '*;q=0',
    'gzip;q=0.5, identity',
    'gzip;q=0.4, identity;q=0.5',
    'gzip;q=',
    'gzip;q=1.5',
    'gzip;q=0.1234',
    'gzip;q=-1',
    'gzipped',
    '"gzip"',
  ])('%s: no coding', header => expect(acceptsGzip(header)).toBe(false));
});

/** Collects a text within a budget, and compresses it. */
const compress = async (text: string, maxBytes = 1_000_000_000, signal = new AbortController().signal) => {
  const share = answerBudget(8 * maxBytes).open('anybody');
  let held = 0;
  const memory = {
    add: (bytes: number) => {
      share.add(bytes);
      held += bytes;
    },
  };
  const collecting = utf8Blocks(memory.add);
  collecting.add(text);
  const body = await gzipped(collecting.end(), { memory, signal });
  return { body, whole: Buffer.concat(body?.blocks ?? []), held };
};

const blockLength = 64 * 1024;

test.each([1024, 5000, blockLength, blockLength + 1, 3_000_000])(
  '%i characters: the bytes are those of the text, and what is held is the compressed ones',
  async length => {
    const text = '{"Note":"Åter vid behov."},'.repeat(Math.ceil(length / 27)).slice(0, length);
    const { body, whole, held } = await compress(text);
    expect(gunzipSync(whole).toString('utf8')).toBe(text);
    expect(body?.text).toBeUndefined();
    expect([body?.bytes, held]).toEqual([whole.length, whole.length]);
  },
);

test('an answer that fits is left as it is where the budget has no room for compressing it', async () => {
  const text = 'x'.repeat(200_000);
  const { body, held } = await compress(text, 300_000);
  expect(body).toBeUndefined();
  expect(held).toBe(200_000);
  expect((await compress(text, 700_000)).body?.bytes).toBeLessThan(1000);
});

test('it ends when the client has left', async () => {
  const left = new Error('the client has left');
  await expect(compress('x'.repeat(200_000), undefined, AbortSignal.abort(left))).rejects.toBe(left);
});
