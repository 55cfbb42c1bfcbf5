// Parses a request to a tree of names, namespaces and texts.
import { XMLParser } from 'fast-xml-parser';
import { Refusal } from './refusal.ts';

export type Element = {
  readonly ns: string;
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
};

/** A node as the library returns it: its only member beside the attributes (`:@`) is its name, or `#text`. */
type Node = {
  readonly ':@'?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
};

/** Prefix → namespace. */
type Scope = Readonly<Record<string, string>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

const nodesOf = (xml: string): readonly Node[] => {
  try {
    return parser.parse(xml, true);
  } catch {
    throw new Refusal('the request is not well-formed');
  }
};

const tagOf = (node: Node): string => Object.keys(node).find(key => key !== ':@') ?? '';
const textOf = (node: Node): string => String(node['#text'] ?? '');
const isText = (node: Node): boolean => tagOf(node) === '#text';

const scopeOf = (node: Node, outer: Scope): Scope => {
  const declared = Object.entries(node[':@'] ?? {})
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([name, namespace]) => [name.slice('xmlns:'.length), namespace]);
  return { ...outer, ...Object.fromEntries(declared) };
};

const elementOf = (node: Node, outer: Scope): Element => {
  const tag = tagOf(node);
  if (tag.startsWith('?')) throw new Refusal('a SOAP message must not have processing instructions');
  const scope = scopeOf(node, outer);
  const [name = '', prefix = ''] = tag.split(':').reverse();
  const ns = scope[prefix];
  if (ns === undefined) throw new Refusal('the request is not well-formed');
  const content = node[tag] as readonly Node[];
  return {
    ns,
    name,
    children: content.filter(child => !isText(child)).map(child => elementOf(child, scope)),
    text: content.filter(isText).map(textOf).join(''),
  };
};

/** Parses a SOAP message. @throws Refusal if it is not well-formed, or contains what SOAP 1.1 forbids. */
export const readXml = (xml: string): Element => {
  if (xml.includes('<!DOCTYPE')) throw new Refusal('a SOAP message must not have a document type');
  const [root] = nodesOf(xml)
    .filter(node => !isText(node) && tagOf(node) !== '?xml')
    .map(node => elementOf(node, { '': '' }));
  if (root === undefined) throw new Refusal('the request is not well-formed');
  return root;
};
