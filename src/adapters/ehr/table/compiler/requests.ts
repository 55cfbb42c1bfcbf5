// Compiles the requests of system.json: their placeholders are checked and parsed.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { PaymentType } from '../../../../domain/records/transition.ts';
import { hasDotSegment } from '../../transport/own-urls.ts';
import type { WriteRows } from '../format/system.ts';
import { numberForms } from '../number-forms.ts';
import {
  type BodyTree,
  type HeaderTemplate,
  isTemplate,
  type PlaceholderName,
  type RequestTemplate,
  type Template,
} from '../requests.ts';
import type { Format, Steps } from '../source-path.ts';
import { timeFormFault } from '../time-forms.ts';
import { checkedSteps, fault, inside, type Place } from './place.ts';
import { hintOfOrder } from './time-form-checks.ts';

/** The form in which an end of the interval is written, unless the table names another. */
const defaultTimeForm = 'yyyy-MM-ddTHH:mm:ss';

/** Which placeholders a request may have, and what some of them mean. */
type Placeholders = {
  readonly format: Format;
  readonly names: readonly PlaceholderName[];
  readonly paymentTypes?: Readonly<Record<PaymentType, string>> | undefined;
  /** Whether it is a text of the URL, which has no values of the booking, `{booking:PATH}`. */
  readonly isInUrl?: boolean;
};

const placeholder = /^\{([A-Za-z]+)(?::([^{}]+))?\}$/;
const samePaymentTypes = { CASH: 'CASH', CARD: 'CARD' } as const;

const allowed = ({ names }: Placeholders): string =>
  `a text without { and }, or nothing but ${names.map(name => `{${name}}`).join(' or ')}`;

const nothing: Template = { kind: 'text', text: '' };

/** The template of a text. A fault is reported, and stands for the empty text. */
const templateOf = (text: string, place: Place, placeholders: Placeholders): Template => {
  if (!/[{}]/.test(text)) return { kind: 'text', text };
  const [, written = '', form] = placeholder.exec(text) ?? [];
  const kind = placeholders.names.find(name => name === written);
  const refuse = (expected: string) => {
    fault(place, expected);
    return nothing;
  };
  if (kind === undefined) return refuse(allowed(placeholders));
  switch (kind) {
    case 'patient': {
      const written = numberForms.find(known => known === (form ?? '12'));
      if (written === undefined)
        return refuse('{patient}, or in a form: {patient:8-4}, {patient:10} or {patient:6-4}');
      return { kind, form: written };
    }
    case 'from':
    case 'to': {
      const written = form ?? defaultTimeForm;
      if (written.startsWith('unix') || timeFormFault(written) !== undefined)
        return refuse(`{${kind}:FORM}, with a form such as yyyy-MM-dd`);
      hintOfOrder(written, place);
      return { kind, form: written };
    }
    case 'booking': {
      if (form === undefined) return { kind };
      if (placeholders.isInUrl === true)
        return refuse('{booking}; a value of it, {booking:PATH}, goes into headers and the body of a write');
      const steps = checkedSteps(form, place, placeholders.format);
      return steps === undefined ? nothing : { kind: 'bookingValue', steps };
    }
    case 'paymentType':
      if (form !== undefined) return refuse('{paymentType}');
      return { kind, words: placeholders.paymentTypes ?? samePaymentTypes };
    default:
      return form === undefined ? { kind } : refuse(`{${kind}}`);
  }
};

/** A header: a text, or a placeholder, around which texts may stand. */
const headerOf = (text: string, place: Place, placeholders: Placeholders): HeaderTemplate => {
  const [, before = '', inner, after = ''] = /^([^{}]*)(\{[^{}]*\})([^{}]*)$/.exec(text) ?? [];
  return inner === undefined
    ? { before: '', value: templateOf(text, place, placeholders), after: '' }
    : { before, value: templateOf(inner, place, placeholders), after };
};

type WrittenRequest = Pick<WriteRows, 'path' | 'query' | 'body' | 'headers'> &
  Partial<Pick<RequestTemplate, 'method'>>;

/** The template of a request. Faults are added at their place. */
export const requestOf = (
  { method = 'GET', path, query = {}, body, headers = {} }: WrittenRequest,
  place: Place,
  placeholders: Placeholders,
): RequestTemplate => {
  const inUrl = { ...placeholders, isInUrl: true };
  const inPath = {
    ...inUrl,
    names: placeholders.names.filter(name => name !== 'from' && name !== 'to'),
  };
  const segments = path
    .slice(1)
    .split('/')
    .map(segment => templateOf(segment, inside(place, 'path'), inPath));
  if (segments.some(segment => segment.kind === 'text' && hasDotSegment(segment.text)))
    fault(inside(place, 'path'), 'a path without . and .. among its segments');
  return {
    method,
    segments,
    query: new Map(
      Object.entries(query).map(([name, written]) => {
        const [text, otherwise] =
          typeof written === 'string' ? [written, undefined] : [written.value, written.else];
        return [name, { value: templateOf(text, inside(place, 'query', name), inUrl), otherwise }];
      }),
    ),
    headers: new Map(
      Object.entries(headers).map(([name, text]) => [
        name.toLowerCase(),
        headerOf(text, inside(place, 'headers', name), placeholders),
      ]),
    ),
    body: body === undefined ? undefined : bodyOf(body as JsonObject, inside(place, 'body'), placeholders),
  };
};

const templatesIn = (tree: BodyTree): readonly Template[] => {
  if (typeof tree !== 'object') return [];
  return isTemplate(tree) ? [tree] : Object.values(tree).flatMap(templatesIn);
};

/** The templates of a request but those of its headers. */
const templatesOf = ({ segments, query, body = [] }: RequestTemplate): readonly Template[] => [
  ...segments,
  ...[...query.values()].map(({ value }) => value),
  ...templatesIn(body),
];

/** The paths of the values of a booking that a request sends. */
export const bookingPaths = (request: RequestTemplate): Steps[] =>
  [...[...request.headers.values()].map(({ value }) => value), ...templatesOf(request)].flatMap(template =>
    template.kind === 'bookingValue' ? [template.steps] : [],
  );

/** Whether a request has one of some placeholders, or a fault, which has been reported, where one may have been meant. */
export const hasPlaceholder = (request: RequestTemplate, names: readonly PlaceholderName[]): boolean =>
  templatesOf(request).some(
    template => template === nothing || (names as readonly string[]).includes(template.kind),
  );

const treeOf = (written: Json, place: Place, placeholders: Placeholders): BodyTree => {
  if (typeof written === 'string') return templateOf(written, place, placeholders);
  if (typeof written === 'number' || typeof written === 'boolean') return written;
  if (isJsonList(written)) return written.map((value, at) => treeOf(value, inside(place, at), placeholders));
  if (isJsonObject(written))
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [
        name,
        treeOf(value ?? null, inside(place, name), placeholders),
      ]),
    );
  fault(place, 'a text, a number, true, false, an object or a list');
  return nothing;
};

const hasList = (written: Json | undefined): boolean =>
  isJsonList(written) || (isJsonObject(written) && Object.values(written).some(hasList));

/** A body. XML has one root element and no lists. */
const bodyOf = (body: JsonObject, place: Place, placeholders: Placeholders): BodyTree => {
  const { format } = placeholders;
  if (format === 'xml' && Object.keys(body).length !== 1) fault(place, 'one member: the root element');
  if (format === 'xml' && hasList(body)) fault(place, 'no lists: XML has elements');
  return treeOf(body, place, placeholders);
};
