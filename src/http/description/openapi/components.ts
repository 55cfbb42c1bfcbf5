// The record schemas as components of an OpenAPI document: the same schemas, referred to where OpenAPI keeps them.
import type { TSchema } from 'typebox';
import { examples } from '../../../domain/records/examples/index.ts';
import { type RecordKind, recordSchemas, sharedSchemas } from '../../../domain/records/index.ts';
import {
  AppointmentChange,
  appointmentChangeExample,
  Payment,
  paymentExample,
  ResultRecord,
  resultExample,
} from '../../../domain/records/transition.ts';

export type Json = { readonly [member: string]: unknown };

/** `$ref: 'X#'` → the component X. Names that only this service understands are left out. */
const published = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(published);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== '$id');
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      name === '$ref' ? `#/components/schemas/${String(member).replace(/#$/, '')}` : published(member),
    ]),
  );
};

const idOf = (schema: TSchema): string => String((schema as { $id?: string }).$id);

/** A reference to the component that a schema with an `$id` has become. */
export const component = (schema: TSchema): Json => ({ $ref: `#/components/schemas/${idOf(schema)}` });

/** A schema as a component, its form in a text where it is one. */
export const inline = (schema: TSchema): Json => published(schema) as Json;

const kinds = Object.keys(recordSchemas) as RecordKind[];

const withExample = (schema: TSchema, example: unknown): [string, Json] => [
  idOf(schema),
  { ...inline(schema), examples: [example] },
];

const text = (description: string, options: Json = {}) => ({ type: 'string', description, ...options });
const whole = (description: string, options: Json = {}) => ({ type: 'integer', description, ...options });

/** The two shapes of an error (D12). */
const errorSchemas: Json = {
  ErrorMessage: {
    type: 'object',
    required: ['statusCode', 'message'],
    properties: { statusCode: whole('The HTTP status.'), message: text('What is wrong.') },
  },
  ErrorResponse: {
    type: 'object',
    required: ['error', 'path', 'status', 'timestamp'],
    properties: {
      error: text('What is wrong.', { maxLength: 1024 }),
      path: text('The path of the request.', { maxLength: 128 }),
      status: whole('The HTTP status.', { minimum: 200, maximum: 999 }),
      timestamp: whole('Milliseconds since 1970.', {
        format: 'int64',
        minimum: -9_999_999_999_999,
        maximum: 9_999_999_999_999,
      }),
    },
  },
};

/** Every schema of the description, by its name. */
export const schemas: Json = {
  ...Object.fromEntries([...sharedSchemas].map(([id, schema]) => [id, inline(schema)])),
  ...Object.fromEntries(kinds.map(kind => withExample(recordSchemas[kind], examples[kind]))),
  ...Object.fromEntries([
    withExample(ResultRecord, resultExample),
    withExample(Payment, paymentExample),
    withExample(AppointmentChange, appointmentChangeExample),
  ]),
  ...errorSchemas,
};
