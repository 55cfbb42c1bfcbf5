// XML answers as trees.
import { XMLParser } from 'fast-xml-parser';
import {
  type Change,
  type Edit,
  lastFirst,
  marker,
  otherLetters,
  type ParsedDocument,
  type Place,
  unknownName,
} from './document.ts';

type XmlNode = { name: string; attributes: [string, string][]; content: (XmlNode | string)[] };

type Parsed = { readonly [name: string]: unknown };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  // Numeric character references too.
  htmlEntities: true,
});

const nodeOf = (parsed: Parsed): XmlNode | string => {
  if ('#text' in parsed) return String(parsed['#text']);
  const { ':@': attributes = {}, ...element } = parsed;
  const [[name, content] = ['', []]] = Object.entries(element);
  return {
    name,
    attributes: Object.entries(attributes as Record<string, string>),
    content: (content as Parsed[]).map(nodeOf),
  };
};

const rootOf = (bytes: Uint8Array): XmlNode => {
  const nodes = (parser.parse(Buffer.from(bytes)) as Parsed[]).map(nodeOf);
  const root = nodes.find(node => typeof node !== 'string' && !node.name.startsWith('?'));
  if (root === undefined || typeof root === 'string') throw new TypeError('the answer has no root element');
  return root;
};

const escaped = (text: string) => text.replace(/[&<>"\r\n\t]/g, char => `&#${char.charCodeAt(0)};`);

const written = (node: XmlNode | string): string => {
  if (typeof node === 'string') return escaped(node);
  const attributes = node.attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `<${node.name}${attributes}>${node.content.map(written).join('')}</${node.name}>`;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
const prefixOf = (name: string) => name.slice(0, name.indexOf(':') + 1);
const isElement = (node: XmlNode | string): node is XmlNode => typeof node !== 'string';
const textOf = (node: XmlNode) => node.content.filter(part => typeof part === 'string').join('');

const valueChanges: readonly Change[] = [
  'removed',
  'empty',
  'word',
  'element',
  'repeated',
  'repeated-before',
];
const attributeChanges: readonly Change[] = ['removed', 'empty', 'word'];
/** An element without a text anywhere in it says nothing that could be taken away or repeated. */
const emptyChanges: readonly Change[] = ['word'];
const groupChanges: readonly Change[] = ['removed', 'empty', 'text', 'repeated', 'repeated-before'];

/** Attributes that say how to read the document, not what it holds. */
const isStructural = (name: string) => /^(xmlns|xsi:|xml:)/.test(name);

const placesIn = (node: XmlNode, path: string, steps: Place['steps']): Place[] => {
  const children = node.content.flatMap((child, at) =>
    isElement(child) ? placesIn(child, `${path}/${localName(child.name)}`, [...steps, at]) : [],
  );
  const attributes = node.attributes
    .filter(([name, value]) => !isStructural(name) && value !== '')
    .map(([name, value]) => ({
      path: `${path}/@${localName(name)}`,
      steps: [...steps, name],
      isValue: true,
      text: value,
      changes: attributeChanges,
    }));
  const isValue = children.length === 0 && textOf(node).trim() !== '';
  const isEmpty = !isValue && attributes.length === 0 && !children.some(child => child.isValue);
  const changesOfGroup = isEmpty ? emptyChanges : groupChanges;
  const own: Place[] =
    steps.length === 0
      ? []
      : [
          {
            path,
            steps,
            isValue,
            text: isValue ? textOf(node) : undefined,
            changes: isValue ? valueChanges : changesOfGroup,
          },
        ];
  return [...own, ...attributes, ...children];
};

/** The same element with other texts. */
const second = (node: XmlNode): XmlNode => ({
  name: node.name,
  attributes: node.attributes.map(([name, value]) => [name, isStructural(name) ? value : marker]),
  content: node.content.map(part => (isElement(part) ? second(part) : part.trim() === '' ? part : marker)),
});

const element = (name: string, ...content: (XmlNode | string)[]): XmlNode => ({
  name,
  attributes: [],
  content,
});

const attributeChanged = (node: XmlNode, name: string, { change, value = marker }: Edit) => {
  const at = node.attributes.findIndex(([attribute]) => attribute === name);
  if (at < 0) return;
  if (change === 'removed') node.attributes.splice(at, 1);
  else node.attributes[at] = [name, change === 'empty' ? '' : value];
};

const elementChanged = (parent: XmlNode, at: number, { change, value = marker, name: stranger }: Edit) => {
  const node = parent.content[at];
  if (node === undefined || !isElement(node)) return;
  const { name } = node;
  const prefix = prefixOf(name);
  const replacements: Partial<Record<Change, () => (XmlNode | string)[]>> = {
    removed: () => [],
    empty: () => [element(name)],
    word: () => [{ ...node, content: [marker] }],
    set: () => [{ ...node, content: [value] }],
    text: () => [{ ...node, content: [marker] }],
    element: () => [{ ...node, content: [element(`${prefix}${unknownName}`, marker)] }],
    repeated: () => [node, second(node)],
    'repeated-before': () => [second(node), node],
    renamed: () => [{ ...node, name: `${prefix}${unknownName}` }],
    'other-letters': () => [{ ...node, name: `${prefix}${otherLetters(localName(name))}` }],
    wrapped: () => [element(`${prefix}${unknownName}`, node)],
    stranger: () => [node, element(`${prefix}${stranger ?? unknownName}`, marker)],
    copied: () => [node, structuredClone(node)],
  };
  const replaced = replacements[change]?.();
  if (replaced === undefined) throw new TypeError(`no such change of an element: ${change}`);
  parent.content.splice(at, 1, ...replaced);
};

export const xmlDocument = (bytes: Uint8Array): ParsedDocument => {
  const root = rootOf(bytes);
  return {
    places: placesIn(root, localName(root.name), []),
    edited: edits => {
      const copy = structuredClone(root);
      for (const edit of lastFirst(edits)) {
        const last = edit.place.steps.at(-1);
        let parent: XmlNode | string | undefined = copy;
        for (const step of edit.place.steps.slice(0, -1)) {
          parent = typeof parent === 'object' ? parent.content[Number(step)] : undefined;
        }
        if (typeof parent !== 'object') continue;
        if (typeof last === 'string') attributeChanged(parent, last, edit);
        else elementChanged(parent, last ?? 0, edit);
      }
      return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${written(copy)}`);
    },
  };
};
