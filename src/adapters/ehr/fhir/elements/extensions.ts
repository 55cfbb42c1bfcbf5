// Extensions, of elements and of primitives.
import type * as R4 from 'fhir/r4.js';
import { isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { children, countLoss, type Element, sentBeside, type With } from './element.ts';

/** Whether an extension has the URL, with or without a version (`|1.0`). */
const hasUrl = ({ node }: Element<R4.Extension>, url: string): boolean =>
  typeof node.url === 'string' && node.url.split('|', 1)[0] === url;

/** The extensions of an element that have the URL. */
export const extensions = (element: Element<R4.Element> | undefined, url: string): Element<R4.Extension>[] =>
  children(element, 'extension').filter(extension => hasUrl(extension, url));

/** The first extension by the first of these URLs that is there. */
export const extension = (
  element: Element<R4.Element> | undefined,
  ...urls: readonly string[]
): Element<R4.Extension> | undefined => {
  for (const url of urls) {
    const [first] = extensions(element, url);
    if (first !== undefined) return first;
  }
  return undefined;
};

/** The element of a primitive (`_name`), or of one item in a list of primitives. It has the primitive's extensions. */
export const primitiveElement = <M extends string>(
  element: With<M, unknown>,
  member: M,
  at?: number,
): Element<R4.Element> | undefined => {
  const value = sentBeside(element, member);
  const node: Json | undefined =
    at === undefined ? value : Array.isArray(value) ? (value[at] as Json) : undefined;
  if (node === undefined || node === null) return undefined;
  if (!isJsonObject(node)) return countLoss(element, member);
  const { container, tally, hides } = element;
  return { node, name: member, parent: element, container, tally, read: undefined, hides };
};
