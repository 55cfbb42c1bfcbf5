// Texts that are compared (D33): spellings that a reader cannot tell apart are equal, different texts stay different.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparableForms, textSet } from '../../../src/domain/rules/comparable-text.ts';
import { attempts } from '../../support/amount.ts';
import { lengthsNormalizedDuring, sum } from '../../support/normalized.ts';

const isListed = (listed: string, text: string) => textSet([listed]).mayHave(text);

/** Holds in both directions: it must not matter which of the two the profile has. */
const expectEqual = (one: string, other: string) => {
  expect(isListed(one, other)).toBe(true);
  expect(isListed(other, one)).toBe(true);
};

const keyword = 'Våld i nära relation';
const unit = 'SE2321000016-9X9X';

describe('equal', () => {
  test.each<[string, string, string]>([
    ['decomposed letters (NFD)', keyword, 'Va\u030ald i na\u0308ra relation'],
    ['full-width letters', 'Sekretess', 'Ｓｅｋｒｅｔｅｓｓ'],
    ['a ligature', 'Konfidentiellt', 'Kon\ufb01dentiellt'],
    ['a no-break space', keyword, 'Våld\u00a0i\u202fnära relation'],
    ['two spaces', keyword, 'Våld  i nära   relation'],
    ['a line break', keyword, 'Våld i\r\n nära\u2028relation'],
    ['a next-line character', keyword, 'Våld\u0085i nära relation'],
    ['outer white space', keyword, '\t Våld i nära relation\n'],
    ['a zero-width space', keyword, 'Vå\u200bld i nära relation'],
    ['a zero-width joiner', keyword, 'Våld i nära rela\u200dtion'],
    ['a byte order mark', keyword, '\ufeffVåld i nära relation'],
    ['a direction mark', keyword, 'Våld i nära relation\u200e'],
    ['a soft hyphen as a hyphenation hint', keyword, 'Våld i nära rela\u00adtion'],
    ['a grapheme joiner between a letter and its ring', keyword, 'Va\u034f\u030ald i nära relation'],
    ['a variation selector', keyword, 'Våld\ufe0f i nära relation'],
    ['a trailing colon', keyword, 'Våld i nära relation:'],
    ['a colon after a blank', keyword, 'Våld i nära relation : '],
    ['a full-width colon', keyword, 'Våld i nära relation\uff1a'],
    ['two colons', keyword, 'Våld i nära relation::'],
    ['letter case', keyword, 'VÅLD I NÄRA RELATION'],
    ['letter case of one letter that becomes two', 'Straße', 'STRASSE'],
    ['a capital sharp s', 'Straße', 'STRA\u1e9eE'],
    ['a final sigma', 'ΟΔΟΣ', 'οδος'],
    ['a hyphen', unit, 'SE2321000016\u20109X9X'],
    ['a no-break hyphen', unit, 'SE2321000016\u20119X9X'],
    ['a figure dash', unit, 'SE2321000016\u20129X9X'],
    ['an en dash', unit, 'SE2321000016\u20139X9X'],
    ['an em dash', unit, 'SE2321000016\u20149X9X'],
    ['a minus sign', unit, 'SE2321000016\u22129X9X'],
    ['a full-width hyphen', unit, 'SE2321000016\uff0d9X9X'],
    ['a small hyphen', unit, 'SE2321000016\ufe639X9X'],
    ['a hyphen bullet', unit, 'SE2321000016\u20439X9X'],
    ['a modifier minus', unit, 'SE2321000016\u02d79X9X'],
    ['a soft hyphen in place of the hyphen', unit, 'SE2321000016\u00ad9X9X'],
    ['all together', keyword, ' \ufeffVA\u030aLD\u00a0 I\n NÄRA RELA\u200bTION : '],
  ])('%s', (_, one, other) => expectEqual(one, other));
});

describe('not equal', () => {
  test.each<[string, string, string]>([
    ['a part', keyword, 'Våld'],
    ['another letter', 'Våld', 'Vald'],
    ['words that are written together', 'nära relation', 'närarelation'],
    ['a colon inside', 'Vård: plan', 'Vård plan'],
    ['a missing hyphen', unit, 'SE23210000169X9X'],
    ['another unit', unit, 'SE2321000016-9X9Y'],
    ['nothing', keyword, ''],
  ])('%s', (_, one, other) => {
    expect(isListed(one, other)).toBe(false);
    expect(isListed(other, one)).toBe(false);
  });

  test('no text at all', () => {
    expect(textSet(['']).mayHave(undefined)).toBe(false);
    expect(textSet([]).mayHave('')).toBe(false);
    expect(textSet(undefined).size).toBe(0);
  });
});

