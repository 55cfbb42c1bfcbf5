// What an error in an exchange means (D14).

import { errors } from 'undici';
import { Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { proxyRefusal } from '../../../http-client/outgoing-agent.ts';

/** The progress of an exchange. It decides which failure an error becomes. */
export type Progress = 'waiting' | 'sending' | 'answered';

const isMalformed = (error: unknown) =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

const codeIn = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Adds the code of the error or its cause (`ECONNRESET`) for operators. A code never names a host or a person. */
const withCode = (what: string, error: unknown): string => {
  const code =
    proxyRefusal(error) ?? codeIn(error instanceof Error ? error.cause : undefined) ?? codeIn(error);
  return code === undefined ? what : `${what} (${code})`;
};

/** The failure for an error in an exchange. */
export const exchangeFailure = (error: unknown, signal: AbortSignal, progress: Progress): Failure => {
  if (isFailure(error)) return error;
  if (isFailure(signal.reason)) return signal.reason;
  if (progress === 'waiting')
    return new Failure('ehr-unreachable', {
      reason: 'ehr-no-connection',
      detail: withCode('no connection', error),
      cause: error,
    });
  if (progress === 'answered' || isMalformed(error)) {
    return unusableAnswer('ehr-answer-broken-off', withCode('the answer broke off', error), error);
  }
  return new Failure('ehr-unavailable', {
    reason: 'ehr-no-answer',
    detail: withCode('no answer came', error),
    cause: error,
  });
};
