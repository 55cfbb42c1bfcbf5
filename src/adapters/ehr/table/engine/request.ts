// Makes requests of what tables describe: each value is encoded as the segment, parameter or text that it is, so none can change the structure
// of a request.
import { Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Interval } from '../../../../domain/model/interval.ts';
import { digitsOf, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import type { PaymentType } from '../../../../domain/records/transition.ts';
import { pathSegment } from '../../transport/own-urls.ts';
import type { UpstreamRequest } from '../../transport/upstream.ts';
import { writeXml, type XmlTree } from '../../xml/write-xml.ts';
import { writeNumber } from '../number-forms.ts';
import { type BodyTree, isTemplate, type RequestTemplate, type Template } from '../requests.ts';
import type { Steps } from '../source-path.ts';
import type { Tables } from '../tables.ts';
import { writeTime } from '../time-forms.ts';
import type { Scalar } from './find.ts';

/** What placeholders stand for in one request. */
export type RequestValues = {
  readonly patient: PatientNumber;
  /** The region's local time, as 14 digits. */
  readonly now?: string | undefined;
  /** The id that the lookup found. */
  readonly id?: string | undefined;
  /** The interval, if it is passed on. */
  readonly interval?: Interval;
  readonly booking?: string;
  /** A value of the booking that was read before a write. Throws `booking-incomplete` if it is not there: nothing is sent without it. */
  readonly bookingValue?: (steps: Steps) => Scalar;
  readonly paymentType?: PaymentType;
};

/** The text of a template; undefined if there is no value for it. */
const textOf = (template: Template, values: RequestValues): string | undefined => {
  switch (template.kind) {
    case 'text':
      return template.text;
    case 'patient':
      return writeNumber(template.form, values.patient, values.now);
    case 'id':
      return values.id;
    case 'from':
    case 'to': {
      const end = values.interval?.[template.kind];
      return end === undefined ? undefined : writeTime(template.form, end);
    }
    case 'booking':
      return values.booking;
    case 'bookingValue': {
      const value = values.bookingValue?.(template.steps);
      return value === undefined ? undefined : (digitsOf(value) ?? String(value));
    }
    case 'paymentType':
      return values.paymentType === undefined ? undefined : template.words[values.paymentType];
  }
};

/** A text as a path segment. A value that could change the path is never sent. */
const segmentOf = (template: Template, values: RequestValues): string => {
  const text = textOf(template, values) ?? '';
  if (template.kind === 'text') return text;
  const segment = pathSegment(text);
  if (segment !== undefined) return segment;
  if (template.kind === 'booking') throw new Failure('booking-unknown');
  throw unusableAnswer('ehr-document', 'an id that cannot stand in a path');
};

/** The query. A parameter without a value is left out, unless the table says what it is then. */
const queryOf = ({ query }: RequestTemplate, values: RequestValues): Record<string, string> => {
  const made: Record<string, string> = {};
  for (const [name, { value, otherwise }] of query) {
    const text = textOf(value, values) ?? otherwise;
    if (text !== undefined) made[name] = text;
  }
  return made;
};

/** A value between texts of a header must not end them, nor the header. */
const plainHeader = /^[!-~]+$/;
const withinTexts = /^[^"\\,;\s]+$/;

/** The headers that a table names. Throws `booking-incomplete` for a value that cannot stand in one: nothing is sent. */
const headersOf = ({ headers }: RequestTemplate, values: RequestValues): Record<string, string> => {
  const made: Record<string, string> = {};
  for (const [name, { before, value, after }] of headers) {
    const text = textOf(value, values) ?? '';
    const isBetween = before !== '' || after !== '';
    if (value.kind !== 'text' && (!plainHeader.test(text) || (isBetween && !withinTexts.test(text))))
      throw new Failure('booking-incomplete', {
        detail: 'the booking has a value that cannot stand in a header, which the write needs',
      });
    made[name] = `${before}${text}${after}`;
  }
  return made;
};

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
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, xmlOf(member)]))
    : (digitsOf(value) ?? String(value ?? ''));

const xmlBody = (made: JsonObject, namespaces: Tables['namespaces']): string => {
  const [[root, content] = ['', undefined]] = Object.entries(made);
  const element = xmlOf(content);
  const declared = [...(namespaces ?? [])].map(([prefix, uri]) => [`@xmlns:${prefix}`, uri] as const);
  if (declared.length === 0) return writeXml({ [root]: element });
  const members: XmlTree = typeof element === 'string' ? { '#text': element } : element;
  return writeXml({ [root]: { ...Object.fromEntries(declared), ...members } });
};

/** What asks for an answer in the format of the tables, and names that of a body. */
const formatHeaders = {
  json: { accept: 'application/json', 'content-type': 'application/json' },
  xml: { accept: 'application/xml', 'content-type': 'application/xml; charset=utf-8' },
} as const;

/** Makes a request. Throws `Failure` for values that cannot stand in it: `booking-unknown`, `booking-incomplete`, `ehr-unusable`. */
export const makeRequest = (
  template: RequestTemplate,
  values: RequestValues,
  { format, namespaces }: Pick<Tables, 'format' | 'namespaces'>,
): Pick<UpstreamRequest, 'method' | 'path' | 'query' | 'headers' | 'body'> => {
  const { method, segments, body } = template;
  const path = `/${segments.map(segment => segmentOf(segment, values)).join('/')}`;
  const query = queryOf(template, values);
  const headers = { ...formatHeaders[format], ...headersOf(template, values) };
  if (body === undefined) return { method, path, query, headers };
  const made = valuesOf(body, values) as JsonObject;
  const text = format === 'json' ? JSON.stringify(made) : xmlBody(made, namespaces);
  return { method, path, query, headers, body: text };
};
