// Systems and calls for the tests of adapters that speak HTTP.
import type { System } from '../../../src/adapters/ehr/adapter.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import type { Call, Consumer } from '../../../src/ports/call.ts';

export const systemAt = (baseUrl: string, members: Partial<System> = {}): System => ({
  name: 'ehr',
  baseUrl,
  headers: {},
  tls: {},
  intervalAtEhr: new Set(),
  ignore: new Set(),
  timeoutMs: 60_000,
  maxConcurrent: 64,
  maxAnswerBytes: 1_000_000,
  profileMembers: {},
  profileFolder: '/nowhere',
  ...members,
});

export const requestId = '0b1f6d2e-0000-4000-8000-000000000001';

/** The consumer of a call: by default, one user of the only subscription. */
export const consumerOf = (members: Partial<Consumer> = {}): Consumer => ({
  user: 'user-1',
  subscription: undefined,
  patient: 'patient-1',
  ...members,
});

/** A call without a practical deadline. `leave` aborts it, like a client that disconnects. */
export const newCall = (members: Partial<Call> = {}): Call & { leave(): void } => {
  const controller = new AbortController();
  return {
    requestId,
    signal: controller.signal,
    deadline: performance.now() + 60_000,
    consumer: consumerOf(),
    ...members,
    leave: () => controller.abort(new Failure('client-gone', { reason: 'client-gone' })),
  };
};

/** The code of the failure that a promise rejects with; otherwise, how it ended. */
export const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    value => `no failure, but ${JSON.stringify(value)}`,
    error => (error instanceof Failure ? error.code : `no failure, but ${String(error)}`),
  );
