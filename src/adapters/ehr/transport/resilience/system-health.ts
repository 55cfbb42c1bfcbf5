// What a failure says about the health of a system: whether it is unhealthy, and whether that may be transient (D14).
import { Failure, isFailure } from '../../../../domain/model/failure.ts';

/** Statuses of an EHR, or of a proxy in front of it, that is temporarily unhealthy. */
export const transientStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
export const unhealthyStatuses: ReadonlySet<number> = new Set([429, ...transientStatuses]);

/** The failure for an answer with such a status. */
export const unavailableFailure = (status: number): Failure =>
  new Failure('ehr-unavailable', { reason: 'ehr-says-unavailable', detail: `status ${status}` });

/** Whether an answer broke off. One whose content is unusable says nothing about the system's health. */
const isBrokenOff = (error: unknown) =>
  isFailure(error, 'ehr-unusable') && error.reason === 'ehr-answer-broken-off';

/** Whether a failure indicates that the system is unhealthy. */
export const isUnhealthy = (error: unknown): boolean =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow') || isBrokenOff(error);

/** Whether a retry may succeed. An open circuit exists to prevent retries. */
export const isTransient = (error: unknown): boolean =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable') && error.reason !== 'ehr-circuit-open';
