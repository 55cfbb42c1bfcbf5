// The trail: the access-log entry of a request, on disk before its answer goes out (D23).
import type { AccessEntry, AccessLog } from '../../ports/access-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { operationName } from './operation.ts';
import { known, type Visit } from './request-context.ts';

export type TrailDeps = { readonly accessLog: AccessLog; readonly clock: Clock };

const ownNumber = (visit: Visit): string | null => {
  const patient = visit.caller?.patient;
  return patient === undefined || patient === 'absent' || patient === 'unreadable' ? null : patient;
};

const entryOf = (visit: Visit, phase: AccessEntry['phase'], time: number): AccessEntry => ({
  time: new Date(time).toISOString(),
  requestId: visit.call.requestId,
  operation: operationName(visit.operation),
  phase,
  subscription: known(visit.subscription).name,
  client: visit.caller?.client ?? null,
  caller: visit.caller?.id ?? null,
  callerPatient: ownNumber(visit),
  subject: visit.asked ?? null,
  ground: visit.ground ?? null,
  scope: visit.operation.scope,
  status: null,
  result: null,
  records: null,
  leftOut: null,
});

/** Whether a request leaves an entry: its subject is known, or known to be none. */
export const leavesTrail = (visit: Visit | undefined): visit is Visit => visit?.asked !== undefined;

/** Writes what was answered. Throws `log-unavailable`: then nothing may be answered. */
export const recordDone = async (visit: Visit, status: number, { accessLog, clock }: TrailDeps) => {
  const { result = null, records = null, leftOut = null } = status === 200 ? visit : {};
  // Protected identity is a refusal too, though the subject gate has found a ground (D27).
  const ground = status === 403 ? null : (visit.ground ?? null);
  await accessLog.append({ ...entryOf(visit, 'done', clock()), ground, status, result, records, leftOut });
};

/** Writes that the EHR is about to be told. Throws `log-unavailable`: then it may not be told. */
export const recordBegun = (visit: Visit, { accessLog, clock }: TrailDeps): Promise<void> =>
  accessLog.append(entryOf(visit, 'begun', clock()));
