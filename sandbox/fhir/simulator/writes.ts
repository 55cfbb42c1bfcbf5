// The simulator's three writes: each body is checked member by member, and updates require the current version.
import { randomUUID } from 'node:crypto';
import { invalid, Refusal } from './refusal.ts';
import { parameterOf } from './search-parameters.ts';
import type { Resource, Store } from './store.ts';

export type Written = { readonly status: 200 | 201; readonly resource: Resource };

export type Write = {
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
};

const now = () => new Date().toISOString();

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked here member by member.
const asAny = (value: unknown): any => value;

const contentType = ({ headers }: Write, expected: string) => {
  if (String(headers['content-type']).split(';')[0] !== expected)
    throw new Refusal(415, 'not-supported', `not ${expected}`);
};

const checkVersion = (resource: Resource, { headers }: Write) => {
  const { versionId } = resource.meta as { versionId: string };
  if (headers['if-match'] === undefined) throw invalid('If-Match is missing');
  if (headers['if-match'] !== `W/"${versionId}"`) {
    throw new Refusal(412, 'conflict', 'somebody else has changed the appointment');
  }
};

const arrivals = new Set(['arrived', 'checked-in']);

const withStatus = (store: Store, appointment: Resource, status: unknown): Written => {
  if (typeof status !== 'string' || !arrivals.has(status))
    throw invalid('the status is not one of an arrival');
  if (appointment.status !== 'booked' && appointment.status !== 'pending') {
    throw new Refusal(422, 'business-rule', 'Tiden kan inte checkas in.');
  }
  return { status: 200, resource: store.put({ ...appointment, status }, now()) };
};

/** A JSON Patch that replaces only the status: the strictest servers accept nothing else. */
export const patchAppointment = (store: Store, appointment: Resource, write: Write): Written => {
  contentType(write, 'application/json-patch+json');
  checkVersion(appointment, write);
  const operations = write.body;
  if (!Array.isArray(operations) || operations.length !== 1)
    throw invalid('a patch must have exactly one operation');
  const { op, path, value, ...more } = asAny(operations[0]);
  if (op !== 'replace' || path !== '/status' || Object.keys(more).length > 0) {
    throw new Refusal(422, 'not-supported', 'only replacing /status is supported');
  }
  return withStatus(store, appointment, value);
};

const withoutStatus = ({ status: _, ...rest }: Record<string, unknown>) => JSON.stringify(rest);

/** An update (PUT) that changes only the status. */
export const putAppointment = (store: Store, appointment: Resource, write: Write): Written => {
  contentType(write, 'application/fhir+json');
  checkVersion(appointment, write);
  const body = asAny(write.body);
  if (withoutStatus(body) !== withoutStatus(appointment)) throw invalid('only the status may change');
  return withStatus(store, appointment, body.status);
};

const noticeMembers = new Set([
  'resourceType',
  'identifier',
  'status',
  'request',
  'created',
  'paymentDate',
  'payment',
  'recipient',
  'amount',
  'paymentStatus',
]);

/** The appointment that a PaymentNotice refers to; undefined if there is none. */
export const paidAppointment = (store: Store, { body }: Pick<Write, 'body'>): Resource | undefined => {
  const [type = '', id = ''] = String(asAny(body)?.request?.reference).split('/');
  return type === 'Appointment' ? store.get(type, id) : undefined;
};

const checkNotice = (store: Store, notice: Record<string, unknown>) => {
  const { resourceType, status, created, paymentDate, recipient, amount, paymentStatus } = asAny(notice);
  const unknown = Object.keys(notice).find(name => !noticeMembers.has(name));
  if (unknown !== undefined) throw invalid(`PaymentNotice has an unknown element ${unknown}`);
  if (resourceType !== 'PaymentNotice' || status !== 'active') throw invalid('not an active PaymentNotice');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(created))
    throw invalid('created is not a time with an offset');
  if (!/^\d{4}-\d\d-\d\d$/.test(paymentDate)) throw invalid('paymentDate is not a date');
  if (recipient === undefined || amount === undefined) throw invalid('recipient or amount is missing');
  if (paymentStatus?.coding?.[0]?.code !== 'paid') throw invalid('paymentStatus is not paid');
  const appointment = paidAppointment(store, { body: notice });
  if (appointment === undefined) throw new Refusal(404, 'not-found', 'there is no such Appointment');
  // The rule that a patient must arrive before paying belongs to the EHR.
  if (appointment.status === 'booked') throw new Refusal(422, 'business-rule', 'Patienten har inte anlänt.');
};

/** A conditional create: an existing notice is returned instead of creating another one. */
export const postPaymentNotice = (store: Store, write: Write): Written => {
  contentType(write, 'application/fhir+json');
  const condition = new URLSearchParams(String(write.headers['if-none-exist'] ?? ''));
  if (!condition.has('identifier') || condition.get('status') !== 'active')
    throw invalid('If-None-Exist is missing');
  const notice = asAny(write.body) as Record<string, unknown>;
  checkNotice(store, notice);
  const existing = store
    .all('PaymentNotice')
    .find(one =>
      [...condition].every(([name, value]) => parameterOf('PaymentNotice', name)?.(one, value) === true),
    );
  if (existing !== undefined) return { status: 200, resource: existing };
  const created = store.put({ ...notice, resourceType: 'PaymentNotice', id: randomUUID() }, now());
  return { status: 201, resource: created };
};
