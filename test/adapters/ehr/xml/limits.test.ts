// The limits of a document (D32): exactly the limit is read, one more is rejected.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { DocumentReader } from '../../../../src/adapters/ehr/read-document.ts';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { decoder } from '../../../../src/adapters/ehr/xml/decoder.ts';
import {
  type NamespaceHandler,
  namespaceReader,
  xmlReader,
} from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { planOf } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { AnyObject, refTo } from '../../../../src/domain/records/shared/common.ts';
import { bytesOf, reasonOf, refusal } from './feeding.ts';

const none = () => {};
const ignoring: NamespaceHandler = {
  open: none,
  openForeign: none,
  attribute: none,
  opened: none,
  text: none,
  close: none,
};

const readers = [
  ['without namespaces', () => xmlReader(ignoring)],
  ['with namespaces', () => namespaceReader({ handler: ignoring, charset: undefined, isOurs: () => true })],
] as const;

const mebibytes = 1024 * 1024;

/** Bytes of a chunk: as in production, and small ones for small documents. */
const usual = 32 * 1024;
const piecesFor = (bytes: Uint8Array) => (bytes.length < mebibytes ? [usual, 7] : [usual]);

/** How reading a document ends, the same for every way of splitting it. */
const outcome = (makeReader: () => DocumentReader, xml: string): string => {
  const bytes = bytesOf(xml);
  const outcomes = piecesFor(bytes).map(size =>
    refusal(() => {
      const reader = makeReader();
      for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
      reader.end();
      return 'read';
    }),
  );
  return [...new Set(outcomes)].join(' or ');
};

const read = 'no refusal, but read';
const refused = 'ehr-unusable';

const text = 16 * mebibytes;
const x = (count: number) => 'x'.repeat(count);
const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');

describe.each(readers)('%s', (_, makeReader) => {
  test.each<[what: string, most: number, documentOf: (count: number) => string]>([
    ['attributes of a tag', 1000, count => `<a ${attributes(count)}><b/></a>`],
    [
      'attributes of an empty tag',
      1000,
      count => `<a><b ${attributes(count)}/><b ${attributes(count)}/></a>`,
    ],
    [
      'prefixes that a tag binds',
      1000,
      count => `<a ${attributes(count).replaceAll('a', 'xmlns:a').replaceAll('""', '"u"')}/>`,
    ],
    ['characters of an element’s name', 1000, count => `<${x(count)}/>`],
    ['characters of the name of an element with an end tag', 1000, count => `<${x(count)}></${x(count)}>`],
    ['characters of an attribute’s name', 1000, count => `<a ${x(count)}=""/>`],
    ['characters of an instruction’s target', 1000, count => `<?${x(count)} y?><a/>`],
    ['elements below each other', 100, count => '<a>'.repeat(count) + '</a>'.repeat(count)],
  ])('%s: %s', (_, most, documentOf) => {
    expect(outcome(makeReader, documentOf(most))).toBe(read);
    expect(outcome(makeReader, documentOf(most + 1))).toBe(refused);
  });
});

