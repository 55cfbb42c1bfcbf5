// The bodies of requests: values by name, encoded by value, so that none can change the request.
import { digitsOf, isJsonObject, type Json } from '../../../../domain/model/json.ts';
import { writeXml, type XmlTree } from '../../xml/write-xml.ts';
import { type BodyTree, isTemplate, type RequestTemplate, type RequestValues, textOf } from '../requests.ts';
import type { Tables } from '../tables.ts';

type Members = Readonly<Record<string, Json>>;

/** A body as a tree of values; undefined for a placeholder without a value. Its member is left out, as a parameter is. */
const valuesOf = (tree: BodyTree, values: RequestValues): Json | undefined => {
  if (typeof tree !== 'object') return tree;
  // A value of the booking keeps its type.
  if (isTemplate(tree))
    return tree.kind === 'bookingValue' ? values.bookingValue?.(tree.steps) : textOf(tree, values);
  if (Array.isArray(tree))
    return (tree as readonly BodyTree[])
      .map(item => valuesOf(item, values))
      .filter(value => value !== undefined);
  const members = Object.entries(tree as { readonly [name: string]: BodyTree }).map(
    ([name, member]) => [name, valuesOf(member, values)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
};

const xmlOf = (value: Json | undefined): string | XmlTree =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value as Members).map(([name, member]) => [name, xmlOf(member)]))
    : (digitsOf(value) ?? String(value ?? ''));

const xmlBody = (made: Members, namespaces: Tables['namespaces']): string => {
  const [[root, content] = ['', undefined]] = Object.entries(made);
  const element = xmlOf(content);
  const declared = [...(namespaces ?? [])].map(([prefix, uri]) => [`@xmlns:${prefix}`, uri] as const);
  if (declared.length === 0) return writeXml({ [root]: element });
  const members: XmlTree = typeof element === 'string' ? { '#text': element } : element;
  return writeXml({ [root]: { ...Object.fromEntries(declared), ...members } });
};

/** The member `body` of a request, in the format of the tables; no member if the request has no body. */
export const requestBody = (
  { body }: RequestTemplate,
  values: RequestValues,
  { format, namespaces }: Pick<Tables, 'format' | 'namespaces'>,
): { readonly body?: string } => {
  if (body === undefined) return {};
  const made = valuesOf(body, values) as Members;
  return { body: format === 'json' ? JSON.stringify(made) : xmlBody(made, namespaces) };
};
