// The parameters and headers of a row, as OpenAPI has them.
import type { TSchema } from 'typebox';
import { queryOf } from '../input.ts';
import type { Operation } from '../operation.ts';
import { inline, type Json } from './components.ts';

/** Parameters that several operations share. */
export const parameters: Json = {
  patient: {
    name: 'patient',
    in: 'header',
    required: false,
    description:
      'The patient number of the one whom you act for: 12 digits, or 8 digits, hyphen, 4 digits. Without it, the patient of the token (D6, D7).',
    schema: { type: 'string', examples: ['191212121212'] },
  },
  requestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'A UUID of your own for this request; it comes back in the answer (D12).',
    schema: { type: 'string', format: 'uuid' },
  },
};

const descriptions: Readonly<Record<string, string>> = {
  fromDateTime: 'Begin of the interval, included: local time of the region (D8).',
  toDateTime: 'End of the interval, included: local time of the region (D8).',
  'api-version': 'The version of the answer (D9).',
  id: 'The booking to change: `ContactId` of the booked appointments (D10).',
};

/** A parameter that may not be there at all is none. */
const isRefused = (schema: TSchema): boolean => 'not' in schema;

type QuerySchema = { readonly properties: Record<string, TSchema>; readonly required?: readonly string[] };

const queryParameters = (operation: Operation): Json[] => {
  const { properties, required = [] } = queryOf(operation) as unknown as QuerySchema;
  return Object.entries(properties)
    .filter(([, schema]) => !isRefused(schema))
    .map(([name, schema]) => {
      const { description: _form, ...form } = inline(schema);
      return {
        name,
        in: 'query',
        required: required.includes(name),
        description: descriptions[name],
        schema: { type: 'string', ...form },
      };
    });
};

export const parametersOf = (operation: Operation): Json[] => [
  ...queryParameters(operation),
  ...Object.keys(parameters).map(name => ({ $ref: `#/components/parameters/${name}` })),
];
