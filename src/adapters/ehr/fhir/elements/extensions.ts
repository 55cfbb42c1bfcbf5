// Extensions, of elements and of primitives.
import { isObject, type Json } from '../json/json.ts';
import { children, countLoss, type Element, underscored } from './element.ts';

/** Whether an extension has the URL, with or without a version (`|1.0`). */
const hasUrl = ({ node }: Element, url: string): boolean =>
  typeof node.url === 'string' && node.url.split('|', 1)[0] === url;

/** The extensions of an element that have the URL. */
export const extensions = (element: Element, url: string): Element[] => {
  if (element.node.extension === undefined) return [];
  return children(element, 'extension').filter(one => hasUrl(one, url));
};

export const extension = (element: Element, ...urls: readonly string[]): Element | undefined => {
  for (const url of urls) {
    const [found] = extensions(element, url);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The element of a primitive (`_name`), or of one item in a list of primitives. It has the primitive's extensions. */
export const primitiveElement = (element: Element, member: string, at?: number): Element | undefined => {
  const value = element.node[underscored(member)];
  const node: Json | undefined =
    at === undefined ? value : Array.isArray(value) ? (value[at] as Json) : undefined;
  if (node === undefined || node === null) return undefined;
  if (!isObject(node)) return countLoss(element, member);
  return { ...element, node, name: member, parent: element };
};
