// Sends a write once, and says what is known of its outcome when it fails on the way.
import { Failure, isFailure } from '../../../../domain/model/failure.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { acceptHeader, type FhirClient, type Request } from '../wire/client.ts';
import { unknownOutcome } from './answers.ts';

const notNotified = (detail: string, cause?: unknown) =>
  new Failure('ehr-unreachable', { reason: 'ehr-not-notified', detail, cause });

/**
 * Throws `Failure`: `booking-unknown`; `ehr-unreachable` where the EHR was certainly not notified; `outcome-unknown` for
 * all else.
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
    answer = await upstream.send({ ...sent, headers, repeatable: false, onSending, call });
    // Also with a new token: whoever is not let in has not done anything.
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
