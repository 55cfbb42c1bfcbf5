// Which words of a prescriber tell the dose: pairs in told-dose.yaml, each with its dangerous neighbour, written by hand. A case: the words,
// what they tell, and the product's name where it matters.
import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  hintsAtCondition,
  isText,
  productWords,
  saysCondition,
  saysHowLong,
  saysMaximum,
  saysWhen,
  tellsDose,
  toldIn,
  wordsIn,
} from '../../../../../src/adapters/ehr/translation/dosage/told-dose.ts';

const Told = Type.Union([Type.Literal('dose'), Type.Literal('half'), Type.Literal('nothing')]);
const Words = Type.Union([
  Type.Tuple([Type.String(), Told]),
  Type.Tuple([Type.String(), Told, Type.String()]),
]);
const pairs: unknown = parse(readFileSync(new URL('told-dose.yaml', import.meta.url), 'utf8'));
Value.Assert(Type.Array(Type.Tuple([Words, Words]), { minItems: 60 }), pairs);

/** The words of no product. */
const none = wordsIn('');

test('each case has a neighbour that tells something else', () => {
  expect(pairs.filter(([one, neighbour]) => one[1] === neighbour[1])).toEqual([]);
  expect(new Set(pairs.flat().map(([words, , product]) => `${words}|${product}`)).size).toBe(
    2 * pairs.length,
  );
});

test.each(pairs.flat())('%s: %s', (words, told, product = '') => {
  expect(toldIn(wordsIn(words), wordsIn(product))).toBe(told);
  expect(tellsDose(words, wordsIn(product))).toBe(told === 'dose');
});

test('what is written otherwise tells the same', () => {
  expect(toldIn(wordsIn('  2\u00a0TABLETTER\n(3) gånger  dagligen'), none)).toBe('dose');
  expect(toldIn(wordsIn('1 – 2 tabletter × 3'), none)).toBe('dose');
  expect(toldIn(wordsIn('1/2 tablett dagligen'), none)).toBe('dose');
  expect(toldIn(wordsIn('1 1/2 tablett dagligen'), none)).toBe('dose');
});

test('a text that is too long is not searched', () => {
  expect(toldIn(wordsIn('x'.repeat(1001)), none)).toBe('half');
  expect(toldIn(wordsIn('1 tablett dagligen '.padEnd(1000, 'x')), none)).toBe('dose');
});

test('a text without a letter or a digit is none', () => {
  expect([undefined, '', '-', ' . ', '3', 'x'].map(isText)).toEqual([false, false, false, false, true, true]);
  expect(tellsDose(undefined, none)).toBe(false);
});

test('a product is its name and its strength', () => {
  expect(productWords(undefined).text).toBe('');
  expect(
    productWords({ PrescriptionProductTradeName: 'Waran', PrescriptionProductStrengthNumeric: '2,5' }).text,
  ).toBe('Waran 2,5');
});

describe('what words say beside the dose', () => {
  test.each([
    ['vid behov', true],
    ['v.b.', true],
    ['VB', true],
    ['vid svår smärta', true],
    ['vid måltid', false],
    ['behovet', false],
    ['till frukost', false],
    ['3 gånger dagligen. Kontakta mottagningen vid behov', false],
    ['3 gånger dagligen. Sök vård vid feber', false],
  ])('a condition: %s: %s', (words, said) => {
    expect(saysCondition(['Enligt schema', `1 tablett ${words}`].map(wordsIn))).toBe(said);
  });

  test('a condition in its own words', () => {
    expect(saysCondition(['1 tablett om trycket är över 160'].map(wordsIn), 'om trycket är över 160')).toBe(
      true,
    );
    expect(saysCondition(['1 tablett'].map(wordsIn), 'om trycket är över 160')).toBe(false);
    expect(saysCondition(['1 tablett. Ring vid svår smärta'].map(wordsIn), 'smärta')).toBe(false);
    expect(saysCondition(['1 tablett vid smärta, sök vård vid smärta'].map(wordsIn), 'smärta')).toBe(true);
  });

  test('advice that hints at a condition', () => {
    expect(hintsAtCondition(['1 tablett. Sök vård vid feber'].map(wordsIn))).toBe(true);
    expect(hintsAtCondition(['1 tablett dagligen'].map(wordsIn))).toBe(false);
  });

  test.each([
    ['högst 8 tabletter', true],
    ['max 8', true],
    ['maximalt åtta', true],
    ['Maxdos: 8.0', true],
    ['not more than 6-8 tablets', true],
    ['up to eight', true],
    ['högst 80', false],
    ['högst 6', false],
    ['8 tabletter', false],
    ['högst en', false],
    ['max 8/dygn', true],
    ['max 8 per dygn', true],
    ['max 8 tabl.', true],
    // Of two tablets each, these are more.
    ['max 8 gånger per dygn', false],
    ['max 8 ggr/dygn', false],
    ['up to 8 times daily', false],
    ['max 8x dagligen', false],
    ['max 8 g per dygn', false],
    ['högst åtta gram', false],
  ])('a most of 8: %s: %s', (words, said) => {
    expect(
      saysMaximum(['Enligt schema', words].map(wordsIn), { most: '8', unit: ['tablett', 'tabletter'] }),
    ).toBe(said);
  });

  test('a most of 1 and of a half, in words', () => {
    expect(
      saysMaximum(['högst en tablett'].map(wordsIn), { most: '1', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst en halv tablett'].map(wordsIn), { most: '0.50', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst ½ tablett'].map(wordsIn), { most: '0.5', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst 1½ tablett'].map(wordsIn), { most: '1.5', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst 1 ½ tablett'].map(wordsIn), { most: '1.5', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst 1 1/2 tablett'].map(wordsIn), { most: '1.5', unit: ['tablett', 'tabletter'] }),
    ).toBe(true);
    expect(
      saysMaximum(['högst 1 1/20 tablett'].map(wordsIn), { most: '1.5', unit: ['tablett', 'tabletter'] }),
    ).toBe(false);
  });

  test.each([
    ['i 10 dagar', true],
    ['till 15 juni', true],
    ['tills smärtan går över', true],
    ['5/6', true],
    ['till 11/2', true],
    ['21/2 2027', true],
    ['5 juni', true],
    ['till natten', false],
    ['1 till 2 tabletter', false],
    ['3 gånger dagligen', false],
    ['10 tabletter', false],
    ['1 tablett dagligen. Återbesök om 2 veckor', false],
    ['1 tablett dagligen. Ring om det inte är bättre inom 3 dagar', false],
    ['Ta inte slut i förtid: i 10 dagar', true],
  ])('a length or an end: %s: %s', (words, said) => {
    expect(saysHowLong(['Enligt schema', words].map(wordsIn))).toBe(said);
    expect(saysWhen([wordsIn(words)], { isFollowing: true })).toBe(said);
  });

  test.each([
    ['1 tablett på morgonen', true],
    ['1 tablett kl 8', true],
    ['1 tablet on Mondays', true],
    ['1 tablett vid smärta', true],
    ['1 tablett i 5 dagar', true],
    ['1 tablett dagligen', false],
    ['1 tablett dagligen. Kontakta mottagningen vid behov.', false],
    ['1 tablett dagligen. Ring mottagningen på morgonen.', false],
  ])('when it applies beside another one: %s: %s', (words, said) => {
    expect(saysWhen([wordsIn(words)], { isFollowing: false })).toBe(said);
  });
});
