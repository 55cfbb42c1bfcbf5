// Writes extracts and other documents as XML, following the record trees (sandbox/record-builders). Shares no code with the
// service's decoder.
import { namedTrees } from '../../record-builders/named-trees.ts';
import { isArrayTree, type ObjectTree, type Tree } from '../../record-builders/record-trees.ts';
import { type Encoding, encode, type Written } from './encode.ts';
import { type Content, type Element, render } from './render.ts';
import { dateForm, timeForm } from './times.ts';
import type { Variation } from './variation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Types whose empty element means that the value is absent. */
const absentWhenEmpty = new Set([
  'Identifier',
  'Coded',
  'Time',
  'Date',
  'boolean',
  'number',
  'integer',
  'time text',
]);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const spaced = (text: string, variation: Variation) =>
  variation.chance(0.1) ? `${variation.pick(' ', '\n\t')}${text} ` : text;

const numberForm = (value: number | bigint, variation: Variation) => {
  const digits = String(value);
  const signed = digits.startsWith('-') ? digits : variation.pick(digits, `+${digits}`);
  return spaced(variation.pick(signed, signed.replace('.', ',')), variation);
};

/** The text of a value without members. */
const textOf = (value: unknown, kind: string, variation: Variation): string => {
  switch (kind) {
    case 'boolean':
      return spaced(value ? variation.pick('true', '1') : variation.pick('false', '0'), variation);
    case 'number':
    case 'integer':
      return numberForm(value as number | bigint, variation);
    case 'time':
    case 'time text':
      return spaced(timeForm(String(value), variation), variation);
    case 'date':
      return spaced(dateForm(String(value), variation), variation);
    case 'word':
      return spaced(String(value), variation);
    default:
      return String(value);
  }
};

const element = (
  name: string,
  attributes: readonly (readonly [string, string])[],
  content: readonly Content[],
): Element => ({ name, attributes, content });

const textElement = (name: string, text: string) => element(name, [], text === '' ? [] : [{ text }]);

/** Unknown elements that may occur anywhere within a record. They hold no value: values would be counted as unmapped. */
const strange = (variation: Variation): Element =>
  variation.pick(
    element('Unknown', [['extension', '']], [textElement('Keyword', '')]),
    element('ext:Extra', [['xmlns:ext', 'urn:example:ext']], [element('PatientID', [], [])]),
    textElement('Övrigt', ' '),
  );

const strangeAttributes = (variation: Variation): (readonly [string, string])[] =>
  variation.chance(0.05)
    ? [
        variation.pick(
          ['unknown', ''] as const,
          ['xsi:type', 'ns:Something'] as const,
          ['xml:lang', 'sv'] as const,
          ['xmlns:other', 'urn:example:other'] as const,
        ),
      ]
    : [];

/** Shuffles children. Those with the same name keep their order. */
const inAnyOrder = (elements: readonly Element[], variation: Variation): Element[] => {
  const names = variation.shuffle(elements.map(({ name }) => name));
  const byName = new Map<string, Element[]>();
  for (const element of elements) byName.set(element.name, [...(byName.get(element.name) ?? []), element]);
  return names.map(name => byName.get(name)?.shift()).filter(element => element !== undefined);
};

/** Writes a free-form object, with strings as attributes or elements. */
const anyElement = (name: string, value: unknown, variation: Variation): Element => {
  if (!isObject(value)) return textElement(name, String(value));
  const attributes: (readonly [string, string])[] = [];
  const children: Element[] = [];
  for (const [member, inner] of Object.entries(value)) {
    if (member === '$self') continue;
    if (typeof inner === 'string' && (value.$self !== undefined || variation.chance(0.5))) {
      attributes.push([member, inner]);
    } else for (const item of [inner].flat()) children.push(anyElement(member, item, variation));
  }
  const own = value.$self === undefined ? [] : [{ text: String(value.$self) }];
  return element(name, attributes, [...inAnyOrder(children, variation), ...own]);
};

type Place = {
  readonly name: string;
  readonly variation: Variation;
  /** Whether it is the root of a document, which may be a list: there is nothing unknown under it. */
  readonly isRoot?: boolean;
};

/** An absent member is left out, or written as nil or empty. */
const absent = (tree: Tree, { name, variation }: Place): Element[] => {
  if (!variation.chance(0.05)) return [];
  const nil = element(name, [[variation.pick('xsi:nil', 'xsi:nil'), variation.pick('true', '1')]], []);
  const saysSoEmpty = typeof tree === 'string' && absentWhenEmpty.has(tree);
  return [saysSoEmpty ? variation.pick(nil, element(name, [], [])) : nil];
};

const leafTree = (tree: Tree): string | undefined =>
  typeof tree === 'string' && namedTrees[tree] === undefined && tree !== 'Any' ? tree : undefined;

const valueElement = (value: unknown, tree: Tree, place: Place): Element => {
  const { name, variation } = place;
  const leaf = leafTree(tree);
  if (leaf !== undefined) {
    const text = textOf(value, leaf, variation);
    const inAttribute = leaf === 'time text' && variation.chance(0.3);
    return inAttribute ? element(name, [['value', text]], []) : textElement(name, text);
  }
  if (tree === 'Any') return anyElement(name, value, variation);
  const members = typeof tree === 'string' ? namedTrees[tree] : (tree as ObjectTree);
  if (members === undefined || !isObject(value)) throw new TypeError(`${name} does not fit its tree`);
  return objectElement(value, members, place);
};

