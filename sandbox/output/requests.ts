// A request for each operation, for files from which programs send them at a click.
import { appointmentChangeExample, paymentExample } from '../../src/domain/records/transition.ts';
import { operations } from '../../src/http/operations/operations.ts';
import type { Operation } from '../../src/http/request/operation.ts';

/** What differs between installations. */
export type RequestVariables = { readonly service: string; readonly key: string; readonly token: string };

/** The variables of the files in the folder of examples: their reader fills them in. */
export const placeholders: RequestVariables = {
  service: 'http://127.0.0.1:3000',
  key: 'your-subscription-key',
  token: 'an-access-token',
};

export type ExampleRequest = {
  readonly title: string;
  readonly method: Operation['method'];
  /** With what is required of the query. */
  readonly path: string;
  /** Parameters that may be added. */
  readonly interval: Readonly<Record<string, string>>;
  /** The body, as indented JSON. */
  readonly body: string | undefined;
};

const interval = { fromDateTime: '2026-01-01T00:00:00', toDateTime: '2026-12-31T23:59:59' } as const;

const bodies: Readonly<Record<string, object>> = {
  arrive: appointmentChangeExample,
  pay: paymentExample,
};

const queryOf = (operation: Operation): string => {
  if (operation.method !== 'GET' && 'id' in operation.query.properties)
    return `?id=${paymentExample.contactId}`;
  return operation.version === undefined ? '' : '?api-version=v2';
};

const requestOf = (operation: Operation): ExampleRequest => ({
  title: `${operation.number}. ${operation.title}`,
  method: operation.method,
  path: `${operation.path}${queryOf(operation)}`,
  interval: operation.method === 'GET' && operation.interval ? interval : {},
  body: operation.method === 'GET' ? undefined : JSON.stringify(bodies[operation.transition], undefined, 2),
});

/** Reads first, then the arrival and the payment: there is no payment before the arrival. */
export const exampleRequests: readonly ExampleRequest[] = [
  ...operations.filter(({ method }) => method === 'GET'),
  ...operations.filter(({ method }) => method !== 'GET').toReversed(),
].map(requestOf);
