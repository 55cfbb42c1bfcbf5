// What is known about a request so far: each gate adds its findings.
import type { FastifyRequest } from 'fastify';
import type { Caller, Ground } from '../../domain/model/caller.ts';
import { Failure } from '../../domain/model/failure.ts';
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { ResultCode } from '../../domain/records/transition.ts';
import type { LeftOut } from '../../domain/use-cases/left-out.ts';
import type { Call } from '../../ports/call.ts';
import type { Subscription } from '../../ports/subscriptions.ts';
import type { Span } from '../../ports/tracing.ts';
import type { Operation } from './operation.ts';

export type RequestContext = {
  readonly operation: Operation;
  /** The context of outgoing calls, until the consumer gate completes it as `call`. */
  readonly baseCall: Omit<Call, 'consumer'>;
  readonly span: Span;
  /** The client's address, as the trusted proxies wrote it. */
  readonly address: string;
  /** The systems of the region that have answered so far, for the access log. */
  readonly systems: Set<string>;
  subscription?: Subscription;
  caller?: Caller;
  /** The scopes of the access token. */
  scopes?: ReadonlySet<string>;
  /** The number in the `patient` header; undefined without the header. */
  patientHeader?: PatientNumber | 'invalid' | undefined;
  call?: Call;
  /** The patient whose data is requested; `null` if the request names none (D23). Set before the right is checked. */
  subject?: PatientNumber | null;
  /** Why the caller may see the subject's data; undefined before that is decided, and if it is refused. */
  ground?: Ground | undefined;
  /** The outcome, for the access log. */
  result?: ResultCode;
  records?: number;
  /** The care units of the records. */
  units?: readonly string[] | undefined;
  /** Whether the access log has its outcome. */
  isRecorded?: boolean;
  leftOut?: LeftOut;
};

/** One check before a use case. It adds to the context, or throws the `Failure` that is answered. */
export type Gate = (context: RequestContext, request: FastifyRequest) => Promise<void> | void;

/** A value that an earlier gate must have set. If it is missing, the gates are in the wrong order. */
export const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Failure('unexpected', { detail: 'a gate is out of order' });
  return value;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined outside the operations (health, unknown paths). */
    requestContext: RequestContext | undefined;
  }
  interface FastifyContextConfig {
    /** The operation that the route serves. */
    operation?: Operation;
  }
}
