// Why a path cannot be the access log. A `Failure`, because the service's log shows its detail, but not the message of other errors.
import { Failure } from '../../domain/model/failure.ts';

/** The failure of a request whose entry cannot be written: without an entry, no answer (D23). */
export const unusableLog = (detail: string): Failure =>
  new Failure('log-unavailable', { reason: 'access-log-unwritable', detail });
