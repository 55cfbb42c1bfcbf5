// A document in which views are made without a browser: enough of one to read the text of a view, as its lines are seen.

type Child = string | Made;

/** An element as the example web app makes it. */
export type Made = {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Child[];
  readonly textContent: string;
};

const blocks = new Set('article dd details div dl dt h1 h2 h3 li ol p section summary tr ul'.split(' '));
const isBlock = ({ name, attributes }: Made) => blocks.has(name) || attributes.get('class') === 'line';
const unseen = ['visually-hidden', 'for-print', 'print-head'];
const isSeen = ({ attributes }: Made) =>
  attributes.get('aria-hidden') !== 'true' && !unseen.includes(attributes.get('class') ?? '');

const textOf = (child: Child): string =>
  typeof child === 'string' ? child : child.children.map(textOf).join('');

const made = (name: string): Made => {
  const attributes = new Map<string, string>();
  const children: Child[] = [];
  return {
    name,
    attributes,
    children,
    get textContent() {
      return children.map(textOf).join('');
    },
    setAttribute: (key: string, value: string) => attributes.set(key, value),
    append: (...more: Child[]) => children.push(...more),
    addEventListener: () => undefined,
  } as Made;
};

/** Makes `document` for modules that create elements. Call it before they do. */
export const makeDocument = (): void => {
  const createElementNS = (_: string, name: string) => made(name);
  Object.assign(globalThis, { document: { createElement: made, createElementNS } });
};

const seen = (child: Child): string => {
  if (typeof child === 'string') return child;
  if (!isSeen(child)) return '';
  const inner = child.children.map(seen).join('');
  return isBlock(child) ? `\n${inner}\n` : inner;
};

/** The elements of a name in a view. */
export const elementsIn = (node: Child, name: string): Made[] => {
  if (typeof node === 'string') return [];
  return [...(node.name === name ? [node] : []), ...node.children.flatMap(one => elementsIn(one, name))];
};

/** The lines of a view that are seen, those without a text left out. */
export const linesSeen = (nodes: readonly Child[]): string[] =>
  nodes
    .map(seen)
    .join('\n')
    .split('\n')
    .map(line => line.replaceAll(/ +/g, ' ').trim())
    .filter(line => line !== '');
