// Why a path cannot be the access log, in words that go into the service's log: the message of an error without a code would not.
import { Failure } from '../../domain/model/failure.ts';

export const unusableLog = (detail: string): Failure =>
  new Failure('log-unavailable', { reason: 'access-log-unwritable', detail });
