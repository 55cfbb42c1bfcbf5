// What is known of a request on its way: each gate adds what it has found out.
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
  /** What goes along with calls outward, before it is known whose share they use. */
  readonly origin: Omit<Call, 'consumer'>;
  readonly span: Span;
  subscription?: Subscription;
  /** Who calls, and the scopes of the token. */
  caller?: Caller;
  scopes?: ReadonlySet<string>;
  /** The patient that the header names; undefined without the header. */
  named?: PatientNumber | 'invalid' | undefined;
  call?: Call;
  /** The patient asked for, once that is known; `null` where none was named (D23). */
  asked?: PatientNumber | null;
  /** By what right; undefined while, and when, it is refused. */
  ground?: Ground | undefined;
  /** What is answered, for the access log. */
  result?: ResultCode;
  records?: number;
  leftOut?: LeftOut;
};

/** One check before a use case: it throws the `Failure` that answers, or adds to the context. */
export type Gate = (context: RequestContext, request: FastifyRequest) => Promise<void> | void;

/** What an earlier gate has found out. Its absence is a fault of the gates' order. */
export const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Failure('unexpected', { detail: 'a gate is out of order' });
  return value;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined outside the operations (health, unknown paths). */
    requestContext: RequestContext | undefined;
  }
  interface FastifyContextConfig {
    /** The row of the table that a route is of. */
    operation?: Operation;
  }
}