// Both readers have the same parser. Under coverage, 16 MiB take seconds.
describe('much of one thing', () => {
  const [, makeReader] = readers[1];

  test.each<[what: string, documentOf: (count: number) => string]>([
    ['characters of an attribute', count => `<a b="${x(count)}"/>`],
    ['characters of a text', count => `<a>${x(count)}</a>`],
    [
      'characters of a text in pieces',
      count => `<a>${x(mebibytes)}<!-- -->${x(count - 2 * mebibytes)}<![CDATA[${x(mebibytes)}]]></a>`,
    ],
    [
      'characters of a text between elements',
      count => `<a>${x(mebibytes)}<b>${x(mebibytes)}</b>${x(count - mebibytes)}</a>`,
    ],
    ['characters of a CDATA section', count => `<a><![CDATA[${x(count)}]]></a>`],
    ['characters of a comment', count => `<a><!--${x(count)}--></a>`],
    ['characters of an instruction', count => `<a><?y ${x(count)}?></a>`],
  ])(`%s: ${text}`, (_, documentOf) => {
    expect(outcome(makeReader, documentOf(text))).toBe(read);
    expect(outcome(makeReader, documentOf(text + 1))).toBe(refused);
  });

  test.each([
    ['a name', '<'],
    ['an attribute’s name', '<a '],
    ['a reference', '<a>&'],
    ['a declaration', '<?xml version="'],
    ['a document type declaration', '<!DOCTYPE '],
    ['an instruction’s target', '<?'],
  ])('%s without an end is rejected before the document ends', (_, start) => {
    const reader = makeReader();
    reader.write(bytesOf(start));
    const flood = () => {
      for (let written = 0; written <= 17 * mebibytes; written += usual) reader.write(bytesOf(x(usual)));
    };
    expect(refusal(flood)).toBe('ehr-unusable');
  });

  test('limits apply to each tag, name and text separately', () => {
    const part = `<b ${attributes(600)}>${x(mebibytes)}<!--${x(mebibytes)}--></b>`;
    expect(outcome(makeReader, `<a>${part.repeat(17)}</a>`)).toBe(read);
  });
});

const Item = Type.Partial(Type.Object({ Word: Type.String(), Words: Type.Array(Type.String()) }));
const List = Type.Partial(
  Type.Object({ Head: Type.String(), Item: Type.Array(Item), Any: Type.Array(refTo(AnyObject)) }),
);
const plan = planOf(List, { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas });

/** The number of items in documents that are read as streams, as lists, and as one record. */
const decoders = {
  stream: () => decoder({ root: 'List', plan, each: { element: 'Item', onItem: none } }),
  list: () => decoder({ root: 'List', plan, isList: true, each: { element: 'Item', onItem: none } }),
  'kept list': () => decoder({ root: 'List', plan, isList: true, done: none }),
  record: () => decoder({ root: 'List', plan, done: none }),
};

const decoded = (how: keyof typeof decoders, content: string) =>
  outcome(() => xmlReader(decoders[how]()), `<List>${content}</List>`);

const items = 10_000;
const elements = 100_000;
const manyAttributes = (count: number) => {
  const whole = `<i ${attributes(1000)}/>`.repeat(Math.floor(count / 1000));
  return `${whole}<i ${attributes(count % 1000)}/>`;
};

describe('records', () => {
  test.each<[what: string, how: keyof typeof decoders, most: number, contentOf: (count: number) => string]>([
    [
      'elements of a streamed record',
      'stream',
      elements,
      count => `<Item/><Item>${'<Words/>'.repeat(count - 1)}</Item><Item/>`,
    ],
    ['elements that nobody knows', 'stream', elements, count => `<Item>${'<x/>'.repeat(count - 1)}</Item>`],
    [
      'elements of an item of a list',
      'kept list',
      elements,
      count => `<Item/><Item>${'<Words/>'.repeat(count - 1)}</Item>`,
    ],
    [
      'elements of a free-form item',
      'kept list',
      elements,
      count => `<Any>${'<x/>'.repeat(count - 1)}</Any>`,
    ],
    [
      'elements of a document that is one record',
      'record',
      elements,
      count => `<Any>${'<x/>'.repeat(1000)}</Any>`.repeat(99) + '<Any/>'.repeat(count - 1 - 99 * 1001),
    ],
    ['attributes of a record', 'record', 1_000_000, count => `<Any>${manyAttributes(count)}</Any>`],
    ['items of a list', 'list', items, count => '<Item/>'.repeat(count)],
    [
      'items of a list that is handed out whole',
      'kept list',
      items,
      count => `${'<Item/>'.repeat(count - 1)}<Any/>`,
    ],
    ['elements beside a stream’s items', 'stream', items, count => '<Head/>'.repeat(count)],
  ])('%s, in a %s: %s', (_, how, most, contentOf) => {
    expect(decoded(how, contentOf(most))).toBe(read);
    expect(decoded(how, contentOf(most + 1))).toBe(refused);
  });

  test.each<[what: string, how: keyof typeof decoders, content: string]>([
    ['items of a stream', 'stream', '<Item/>'.repeat(3 * items)],
    ['elements of a stream', 'stream', `<Item>${'<Words/>'.repeat(1000)}</Item>`.repeat(300)],
  ])('%s are not limited', (_, how, content) => {
    expect(decoded(how, content)).toBe(read);
  });
});

