// The schema of an operation's query, and the interval in it (D8, D9).
import { type TProperties, Type } from 'typebox';
import type { Failure } from '../../domain/model/failure.ts';
import { type Interval, parseIntervalEnd } from '../../domain/model/interval.ts';
import { type Described, inputFault } from '../errors/input-faults.ts';
import type { Operation } from '../request/operation.ts';

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
