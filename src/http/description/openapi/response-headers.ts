// The headers of responses, as OpenAPI components.
import type { ErrorWord } from '../../errors/error-words.ts';
import type { OpenApiObject } from './components.ts';

/** The components themselves. */
export const headers: OpenApiObject = {
  RequestId: {
    description: 'Identifies this request: the caller’s id if it was a UUID, otherwise a new one.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', examples: [5] } },
  WWWAuthenticate: {
    description:
      'What is needed: a subscription key (`SubscriptionKey`), a valid token (`Bearer`, `DPoP`), a valid proof (`DPoP`), or a token with the scope that is named.',
    schema: {
      type: 'string',
      examples: [
        'Bearer error="invalid_token"',
        'DPoP error="invalid_dpop_proof", algs="ES256 EdDSA"',
        'SubscriptionKey realm="patient data", header="Ocp-Apim-Subscription-Key"',
      ],
    },
  },
  LeftOut: {
    description:
      'Present if the answer lacks something that the health record system has: `records`, `values`, and `sources` that could not be asked, of which the user must hear; and `unmapped` values, for which no record has a member: say nothing of these.',
    schema: {
      type: 'string',
      pattern: '^(records|values|sources|unmapped)=[0-9]+(, (values|sources|unmapped)=[0-9]+)*$',
      examples: ['records=1, values=2', 'sources=1', 'unmapped=80'],
    },
  },
};

/** Header → the name of its component. */
const componentNames: Readonly<Record<string, string>> = {
  'retry-after': 'RetryAfter',
  'www-authenticate': 'WWWAuthenticate',
  'x-left-out': 'LeftOut',
  'x-request-id': 'RequestId',
};

/** References to the headers of a response. Every response has `x-request-id`. */
export const describedHeaders = (names: Iterable<string>): OpenApiObject =>
  Object.fromEntries(
    ['x-request-id', ...names].map(name => [
      name,
      { $ref: `#/components/headers/${componentNames[name] ?? name}` },
    ]),
  );

/** The header `x-error` of a response that may have any of these words. */
export const errorHeader = (words: readonly ErrorWord[]): OpenApiObject => ({
  description: 'Which of the faults it is, in one word for programs.',
  required: true,
  schema: { allOf: [{ $ref: '#/components/schemas/ErrorWord' }], enum: words },
});
