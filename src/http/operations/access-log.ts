// The access-log entries of a request. An entry is on disk before the answer is sent (D23).
import type { AccessEntry, AccessLog, NewEntry } from '../../ports/access-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { ownPatient } from '../authentication/claims.ts';
import { clientAddress } from '../request/client-address.ts';
import { type RequestContext, required } from '../request/context.ts';
import { operationName } from '../request/operation.ts';

export type AccessLogDeps = {
  readonly accessLog: AccessLog;
  readonly clock: Clock;
  /** What every entry of this process says about it. */
  readonly origin: { readonly region: () => string; readonly instance: string };
};

const entryOf = (
  context: RequestContext,
  phase: AccessEntry['phase'],
  { clock, origin }: AccessLogDeps,
): NewEntry => ({
  time: new Date(clock()).toISOString(),
  requestId: context.baseCall.requestId,
  operation: operationName(context.operation),
  phase,
  subscription: required(context.subscription).name,
  client: context.caller?.client ?? null,
  caller: context.caller?.id ?? null,
  callerPatient: (context.caller && ownPatient(context.caller)) ?? null,
  subject: context.subject ?? null,
  ground: context.ground ?? null,
  scope: context.operation.scope,
  status: null,
  result: null,
  records: null,
  leftOut: null,
  region: origin.region(),
  instance: origin.instance,
  address: clientAddress(context.address) ?? null,
  unit: context.caller?.unit ?? null,
  user: context.caller?.user ?? null,
  systems: context.systems.size === 0 ? null : [...context.systems],
  units: null,
});

/** Whether a request is logged: from the subject gate on, even if the request names no patient. */
export const isAccessLogged = (context: RequestContext | undefined): context is RequestContext =>
  context?.subject !== undefined;

/** The minimum time to write an entry, in milliseconds: requests that time out must be logged, too. */
const minWriteTime = 2000;

const deadlineOf = ({ baseCall }: RequestContext) =>
  Math.max(baseCall.deadline, performance.now() + minWriteTime);

/** Logs the answer. Throws `log-unavailable`; the answer must then not be sent. */
export const recordDone = async (context: RequestContext, status: number, deps: AccessLogDeps) => {
  const { result = null, records = null, leftOut = null, units = null } = status === 200 ? context : {};
  // Protected identity is refused after the subject gate has found a ground (D27).
  const ground = status === 403 ? null : (context.ground ?? null);
  const entry = { ...entryOf(context, 'done', deps), ground, status, result, records, leftOut, units };
  await deps.accessLog.append(entry, deadlineOf(context));
};

/** Logs that the EHR is about to be notified. Throws `log-unavailable`; the EHR must then not be notified. */
export const recordBegun = (context: RequestContext, deps: AccessLogDeps): Promise<void> =>
  deps.accessLog.append(entryOf(context, 'begun', deps), deadlineOf(context));
