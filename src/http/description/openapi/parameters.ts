// The parameters of an operation, in OpenAPI's form.
import type { TSchema } from 'typebox';
import { queryOf } from '../../operations/input.ts';
import type { Operation } from '../../request/operation.ts';
import { inline, type OpenApiObject } from './components.ts';

/** Parameters that several operations share. */
export const parameters: OpenApiObject = {
  PatientHeader: {
    name: 'patient',
    in: 'header',
    required: false,
    description:
      'The number of the patient whom you act for, such as `191212121212`: 12 digits, or 8 digits, a hyphen and 4 digits. Without it, you get the patient in the token; a client without a user must send it.',
    // No example: the API page would send it.
    schema: { type: 'string' },
  },
  RequestIdHeader: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'A UUID of your own for this request; the answer repeats it.',
    schema: { type: 'string', format: 'uuid' },
  },
};

const descriptions: Readonly<Record<string, string>> = {
  fromDateTime: 'Start of the interval, included: local time of the region, such as `2026-01-15T09:30:00`.',
  toDateTime: 'End of the interval, included: local time of the region, such as `2026-01-31T23:59:59`.',
  'api-version': 'The version of the answer.',
  id: 'The booking to change: `ContactId` of the booked appointments.',
};

/** Whether a parameter is refused whatever its value. Such parameters are not described. */
const isRefused = (schema: TSchema): boolean => 'not' in schema;

type QuerySchema = { readonly properties: Record<string, TSchema>; readonly required?: readonly string[] };

const queryParameters = (operation: Operation): OpenApiObject[] => {
  const { properties, required = [] } = queryOf(operation) as unknown as QuerySchema;
  return Object.entries(properties)
    .filter(([, schema]) => !isRefused(schema))
    .map(([name, schema]) => {
      const { description: _form, examples, ...form } = inline(schema);
      const isRequired = required.includes(name);
      return {
        name,
        in: 'query',
        required: isRequired,
        description: descriptions[name],
        // No examples of optional parameters: the API page would send them, here an interval that matches nothing.
        schema: { type: 'string', ...form, ...(isRequired ? { examples } : {}) },
      };
    });
};

/** The parameters of an operation: its own, and references to those of all. */
export const parametersOf = (operation: Operation): OpenApiObject[] => [
  ...queryParameters(operation),
  ...Object.keys(parameters).map(name => ({ $ref: `#/components/parameters/${name}` })),
];
