// Sends a write once. If it fails on the way, says whether the EHR may have received it.
import { Failure, isFailure } from '../../../../domain/model/failure.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { acceptHeader, type FhirClient, type Request } from '../wire/client.ts';
import { unknownOutcome } from './answers.ts';

const notNotified = (detail: string, cause?: unknown) =>
  new Failure('ehr-unreachable', { reason: 'ehr-not-notified', detail, cause });

/**
 * Throws `Failure`: `booking-unknown`; `ehr-unreachable` if the EHR was certainly not notified; `outcome-unknown` otherwise.
 */
export const sendWrite = async (
  { server: { upstream }, call }: FhirClient,
  request: Request,
  understood: (answer: UpstreamAnswer) => Promise<ResultRecord>,
): Promise<ResultRecord> => {
  let answer: UpstreamAnswer | undefined;
  let isSent = false;
  const onSending = () => {
    isSent = true;
  };
  const headers = { ...acceptHeader, prefer: 'return=minimal', ...request.headers };
  const { exact: _, ...sent } = request;
  try {
    answer = await upstream.send({ ...sent, headers, retryable: false, onSending, call });
    // Refused even with a new token: nothing was done.
    if (answer.status === 401) throw notNotified('status 401');
    return await understood(answer);
  } catch (error) {
    if (isFailure(error, 'booking-unknown', 'outcome-unknown', 'ehr-unreachable')) throw error;
    if (!isFailure(error)) throw error;
    if (!isSent) throw notNotified('the EHR was not notified', error);
    throw unknownOutcome(error.message, error);
  } finally {
    answer?.discard();
  }
};