describe('bytes of what is being built', () => {
  const held = (how: keyof typeof decoders, content: string) => {
    const handler = decoders[how]();
    const reader = xmlReader(handler);
    reader.write(bytesOf(`<List>${content}`));
    return handler.held();
  };
  const root = 200;

  test.each<[what: string, content: string, bytes: number]>([
    ['200 for an element', '<Item><Words/>', 2 * 200],
    ['32 for a text, and 2 for each character', '<Item><Word>abcå</Word>', 2 * 200 + 32 + 8],
    ['32 for a text of a free-form element, too', '<Any><a>abc</a></Any>', 2 * 200 + 32 + 6],
    ['64 for an attribute, and 2 for each character of its value', '<Item Word="abcå"/>', 200 + 64 + 8],
    [
      '64 for one of an unknown element, and 32 because it is counted',
      '<Item><x y="abc"/>',
      200 + 64 + 6 + 32,
    ],
    ['none for an unknown element', '<Item><x><y/></x>', 200],
    ['32 for a text in one, because it is counted', '<Item><x>abcdefgh</x>', 200 + 32],
    ['32 for a text in one within a text, too', '<Item><Word><x>abcdefgh</x>', 2 * 200 + 32],
    ['none for text that has no place', '<Item>abcdefgh<Words/>', 2 * 200],
  ])('%s', (_, content, bytes) => {
    expect(held('record', content)).toBe(root + bytes);
  });

  test('a record that was handed out counts once more, with the others since the last call', () => {
    const handler = decoders.stream();
    const reader = xmlReader(handler);
    reader.write(bytesOf('<List><Item/><Item/><Item>'));
    expect(handler.held()).toBe(root + 3 * 200);
    expect(handler.held()).toBe(200);
    reader.write(bytesOf('</Item>'));
    expect(handler.held()).toBe(200);
    expect(handler.held()).toBe(0);
  });

  test('a record of a list counts until its end', () => {
    const handler = decoders.list();
    const reader = xmlReader(handler);
    reader.write(bytesOf('<List><Item/><Item/>'));
    expect([handler.held(), handler.held()]).toEqual([root + 400, root + 400]);
  });
});

describe('a record beyond a limit says so', () => {
  test.each<[message: string, how: keyof typeof decoders, content: string]>([
    ['a record of more than 100000 elements', 'record', '<x/>'.repeat(elements)],
    ['a record of more than 1000000 attributes', 'record', `<Any>${manyAttributes(1_000_001)}</Any>`],
    ['more than 10000 items', 'list', '<Item/>'.repeat(items + 1)],
  ])('%s', (message, how, content) => {
    const reader = xmlReader(decoders[how]());
    const [reason, text] = reasonOf(() => reader.write(bytesOf(`<List>${content}`)));
    expect([reason, text.replace(/, at byte .*/, '')]).toEqual(['ehr-limit', message]);
  });

  test('fewer elements, where a record is translated when it is complete', () => {
    const few = () => xmlReader(decoder({ root: 'List', plan, maxElements: 3, done: none }));
    expect(outcome(few, '<List><Head/><Any/></List>')).toBe(read);
    expect(outcome(few, '<List><Head/><Any><a/></Any></List>')).toBe(refused);
  });
});
