// Where the elements and attributes of a saved XML answer stand, by the paths of the tree that tables read (`xml-tree.ts`).
import { SaxesParser } from 'saxes';
import { type JsonStep, jsonPointer } from '../../../../domain/model/json.ts';
import { instanceNamespace, isTrue } from '../../xml/parsing/events.ts';
import { namesWithPrefix } from '../engine/xml-tree.ts';

type Element = {
  /** As tables call it. */
  name: string;
  /** Index in the text. */
  readonly at: number;
  readonly attributes: Map<string, number>;
  readonly children: Element[];
  isNil: boolean;
};

const newElement = (at: number): Element => ({
  name: '',
  at,
  attributes: new Map(),
  children: [],
  isNil: false,
});

/** Notes the places of everything within an element. An element that occurs several times is a list. */
const notePlaces = (element: Element, path: readonly JsonStep[], places: Map<string, number>): void => {
  places.set(jsonPointer(path), element.at);
  places.set(jsonPointer([...path, '#text']), element.at);
  for (const [name, at] of element.attributes) places.set(jsonPointer([...path, `@${name}`]), at);
  const present = element.children.filter(child => !child.isNil);
  for (const [name, same] of Map.groupBy(present, child => child.name)) {
    const isList = same.length > 1;
    if (isList) places.set(jsonPointer([...path, name]), same[0]?.at ?? 0);
    for (const [index, child] of same.entries())
      notePlaces(child, isList ? [...path, name, index] : [...path, name], places);
  }
};

/**
 * The places of a document that has been read without a fault: JSON pointer in its tree → index in the text.
 * @param namespaces as in the tables: prefix → namespace; undefined if namespaces do not matter.
 */
export const xmlPlaces = (
  text: string,
  namespaces: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, number> => {
  const named = namespaces && namesWithPrefix(namespaces);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const root = newElement(0);
  const open: Element[] = [root];
  /** Where the next attribute of a start tag may begin. */
  let from = 0;
  const written = new Map<string, number>();
  parser.on('opentagstart', () => {
    const element = newElement(text.lastIndexOf('<', parser.position - 1));
    open.at(-1)?.children.push(element);
    open.push(element);
    from = parser.position - 1;
    written.clear();
  });
  parser.on('attribute', ({ name }) => {
    written.set(name, text.indexOf(name, from));
    from = parser.position;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const element = open.at(-1);
    if (element === undefined) return;
    element.name = named?.(uri, local) ?? local;
    for (const one of Object.values(attributes)) {
      if (one.uri === instanceNamespace) element.isNil ||= one.local === 'nil' && isTrue(one.value);
      const name = named?.(one.uri, one.local) ?? one.name;
      element.attributes.set(name, written.get(one.name) ?? element.at);
    }
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const places = new Map<string, number>();
  for (const child of root.children) notePlaces(child, [child.name], places);
  return places;
};
