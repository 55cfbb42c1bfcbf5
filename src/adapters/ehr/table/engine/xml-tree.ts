// Reads an XML answer into trees: the records one by one as they arrive, and what is around them. An element with a text alone is that
// text; another one is an object, whose members are its elements, its attributes (`@name`) and its text (`#text`). An element that
// occurs several times is a list.

import type { Json } from '../../../../domain/model/json.ts';
import { maxValuesAtOnce } from '../../../../domain/model/yield-to-event-loop.ts';
import { type DocumentReader, readDocument } from '../../read-document.ts';
import { isBlank } from '../../values/values.ts';
import { decoderCounters } from '../../xml/limits.ts';
import { instanceNamespace, isTrue, readerOf, type XmlHandler, xmlReader } from '../../xml/parsing/events.ts';
import { xmlParser } from '../../xml/parsing/parser.ts';
import type { Names } from '../source-path.ts';

type Element = Record<string, Json>;

type Node = { readonly name: string; element: Element | undefined; text: string; isNil: boolean };

type Options = {
  /** The path of a record, from the root element. Without it, the whole document is the envelope. */
  readonly records?: Names | undefined;
  readonly onRecord: (record: Json) => void;
  /** Whether the caller keeps the records: then all of them are held. */
  readonly keeps: boolean;
  readonly charset: string | undefined;
  /** Prefix → namespace; undefined if namespaces do not matter. */
  readonly namespaces: ReadonlyMap<string, string> | undefined;
};

const add = (node: Node, name: string, value: Json): void => {
  // Names come from the document.
  node.element ??= Object.create(null) as Element;
  const { element } = node;
  const present = element[name];
  if (present === undefined) element[name] = value;
  else if (Array.isArray(present)) present.push(value);
  else element[name] = [present, value];
};

const treeOf = ({ element, text }: Node): Json => {
  if (element === undefined) return text;
  if (!isBlank(text)) element['#text'] = text;
  return element;
};

const isAt = (open: readonly Node[], steps: Names): boolean =>
  open.length === steps.length + 1 && steps.every((step, at) => open[at + 1]?.name === step);

/** How tables call an element or attribute, by their prefixes. */
export const namesWithPrefix = (namespaces: ReadonlyMap<string, string>) => {
  const prefixes = new Map([...namespaces].map(([prefix, uri]) => [uri, prefix]));
  return (uri: string, local: string): string =>
    uri === '' ? local : `${prefixes.get(uri) ?? '*'}:${local}`;
};

/** The events of a document whose namespaces matter, with the prefixes of the tables in the names. */
const namespaceReader = (
  handler: XmlHandler,
  { charset, namespaces }: { charset: string | undefined; namespaces: ReadonlyMap<string, string> },
): DocumentReader => {
  const named = namesWithPrefix(namespaces);
  const parser = xmlParser({ xmlns: true } as const, {
    open: () => {},
    attribute: () => {},
    opened: ({ uri, local, attributes }) => {
      handler.open(named(uri, local));
      let isNil = false;
      for (const { name, prefix, local: own, uri: of, value } of Object.values(attributes)) {
        if (of === instanceNamespace) isNil ||= own === 'nil' && isTrue(value);
        else if (name !== 'xmlns' && prefix !== 'xmlns' && prefix !== 'xml')
          handler.attribute(named(of, own), value);
      }
      handler.opened(isNil);
    },
    text: handler.text,
    close: handler.close,
  });
  return readerOf(parser, { charset });
};

/** Whether an element says that there is nothing, and holds nothing: what one holds all the same may be a mark that hides. */
const isNothing = ({ isNil, element, text }: Node): boolean =>
  isNil && element === undefined && text.trim() === '';

/**
 * Creates a reader of one document. It throws `ehr-unusable` beyond the limits of D32.
 * @returns too: the document without its records, once it has been read; and the approximate bytes of what is being built, and of what was
 * found since the last call.
 */
export const xmlTrees = ({ records, onRecord, keeps, charset, namespaces }: Options) => {
  const outside: Node = { name: '', element: undefined, text: '', isNil: false };
  const open: Node[] = [outside];
  const built = decoderCounters(maxValuesAtOnce);
  const handler: XmlHandler = {
    open: name => {
      open.push({ name, element: undefined, text: '', isNil: false });
      if (records !== undefined && isAt(open, records)) built.record(false);
      built.element(true);
    },
    attribute: (name, value) => {
      built.attribute(value);
      const node = open.at(-1);
      if (node !== undefined) add(node, `@${name}`, value);
    },
    opened: isNil => {
      const node = open.at(-1);
      if (node !== undefined) node.isNil = isNil;
    },
    text: text => {
      const node = open.at(-1);
      if (node === undefined) return;
      built.text(text);
      node.text += text;
    },
    close: () => {
      const isRecord = records !== undefined && isAt(open, records);
      const node = open.pop();
      const parent = open.at(-1);
      if (node === undefined || parent === undefined) return;
      if (isRecord) {
        if (!keeps) built.handOut();
        onRecord(isNothing(node) ? null : treeOf(node));
      } else if (!isNothing(node)) add(parent, node.name, treeOf(node));
    },
  };
  const reader =
    namespaces === undefined
      ? xmlReader(handler, charset)
      : namespaceReader(handler, { charset, namespaces });
  return { reader, envelope: (): Json => treeOf(outside), held: built.held };
};

/** Reads a document as a whole. Throws `ehr-unusable`, and what the body throws. */
export const readXmlTree = async (
  body: Parameters<typeof readDocument>[0],
  {
    memory,
    ...options
  }: Pick<Options, 'charset' | 'namespaces'> & Pick<Parameters<typeof readDocument>[1], 'memory'>,
): Promise<Json> => {
  const { reader, envelope, held } = xmlTrees({ ...options, onRecord: () => {}, keeps: false });
  for await (const _ of readDocument(body, { reader, held, memory }));
  return envelope();
};