/** Elements in `ArchetypeRecords` may have a prefix that is bound there. */
const prefixed = (name: string, prefix: string) => (prefix === '' ? name : `${prefix}:${name}`);

const withPrefix = ({ name, attributes, content }: Element, prefix: string): Element => ({
  name: prefixed(name, prefix),
  attributes,
  content: content.map(part => ('name' in part ? withPrefix(part, prefix) : part)),
});

const archetypes = (made: Element, variation: Variation): Element => {
  if (made.name !== 'ArchetypeRecords' || !variation.chance(0.3)) return made;
  const { attributes, ...rest } = withPrefix(made, 'arc');
  return { ...rest, attributes: [...attributes, ['xmlns:arc', 'urn:example:archetypes']] };
};

/** The values of a note in their parallel form, which is not published. */
const parallelValues = (value: Fields, { name, variation }: Place): Element[] => {
  if (name !== 'Record' || !Array.isArray(value.Value) || !variation.chance(0.2)) return [];
  const values = value.Value as Fields[];
  return [
    element(
      'Values',
      [],
      values.map(one =>
        element(
          'Value',
          [],
          [
            textElement('JournalValueType', String(one.JournalValueType ?? '')),
            textElement('ValueText', String(one.$self ?? '')),
          ],
        ),
      ),
    ),
  ];
};

const objectElement = (value: Fields, tree: ObjectTree, place: Place): Element => {
  const { name, variation, isRoot = false } = place;
  const attributes: (readonly [string, string])[] = strangeAttributes(variation);
  const children: Element[] = [];
  const hasText = '$self' in tree;
  for (const [member, inner] of Object.entries(tree)) {
    if (member === '$self') continue;
    const content = value[member];
    const below = { variation, name: member };
    const leaf = leafTree(inner);
    // An element with text of its own has no children.
    const asAttribute = leaf !== undefined && (hasText || variation.chance(isIdentifying(tree) ? 0.8 : 0.1));
    if (content === undefined) {
      if (!hasText) children.push(...absent(isArrayTree(inner) ? inner[0] : inner, below));
    } else if (isArrayTree(inner)) {
      for (const item of content as unknown[]) children.push(valueElement(item, inner[0], below));
    } else if (leaf !== undefined && asAttribute) {
      attributes.push([member, textOf(content, leaf, variation)]);
      // A child takes precedence over an attribute.
      if (!hasText && leaf === 'string' && variation.chance(0.05)) {
        attributes.pop();
        attributes.push([member, 'overridden']);
        children.push(valueElement(content, inner, below));
      }
    } else children.push(valueElement(content, inner, below));
  }
  const own =
    hasText && value.$self !== undefined
      ? [{ text: textOf(value.$self, String(tree.$self), variation) }].filter(({ text }) => text !== '')
      : [];
  if (hasText) return element(name, attributes, own);
  const extra = !isRoot && variation.chance(0.03) ? [strange(variation)] : [];
  const ordered = inAnyOrder([...children, ...parallelValues(value, place), ...extra], variation);
  return archetypes(element(name, attributes, ordered), variation);
};

/** Objects that are usually written with attributes. */
const isIdentifying = (tree: ObjectTree) =>
  ['root', 'value', 'code', 'version', 'qualifier'].some(member => member in tree);

export type DocumentOf = {
  readonly root: string;
  readonly attributes?: readonly (readonly [string, string])[];
  readonly content: readonly Element[];
  readonly variation: Variation;
  readonly encoding: Encoding;
};

/** Writes a complete document. */
const writeDocument = ({ root, attributes = [], content, variation, encoding }: DocumentOf): Written => {
  const prefix = variation.pick('', 'se', 'n-1');
  const namespaces: (readonly [string, string])[] = [
    [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, `urn:example:${root}`],
    ['xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ];
  const made = element(prefixed(root, prefix), [...namespaces, ...attributes], content);
  return encode(render(made, { variation, has: char => encoding.has(char) }), encoding, variation);
};

export type ExtractDocument = {
  readonly root: string;
  readonly element: string;
  readonly tree: ObjectTree;
  readonly version?: number | undefined;
  readonly extracts: readonly object[];
  readonly variation: Variation;
  readonly encoding: Encoding;
};

/** Writes a list of extracts, like the answer of an EHR. */
export const writeExtracts = (list: ExtractDocument): Written => {
  const { root, element: name, tree, version, extracts, variation, encoding } = list;
  const place = { variation };
  const head =
    version === undefined
      ? []
      : [objectElement({ version }, { version: 'number' }, { ...place, name: 'XSDVersion' })];
  const content = extracts.map(extract => objectElement(extract as Fields, tree, { ...place, name }));
  return writeDocument({ root, content: [...head, ...content], variation, encoding });
};

export type ObjectDocument = {
  readonly root: string;
  readonly tree: ObjectTree;
  readonly value: object;
  readonly variation: Variation;
  readonly encoding: Encoding;
};

/** Writes one object as a document: bookings, a result, a fault. */
export const writeObject = ({ root, tree, value, variation, encoding }: ObjectDocument): Written => {
  const { attributes, content } = objectElement(value as Fields, tree, {
    name: root,
    variation,
    isRoot: true,
  });
  return writeDocument({
    root,
    attributes,
    content: content.filter((part): part is Element => 'name' in part),
    variation,
    encoding,
  });
};
