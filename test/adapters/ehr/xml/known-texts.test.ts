// What the decoder knows of the texts of an item: it may know less than there is, and never something that is not so.
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { decoder } from '../../../../src/adapters/ehr/xml/decoder.ts';
import { xmlReader } from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { planOf } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { AnyObject, refTo } from '../../../../src/domain/records/shared/common.ts';
import type { KnownTexts } from '../../../../src/ports/ehr.ts';
import { attempts } from '../../../support/amount.ts';
import { listed } from '../../../support/listed.ts';
import { bytesOf, feedings } from './feeding.ts';

const Item = Type.Object({
  Text: Type.String(),
  Attribute: Type.String(),
  Any: Type.Array(refTo(AnyObject)),
});
const plan = planOf(Type.Object({ Version: Type.String(), Item: Type.Array(Item) }), {
  times: timeReader(regionTime('Europe/Stockholm')),
  schemas: sharedSchemas,
});

/** All texts of an item and of the head, and what is known of them. */
type Read = { readonly all: string; readonly known: KnownTexts | undefined };

const textsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textsOf).join('')
    : typeof value === 'string'
      ? value
      : '';

const read = (pieces: readonly Uint8Array[], charset = 'utf-8'): Read[] => {
  const found: Read[] = [];
  const reading = decoder({
    root: 'List',
    plan,
    each: {
      element: 'Item',
      onItem: ({ value, head, texts }) =>
        found.push({ all: textsOf(value) + textsOf({ ...head, Item: '' }), known: texts }),
    },
  });
  const reader = xmlReader(reading, charset);
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return found;
};

/** Controls other than tab and line feed, and what D33 lists beside them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const itemOf = (text: string) =>
  `<Item Attribute="${text}"><Text>${text}</Text><Any><x y="${text}">${text}</x></Any></Item>`;

const documentOf = (head: string, texts: readonly string[]) =>
  `<List><Version>${head}</Version>${texts.map(itemOf).join('')}</List>`;

const mayHaveControls = (pieces: readonly Uint8Array[]) =>
  read(pieces).map(({ known }) => known?.mayHaveControls);

test.each(['åäö', '”ja” – nej…', 'a\u00a0§\u00b5', 'rum #3', '&lt;b&gt; &amp; #3', 'a\r\nb\tc', '𝄞'])(
  'a document with %j is known to have no control character',
  text => {
    expect(mayHaveControls([bytesOf(documentOf(text, [text, text]))])).toEqual([false, false]);
  },
);

describe.each(feedings)('%s', (_, feed) => {
  test.each(['\x7f', '\u0085', '\u202e', '\u2066', '&#x202e;', '&#133;'])(
    'a document with %j may have control characters from then on, also beside its items',
    text => {
      expect(mayHaveControls(feed(bytesOf(documentOf('', [text]))))).toEqual([true]);
      expect(mayHaveControls(feed(bytesOf(documentOf(text, ['a', 'b']))))).toEqual([true, true]);
    },
  );
});

const character = fc.constantFrom(
  ...listed('a å #3 𝄞 &#x202e; &amp;'),
  '–',
  '\u00a0',
  '\r',
  '\u0085',
  '\x7f',
  '\u202e',
);
const text = fc.array(character, { maxLength: 5 }).map(all => all.join(''));
const encodings = { 'utf-8': 'utf8', 'utf-16le': 'utf16le' } as const;

test('whatever the texts, the encoding and the pieces, nothing is known that is not so', () => {
  let known = 0;
  fc.assert(
    fc.property(
      text,
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('utf-8', 'utf-16le'),
      fc.array(fc.nat(40), { maxLength: 60 }),
      (head, texts, charset, lengths) => {
        const bytes = Buffer.from(documentOf(head, texts), encodings[charset]);
        const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, one) => sum + one));
        const pieces = [0, ...ends].map((from, at) => bytes.subarray(from, ends[at]));
        for (const { all, known: texts } of read(pieces, charset)) {
          expect(texts?.mostCharacters).toBeGreaterThanOrEqual(all.length);
          if (texts?.mayHaveControls !== false) continue;
          expect(all).not.toMatch(control);
          known++;
        }
      },
    ),
    { numRuns: attempts(3000) },
  );
  expect(known).toBeGreaterThan(attempts(300));
});
