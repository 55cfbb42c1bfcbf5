// Builds a complete document of a contract, with every element that its schema allows and a distinct value in each; and the
// same document without one of its elements.
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';
import { elements, group } from '../support/documents.ts';
import { documentElements, type Leaf, type Shape } from './elements.ts';

/** An element of a document. `content`: its text, or its children. */
export type Element = {
  readonly name: string;
  /** Names from below the document's root. */
  readonly path: string;
  readonly content: string | readonly Element[];
};

/** How complete documents differ: the value of every flag, texts by path, and missing elements. */
export type Choices = {
  readonly flags: 'true' | 'false';
  readonly texts?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
};

const day = (n: number): string =>
  new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '');

/** The n-th value of a type. All values of a document differ, except for flags. */
const textOf = ({ leaf, values }: Leaf, n: number, flags: string): string => {
  if (values !== undefined) return values[0] ?? '';
  const made = {
    text: `word${n}`,
    time: `${day(n)}101500`,
    date: day(n),
    flag: flags,
    number: `${n}.5`,
    integer: String(n),
    'two letters': String(n % 100).padStart(2, '0'),
  };
  return made[leaf];
};

const isLeaf = (type: Leaf | Shape): type is Leaf => typeof type.leaf === 'string';
const localName = (name: string) => name.replace(/^m:/, '');

const childrenOf = (shape: Shape, parent: string, choices: Choices & { next: () => number }): Element[] =>
  Object.entries(shape).flatMap(([name, type]) => {
    const path = `${parent}${localName(name)}`;
    if (choices.without?.includes(path)) return [];
    const one = (Array.isArray(type) ? type[0] : type) as Leaf | Shape;
    const content = isLeaf(one)
      ? (choices.texts?.[path] ?? textOf(one, choices.next(), choices.flags))
      : childrenOf(one, `${path}/`, choices);
    return [{ name, path, content }];
  });

/** The root of the complete document of a contract. */
export const completeDocument = (contract: ContractName, choices: Choices): Element => {
  const [name, shape] = documentElements[contract];
  let count = 0;
  const next = () => ++count;
  return { name, path: '', content: childrenOf(shape, '', { ...choices, next }) };
};

/** All elements below a root, including those that contain others. */
export const elementsIn = ({ content }: Element): Element[] =>
  typeof content === 'string' ? [] : content.flatMap(child => [child, ...elementsIn(child)]);

const isWithin = ({ path: inner }: Element, { path }: Element) => path === '' || inner.startsWith(`${path}/`);

/** A cache of serialized elements: a document is serialized once for each element that is removed. */
const whole = new WeakMap<Element, string>();

const written = (element: Element, prefix: string, lost: Element | undefined): string => {
  if (element === lost) return '';
  const isWhole = lost === undefined || !isWithin(lost, element);
  const known = isWhole ? whole.get(element) : undefined;
  if (known !== undefined) return known;
  const { name, content } = element;
  const local = localName(name);
  const of = name.startsWith('m:') ? 'm' : prefix;
  const text =
    typeof content === 'string'
      ? elements({ [local]: content }, of)
      : group(local, content.map(child => written(child, 'c', lost)).join(''), of);
  if (isWhole) whole.set(element, text);
  return text;
};

/** A document as XML, without the given element. */
export const xmlOf = (root: Element, lost?: Element): string => written(root, 'r', lost);
