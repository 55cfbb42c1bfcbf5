// The components of the OpenAPI document: the record schemas, with references in OpenAPI's form.
import type { TObject, TSchema } from 'typebox';
import { bookingStates, isListedState, paymentStates } from '../../../domain/model/appointment.ts';
import { BookedAppointmentsResult, Booking } from '../../../domain/records/appointment.ts';
import { examples } from '../../../domain/records/examples.ts';
import { recordKinds, recordSchemas, sharedSchemas } from '../../../domain/records/index.ts';
import { asComponent, componentOf } from '../../../domain/records/shared/common.ts';
import {
  AppointmentChange,
  appointmentChangeExample,
  Payment,
  paymentExample,
  ResultRecord,
  resultExample,
} from '../../../domain/records/transition.ts';

import { allErrorWords, errorWords } from '../../errors/error-words.ts';
import { Capabilities } from '../capabilities.ts';

export type OpenApiObject = { readonly [member: string]: unknown };

/** Rewrites `$ref: 'X#'` to a component reference, and drops `$id`. The components of the objects within stay known. */
const published = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(published);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== '$id');
  const written = members.map(([name, member]) => [
    name,
    name === '$ref' ? `#/components/schemas/${String(member).replace(/#$/, '')}` : published(member),
  ]);
  return { ...Object.fromEntries(written), ...asComponent(componentOf(value) ?? {}) };
};

const idOf = (schema: TSchema): string => String((schema as { $id?: string }).$id);

/** A reference to the component of a schema with an `$id`. */
export const component = (schema: TSchema): OpenApiObject => ({
  $ref: `#/components/schemas/${idOf(schema)}`,
});

/** A schema in OpenAPI's form. */
export const inline = (schema: TSchema): OpenApiObject => published(schema) as OpenApiObject;

const withExample = (schema: TSchema, example: unknown): [string, OpenApiObject] => [
  idOf(schema),
  { ...inline(schema), examples: [example] },
];

const string = (description: string, options: OpenApiObject = {}) => ({
  type: 'string',
  description,
  ...options,
});
const whole = (description: string, options: OpenApiObject = {}) => ({
  type: 'integer',
  description,
  ...options,
});

/** What the members of the writes' bodies are for. Their schemas say only what is valid: error messages quote that. */
const bodyMembers: Readonly<Record<string, string>> = {
  status: 'Always this value: the only status that can be set.',
  contactId: 'The booking that is paid: `ContactId` of the booked appointments.',
  paymentType: 'How it was paid: `CASH` or `CARD`.',
};

/** The schema of a write's body, with what each member is for. */
const bodySchema = (schema: TObject, example: unknown): [string, OpenApiObject] => {
  const [id, described] = withExample(schema, example);
  const properties = Object.entries(schema.properties).map(([name, member]) => [
    name,
    { ...inline(member), description: bodyMembers[name] },
  ]);
  return [id, { ...described, properties: Object.fromEntries(properties) }];
};

const orUnknown = '`UNKNOWN` if the EHR says something that is not understood; missing if it says nothing.';

/**
 * The first object of a booking's `Any` (D16). It is described as the type of all of them: with a type for the first one alone
 * (`prefixItems`), generated clients declare that there is one, and a booking whose state is not known has none.
 */
const bookingState: OpenApiObject = {
  type: 'object',
  description:
    'The first object of `Any`: the state of the booking, as far as the EHR says it. The objects after it are free-form objects of the EHR, and so is the first one if the state is not known.',
  properties: {
    Status: string(`The state of the visit. ${orUnknown}`, {
      examples: [...bookingStates.filter(state => isListedState({ state })), 'UNKNOWN'],
    }),
    PaymentStatus: string(`Whether the visit is paid. ${orUnknown}`, {
      examples: [...paymentStates, 'UNKNOWN'],
    }),
  },
  additionalProperties: true,
  examples: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
};

/** The answer of operation 3 as it is described: with `BookingState` in the bookings' `Any`, where the serializer has free-form objects. */
const describedAppointments = {
  ...BookedAppointmentsResult,
  properties: {
    ...BookedAppointmentsResult.properties,
    Booking: {
      ...BookedAppointmentsResult.properties.Booking,
      items: {
        ...Booking,
        properties: {
          ...Booking.properties,
          Any: { ...Booking.properties.Any, items: { $ref: 'BookingState#' } },
        },
      },
    },
  },
};

/** The two shapes of an error body (D12). */
const errorSchemas: OpenApiObject = {
  ErrorMessage: {
    type: 'object',
    required: ['statusCode', 'message'],
    properties: { statusCode: whole('The HTTP status.'), message: string('What is wrong.') },
  },
  ErrorResponse: {
    type: 'object',
    required: ['error', 'path', 'status', 'timestamp'],
    properties: {
      error: string('What is wrong.', { maxLength: 1024 }),
      path: string('The path of the request.', { maxLength: 128 }),
      status: whole('The HTTP status.', { minimum: 200, maximum: 999 }),
      timestamp: whole('Milliseconds since 1970.', {
        format: 'int64',
        minimum: -9_999_999_999_999,
        maximum: 9_999_999_999_999,
      }),
    },
  },
};

/** The words of `x-error` (D30). */
const errorWord: OpenApiObject = {
  type: 'string',
  description: [
    'Each word has an address on the API page, such as `docs/#description/token-invalid`.\n',
    ...allErrorWords.map(word => `- \`${word}\`: ${errorWords[word]}`),
  ].join('\n'),
  enum: allErrorWords,
};

/** All schemas of the document, by name. */
export const schemas: OpenApiObject = {
  ...Object.fromEntries([...sharedSchemas].map(([id, schema]) => [id, inline(schema)])),
  ...Object.fromEntries(
    recordKinds.map(kind =>
      withExample(kind === 'appointments' ? describedAppointments : recordSchemas[kind], examples[kind]),
    ),
  ),
  BookingState: bookingState,
  ...Object.fromEntries([
    withExample(ResultRecord, resultExample),
    bodySchema(Payment, paymentExample),
    bodySchema(AppointmentChange, appointmentChangeExample),
  ]),
  ...errorSchemas,
  ErrorWord: errorWord,
  Capabilities: inline(Capabilities),
};
