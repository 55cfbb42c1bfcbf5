// The reader that knows namespaces against saxes, which knows them too: whatever the document, either both refuse it, or
// both tell the same of it.
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { namespaceReader } from '../../../../src/adapters/ehr/xml/namespaces.ts';
import { isFailure } from '../../../../src/domain/model/failure.ts';
import { bytesOf } from './feeding.ts';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';
const isOurs = (uri: string) => uri === 'urn:ours' || uri === '';

const bySaxes = (xml: string): string => {
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  let told = '';
  let depth = 0;
  let foreign = 0;
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth++;
    if (foreign > 0 || !isOurs(uri)) {
      foreign++;
      return;
    }
    told += `<${local}`;
    let nil = false;
    for (const one of Object.values(attributes)) {
      if (one.uri === instance) nil ||= one.local === 'nil' && /^\s*(true|1)\s*$/.test(one.value);
      else if (one.name !== 'xmlns' && !['xmlns', 'xml'].includes(one.prefix))
        told += ` ${one.name}=${one.value}`;
    }
    told += nil ? ' nil>' : '>';
  });
  const text = (more: string) => {
    if (depth > 0 && foreign === 0) told += more;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    depth--;
    if (foreign > 0) foreign--;
    else told += '/>';
  });
  try {
    parser.write(xml).close();
    return told;
  } catch {
    return 'refused';
  }
};

const byUs = (xml: string): string => {
  let told = '';
  const reader = namespaceReader({
    handler: {
      open: name => {
        told += `<${name}`;
      },
      attribute: (name, value) => {
        told += ` ${name}=${value}`;
      },
      opened: nil => {
        told += nil ? ' nil>' : '>';
      },
      text: more => {
        told += more;
      },
      close: () => {
        told += '/>';
      },
    },
    charset: 'utf-8',
    isOurs,
  });
  try {
    reader.write(bytesOf(xml));
    reader.end();
    return told;
  } catch (error) {
    if (isFailure(error, 'ehr-unusable')) return 'refused';
    throw error;
  }
};

const prefix = fc.constantFrom('', '', 'o:', 'e:', 'p:', 'xml:', 'xmlns:', ':', 'o:e:');
const uri = fc.constantFrom(
  'urn:ours',
  'urn:ours',
  'urn:e',
  '',
  instance,
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2000/xmlns/',
);
const local = fc.constantFrom('a', 'b', 'nil', 'c');
const binding = fc
  .tuple(fc.constantFrom('', ':o', ':e', ':p', ':o', ':xml', ':xmlns', ':'), uri)
  .map(([name, value]) => ` xmlns${name}="${value}"`);
const attribute = fc
  .tuple(prefix, local, fc.constantFrom('1', 'true', 'x', ' 1 '))
  .map(([before, name, value]) => ` ${before}${name}="${value}"`);

type Tree = {
  readonly name: string;
  readonly attributes: string;
  readonly inner: readonly (Tree | string)[];
};

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.record({
    name: fc.tuple(prefix, local).map(parts => parts.join('')),
    attributes: fc
      .array(fc.oneof(binding, binding, attribute), { maxLength: 4 })
      .map(parts => parts.join('')),
    inner: fc.array(fc.oneof({ depthSize: 'small' }, fc.constantFrom('x', '<![CDATA[y]]>'), tie('tree')), {
      maxLength: 3,
    }),
  }),
}));

const written = ({ name, attributes, inner }: Tree): string =>
  `<${name}${attributes}>${inner.map(one => (typeof one === 'string' ? one : written(one))).join('')}</${name}>`;

const runs = Number(process.env.ATTACK_RUNS ?? 1) * 3000;

test('they tell the same, or both refuse', () => {
  const outcomes = { told: 0, refused: 0 };
  const root = tree.map(one =>
    written({
      ...one,
      attributes: ` xmlns:o="urn:ours" xmlns:e="urn:e"${one.attributes.replace(/ xmlns:[oe]="[^"]*"/g, '')}`,
    }),
  );
  fc.assert(
    fc.property(fc.oneof(root, tree.map(written)), xml => {
      const expected = bySaxes(xml);
      outcomes[expected === 'refused' ? 'refused' : 'told']++;
      expect(byUs(xml), xml).toBe(expected);
    }),
    { numRuns: runs },
  );
  expect(outcomes.told).toBeGreaterThan(runs / 20);
  expect(outcomes.refused).toBeGreaterThan(runs / 20);
});
