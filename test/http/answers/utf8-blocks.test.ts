// Collecting text as UTF-8: the bytes are those of the whole text, in a few blocks, and counted.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Blocks } from '../../../src/http/answers/utf8-blocks.ts';
import { attempts } from '../../support/amount.ts';

const collect = (texts: readonly string[]) => {
  let counted = 0;
  const collecting = utf8Blocks(bytes => {
    counted += bytes;
  });
  for (const text of texts) collecting.add(text);
  const { text, blocks, bytes } = collecting.end();
  return { text, blocks: text === undefined ? blocks : [Buffer.from(text)], bytes, counted };
};

describe('text as UTF-8 in blocks', () => {
  test('has the bytes of the whole text', () => {
    const piece = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(0, 1, 7, 900, 20_000))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), texts => {
        const { blocks, bytes, counted } = collect(texts);
        const whole = Buffer.from(texts.join(''));
        expect(Buffer.concat(blocks).equals(whole)).toBe(true);
        expect([bytes, counted]).toEqual([whole.length, whole.length]);
      }),
      { numRuns: attempts(300) },
    );
  });

  test('of a short text is the text itself', () => {
    expect(collect(['[', '{"å":1}', ']'])).toMatchObject({ text: '[{"å":1}]', bytes: 10, counted: 10 });
    expect(collect([])).toMatchObject({ text: '', bytes: 0, counted: 0 });
  });

  test('of a long text is few blocks', () => {
    const { text, blocks } = collect(Array.from({ length: 1000 }, () => 'å'.repeat(500)));
    expect(text).toBeUndefined();
    expect(blocks.map(({ length }) => length).reduce((sum, length) => sum + length)).toBe(1_000_000);
    expect(blocks.length).toBeLessThan(20);
  });

  test('ends with what refuses the bytes', () => {
    const collecting = utf8Blocks(() => {
      throw new Error('too many');
    });
    expect(() => collecting.add('x'.repeat(100_000))).toThrow('too many');
  });
});
