// Checking query and body against an operation's schemas. Faults name the parameter and its format (D8 to D11).
import type { FastifyError } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { Failure } from '../../domain/model/failure.ts';
import { type Interval, parseIntervalEnd } from '../../domain/model/interval.ts';
import type { Operation } from './operation.ts';

const example = '2026-01-15T09:30:00';
const intervalEnd = Type.Optional(
  Type.String({
    description: 'one local time of the form YYYY-MM-DDThh:mm:ss',
    examples: [example],
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
  }),
);

const intervalQuery = { fromDateTime: intervalEnd, toDateTime: intervalEnd };

/** The schema of `api-version` for an operation (D9). */
const versionQuery = ({ version, path }: Operation): TProperties => {
  if (version !== undefined) {
    const form = version === 'required' ? 'v2' : 'v2, or be left out';
    const v2 = Type.Literal('v2', {
      description: form,
      ...(version === 'required' ? { examples: ['v2'] } : {}),
    });
    return { 'api-version': version === 'required' ? v2 : Type.Optional(v2) };
  }
  const description =
    path === '/patients/patient/' ? 'v2, or be left out' : 'left out: this operation has no versions';
  return { 'api-version': Type.Optional(Type.Unsafe<never>({ not: {}, description })) };
};

/** The schema of an operation's query. Unknown parameters are ignored (D1). */
export const queryOf = (operation: Operation) =>
  Type.Object({
    ...versionQuery(operation),
    ...(operation.method === 'GET' ? (operation.interval ? intervalQuery : {}) : operation.query.properties),
  });

/** The parts of a schema that go into messages. */
export type Described = {
  readonly description?: string;
  readonly examples?: unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
};

/** The fault of a body that is not a JSON object. It shows an example of the operation that was called. */
export const bodyFault = (schema: Described | undefined, cause?: unknown): Failure => {
  const members = Object.entries(schema?.properties ?? {}).map(
    ([name, member]) => [name, member.examples?.[0]] as const,
  );
  const form = members.length === 0 ? '' : `, for example ${JSON.stringify(Object.fromEntries(members))}`;
  const hint = `The body must be a JSON object in UTF-8, with each member once and none called __proto__${form}.`;
  return new Failure('input-invalid', { reason: 'body-invalid', hint, cause });
};

/** The fault of a body member or query parameter that does not match its schema. */
const inputFault = (part: 'body' | 'query', name: string, schema: Described | undefined): Failure => {
  const whole = `The ${part === 'body' ? 'member' : 'parameter'} ${name}`;
  const expected = schema?.description ?? 'valid';
  const [shown] = schema?.examples ?? [];
  // If the description already contains the value, an example adds nothing: "must be v2, for example v2".
  const form =
    shown === undefined || expected.includes(String(shown)) ? '' : `, for example ${String(shown)}`;
  const hint = `${whole} must be ${expected}${form}.`;
  return new Failure('input-invalid', { reason: `${part}-invalid`, hint });
};

/** Translates an ajv error for the client. The description in the schema says what was expected. */
export const validationFault = (
  error: NonNullable<FastifyError['validation']>[number] & { parentSchema?: Described },
  context: string | undefined,
): Failure => {
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const name = missing ?? error.instancePath.slice(1).split('/')[0] ?? '';
  const schema = missing === undefined ? error.parentSchema : error.parentSchema?.properties?.[missing];
  if (name === '') return bodyFault(error.parentSchema);
  return inputFault(context === 'body' ? 'body' : 'query', name, schema);
};

const calendarTimeFault = (name: string) =>
  inputFault('query', name, { description: 'a real calendar time', examples: [example] });

/** An input fault that the operation can answer, as an example for the API description. */
export const exampleInputFault = (operation: Operation): Failure => {
  if (operation.method === 'GET' && operation.interval) return calendarTimeFault('fromDateTime');
  const { properties = {} } = (operation.method === 'GET' ? queryOf(operation) : operation.body) as Described;
  const [[name, schema] = ['', {} as Described]] = Object.entries(properties);
  return inputFault(operation.method === 'GET' ? 'query' : 'body', name, schema);
};

const readEnd = (query: Readonly<Record<string, unknown>>, name: keyof typeof intervalQuery) => {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = parseIntervalEnd(String(text));
  if (time === undefined) throw calendarTimeFault(name);
  return time;
};

/** The interval in a query that matches its schema (D8). Throws `input-invalid` for times that do not exist. */
export const intervalOf = (query: Readonly<Record<string, unknown>>): Interval => {
  const from = readEnd(query, 'fromDateTime');
  const to = readEnd(query, 'toDateTime');
  if (from !== undefined && to !== undefined && from > to) {
    throw inputFault('query', 'fromDateTime', { description: 'no later than toDateTime' });
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};
