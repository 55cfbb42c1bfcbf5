// What a failure says about the health of a system: whether it is unwell, and whether that may pass (D14).
import { Failure, isFailure } from '../../../../domain/model/failure.ts';

/** What an EHR, or the proxy in front of it, answers when it is unwell for the moment. */
const passingStatuses = new Set([502, 503, 504]);
const unwellStatuses = new Set([429, ...passingStatuses]);

export const isPassingStatus = (status: number): boolean => passingStatuses.has(status);

export const isUnwellStatus = (status: number): boolean => unwellStatuses.has(status);

/** The failure of an answer with such a status. */
export const saysUnavailable = (status: number): Failure =>
  new Failure('ehr-unavailable', { reason: 'ehr-says-unavailable', detail: `status ${status}` });

/** An answer that broke off has a cause; one that cannot be used says nothing about the answers to others. */
const isBrokenOff = (error: unknown) => isFailure(error, 'ehr-unusable') && error.cause !== undefined;

/** Whether a failure says that the system is unwell. */
export const isUnwell = (error: unknown): boolean =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable', 'ehr-too-slow') || isBrokenOff(error);

/** Whether it is worth trying again at once. An open circuit is not: it spares the system just that. */
export const isPassing = (error: unknown): boolean =>
  isFailure(error, 'ehr-unreachable', 'ehr-unavailable') && error.reason !== 'ehr-circuit-open';
