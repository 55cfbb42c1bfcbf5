// Requests that tables describe: paths, queries and bodies with placeholders. A placeholder is a whole segment, value or text, and is
// encoded as such, so no value can change the structure of a request.
import { Failure, unusableAnswer } from '../../../domain/model/failure.ts';
import type { Interval } from '../../../domain/model/interval.ts';
import { digitsOf, type ExactNumber } from '../../../domain/model/json.ts';
import type { PatientNumber } from '../../../domain/model/patient-number.ts';
import type { PaymentType } from '../../../domain/records/transition.ts';
import { pathSegment } from '../transport/own-urls.ts';
import { type NumberForm, writeNumber } from './number-forms.ts';
import type { Steps } from './source-path.ts';
import { writeTime } from './time-forms.ts';

/** A text of a table: itself, or what is put in its place. */
export type Template =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'patient'; readonly form: NumberForm }
  | { readonly kind: 'id' }
  | { readonly kind: 'from' | 'to'; readonly form: string }
  | { readonly kind: 'booking' }
  /** A value of the booking that was read before a write. */
  | { readonly kind: 'bookingValue'; readonly steps: Steps }
  | { readonly kind: 'paymentType'; readonly words: Readonly<Record<PaymentType, string>> };

export type PlaceholderName = Exclude<Template['kind'], 'text' | 'bookingValue'>;

/** A header: a text, or what is put between two texts, such as quotation marks. */
export type HeaderTemplate = { readonly before: string; readonly value: Template; readonly after: string };

export type QueryParameter = { readonly value: Template; readonly otherwise: string | undefined };

/** A tree of names and templates. */
export type BodyTree =
  | Template
  | number
  | boolean
  | readonly BodyTree[]
  | { readonly [name: string]: BodyTree };

export const isTemplate = (tree: BodyTree): tree is Template =>
  typeof tree === 'object' && !Array.isArray(tree) && 'kind' in tree && typeof tree.kind === 'string';

export type RequestTemplate = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly segments: readonly Template[];
  readonly query: ReadonlyMap<string, QueryParameter>;
  readonly body: BodyTree | undefined;
  readonly headers: ReadonlyMap<string, HeaderTemplate>;
};

/** A text, number, true or false, digit for digit. */
export type Scalar = string | number | boolean | ExactNumber;

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

/** The form in which an end of the interval is written, unless the table names another. */
export const defaultTimeForm = 'yyyy-MM-ddTHH:mm:ss';

/** The text of a template; undefined if there is no value for it. */
export const textOf = (template: Template, values: RequestValues): string | undefined => {
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

/** The path, with its values encoded. */
export const requestPath = ({ segments }: RequestTemplate, values: RequestValues): string =>
  `/${segments.map(segment => segmentOf(segment, values)).join('/')}`;

/** The query. A parameter without a value is left out, unless the table says what it is then. */
export const requestQuery = ({ query }: RequestTemplate, values: RequestValues): Record<string, string> => {
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

/** The headers of a request. Throws `booking-incomplete` for a value that cannot stand in one: nothing is sent. */
export const requestHeaders = (
  { headers }: RequestTemplate,
  values: RequestValues,
): Readonly<Record<string, string>> => {
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