describe('for any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const noise = fc.constantFrom('\u200b', '\u200c', '\u2060', '\ufeff', '\u061c');
  const blank = fc.array(fc.constantFrom(' ', '\u00a0', '\t', '\n', '\u3000'), {
    minLength: 1,
    maxLength: 4,
  });
  const dash = fc.constantFrom('-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\uff0d');

  test('each normal form, upper case and surrounding white space say the same', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (one, form) => {
        expect(isListed(one, one)).toBe(true);
        expectEqual(one, one.normalize(form));
        expectEqual(one, ` ${one}\n`);
        expectEqual(one, `${one}:`);
      }),
    );
  });

  const letters = fc.string({ unit: fc.constantFrom(...'abcåäöABCÅÄÖ0123'), minLength: 1, maxLength: 8 });

  test('invisible characters, blanks and dashes have one spelling', () => {
    fc.assert(
      fc.property(letters, letters, letters, noise, blank, dash, (a, b, c, hidden, blanks, hyphen) => {
        expectEqual(`${a} ${b}-${c}`, `${a}${blanks.join('')}${hidden}${b}${hyphen}${hidden}${c}`);
      }),
    );
  });

  test('words of letters and digits are equal exactly if they differ only in case', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(isListed(one, other)).toBe(one.toLowerCase() === other.toLowerCase());
      }),
    );
  });

  test('a character of any code point is found as it is listed', () => {
    const character = fc
      .integer({ min: 0, max: 0x10_ffff })
      .filter(code => code < 0xd800 || code > 0xdfff)
      .map(code => String.fromCodePoint(code));
    fc.assert(
      fc.property(character, one => {
        const listed = `a${one}b`;
        const list = textSet([listed]);
        expect(
          [listed.normalize('NFD'), listed.toUpperCase(), listed.toLowerCase()].map(text =>
            list.mayHave(text),
          ),
        ).toEqual([true, true, true]);
      }),
      { numRuns: attempts(2_000) },
    );
  });
});

describe('what is not compared may be any text of the set', () => {
  const marks = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`.slice(0, length);

  test.each<[string, string]>([
    ['4,097 letters', 'a'.repeat(4097)],
    ['4,097 units of marks', marks(4097)],
    ['half a million units of marks', marks(524_288)],
    ['sixteen million characters that become 18 each', '\ufdfa'.repeat(2 ** 24)],
    ['a listed word among blanks', `${' '.repeat(4096)}Våld`],
  ])('%s', async (_, text) => {
    const list = textSet(['Våld']);
    const lengths = await lengthsNormalizedDuring(() => expect(list.mayHave(text)).toBe(true));
    expect(lengths).toEqual([]);
    expect(textSet([]).mayHave(text)).toBe(false);
  });

  test('a text of 4,096 units is compared', () => {
    const list = textSet(['Våld']);
    expect(list.mayHave(`${' '.repeat(4092)}Våld`)).toBe(true);
    for (const text of ['a'.repeat(4096), marks(4096), '\ufdfa'.repeat(4096)])
      expect(list.mayHave(text)).toBe(false);
  });

  test('a text after the record has used up its share of the work', async () => {
    const list = textSet(['Våld']);
    const formsOf = comparableForms();
    const texts = Array.from({ length: 1000 }, (_, at) => marks(4090) + at);
    const lengths = await lengthsNormalizedDuring(() => {
      for (const text of texts) list.mayHave(text, formsOf);
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096);
    expect(sum(lengths)).toBeLessThan(50_000);
    expect(texts.map(text => list.mayHave(text, formsOf)).indexOf(true)).toBe(4);
    // Most texts need no normalization, and a text that was compared before costs nothing.
    expect(list.mayHave('Åtgärd', formsOf)).toBe(false);
    expect(list.mayHave(texts[0], formsOf)).toBe(false);
    expect(list.mayHave('Va\u030ald', formsOf)).toBe(true);
    expect(list.mayHave('Va\u030ard', formsOf)).toBe(true);
  });

  test('a thousand ordinary headings are compared, whatever the normal form', () => {
    const list = textSet(['Våld']);
    for (const form of ['NFC', 'NFD']) {
      const formsOf = comparableForms();
      const headings = Array.from({ length: 1000 }, (_, at) => `Åtgärd ${at}`.normalize(form));
      expect(headings.some(heading => list.mayHave(heading, formsOf))).toBe(false);
    }
  });
});
