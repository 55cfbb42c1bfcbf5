// The parameters and headers of a row, as OpenAPI has them.
import type { TSchema } from 'typebox';
import { queryOf } from '../operations/input.ts';
import type { Operation } from '../operations/operation.ts';
import { inline, type Json } from './components.ts';

/** Parameters that several operations share. */
export const parameters: Json = {
  patient: {
    name: 'patient',
    in: 'header',
    required: false,
    description:
      'The patient number of the one whom you act for, such as `191212121212`: 12 digits, or 8 digits, hyphen, 4 digits. Without it, the patient of the token; a client without a user has to send it (D6, D7).',
    // No example here: the API page would send it.
    schema: { type: 'string' },
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
  fromDateTime:
    'Begin of the interval, included: local time of the region, such as `2026-01-15T09:30:00` (D8).',
  toDateTime: 'End of the interval, included: local time of the region, such as `2026-01-31T23:59:59` (D8).',
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
      const { description: _form, examples, ...form } = inline(schema);
      const isRequired = required.includes(name);
      return {
        name,
        in: 'query',
        required: isRequired,
        description: descriptions[name],
        // The API page sends the examples of what may be left out, too: an interval of a second, of which nothing is seen.
        schema: { type: 'string', ...form, ...(isRequired ? { examples } : {}) },
      };
    });
};

export const parametersOf = (operation: Operation): Json[] => [
  ...queryParameters(operation),
  ...Object.keys(parameters).map(name => ({ $ref: `#/components/parameters/${name}` })),
];
