// Builds and serializes XML with namespaces, varying what SOAP 1.1 leaves to a writer.
import type { Variation } from '../../extracts/xml/variation.ts';

/** An element. `ns` is its namespace, `''` for none. */
export type Node = { readonly ns: string; readonly name: string; readonly content: string | readonly Node[] };

/** The content of an element. Undefined parts are left out. */
export type Child = Node | undefined | readonly Child[];

const nodes = (child: Child): readonly Node[] => {
  if (child === undefined) return [];
  return 'name' in child ? [child] : child.flatMap(nodes);
};

type Make = {
  (name: string, content: string | number | boolean | readonly Child[]): Node;
  (name: string, content: string | number | boolean | readonly Child[] | undefined): Node | undefined;
};

/** Creates elements in a namespace; undefined if their content is undefined. */
export const elementsOf = (ns: string): Make =>
  ((name: string, content: string | number | boolean | readonly Child[] | undefined) => {
    if (content === undefined) return undefined;
    return { ns, name, content: typeof content === 'object' ? nodes(content) : String(content) };
  }) as Make;

/** The children; undefined if all of them are left out: then their parent is left out too. */
export const unlessEmpty = (children: readonly Child[]): readonly Node[] | undefined => {
  const present = nodes(children);
  return present.length === 0 ? undefined : present;
};

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

export const escaped = (text: string): string => text.replace(/[&<>\r]/g, char => references[char] ?? char);

const textOf = (text: string, variation: Variation): string => {
  const fits = text !== '' && !text.includes(']]>') && !text.includes('\r');
  return fits && variation.chance(0.1) ? `<![CDATA[${text}]]>` : escaped(text);
};

/** The namespaces in scope at an element, by prefix; `''` is the prefix of the default namespace. */
type Scope = ReadonlyMap<string, string>;

const namespacesOf = ({ ns, content }: Node): readonly string[] =>
  typeof content === 'string' ? [ns] : [ns, ...content.flatMap(namespacesOf)];

const numbered = (namespaces: readonly string[], first: number): readonly (readonly [string, string])[] =>
  [...new Set(namespaces)].map((ns, index) => [ns, `n${first + index}`]);

/** Where namespaces are declared: all at the root, each where it is first used, or as the default. */
const ways = ['root', 'first use', 'default'] as const;
type Way = (typeof ways)[number];

/** The declarations of an element. */
const declared = (node: Node, scope: Scope, way: Way): readonly (readonly [ns: string, prefix: string])[] => {
  if (way === 'default') return scope.get(node.ns) === '' ? [] : [[node.ns, '']];
  if (scope.has(node.ns)) return [];
  return numbered(way === 'root' ? namespacesOf(node) : [node.ns], scope.size);
};

const write = (node: Node, scope: Scope, style: { way: Way; variation: Variation }): string => {
  const { variation, way } = style;
  const declarations = declared(node, scope, way);
  // A default namespace hides the outer one.
  const inside = new Map([...(way === 'default' && declarations.length > 0 ? [] : scope), ...declarations]);
  const prefix = inside.get(node.ns) ?? '';
  const name = prefix === '' ? node.name : `${prefix}:${node.name}`;
  const attributes = declarations.map(([ns, as]) => ` xmlns${as === '' ? '' : `:${as}`}="${ns}"`).join('');
  if (typeof node.content === 'string') {
    return `<${name}${attributes}>${textOf(node.content, variation)}</${name}>`;
  }
  if (node.content.length === 0) return `<${name}${attributes}/>`;
  const between = () =>
    variation.pick('\n', '', '  ') + (variation.chance(0.02) ? '<!-- <id>000000000000</id> -->' : '');
  const children = node.content.map(child => between() + write(child, inside, style));
  return `<${name}${attributes}>${children.join('')}${between()}</${name}>`;
};

/** Serializes a document, without processing instructions or document types, which SOAP forbids. */
export const writeXml = (root: Node, variation: Variation): string => {
  const way = variation.pick(...ways);
  const head = variation.pick('<?xml version="1.0" encoding="UTF-8"?>\n', '');
  return head + write(root, new Map(), { way, variation });
};
