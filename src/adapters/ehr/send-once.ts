// Sends a write once. The failure says whether the EHR may have received it (D21).
import { Failure, isFailure } from '../../domain/model/failure.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './transport/upstream.ts';

export type Write<T> = {
  readonly upstream: Upstream;
  readonly request: Omit<UpstreamRequest, 'retryable' | 'onSending'>;
  /** Reads the EHR's result from the answer, or throws one of the failures below. Any other failure leaves the outcome unknown. */
  readonly resultOf: (answer: UpstreamAnswer) => Promise<T>;
};

/**
 * Throws `Failure`: `patient-unknown` and `booking-unknown` if the EHR says so; `ehr-unreachable` if the EHR certainly was not
 * notified; `outcome-unknown` if it may have been, and `outcome-unreadable` if `resultOf` says that the bookings do not tell it either.
 */
export const sendOnce = async <T>({ upstream, request, resultOf }: Write<T>): Promise<T> => {
  let answer: UpstreamAnswer | undefined;
  let isSent = false;
  const onSending = () => {
    isSent = true;
  };
  try {
    answer = await upstream.send({ ...request, retryable: false, onSending });
    return await resultOf(answer);
  } catch (error) {
    if (
      isFailure(
        error,
        'patient-unknown',
        'booking-unknown',
        'ehr-unreachable',
        'outcome-unknown',
        'outcome-unreadable',
      )
    )
      throw error;
    if (isSent) {
      // Even after an unexpected error: the use case then reads the booking to find out.
      const detail = isFailure(error) ? error.message : 'an unexpected error after sending';
      throw new Failure('outcome-unknown', { detail, cause: error });
    }
    if (!isFailure(error)) throw error;
    const detail = 'the EHR was not notified';
    throw new Failure('ehr-unreachable', { reason: 'ehr-not-notified', detail, cause: error });
  } finally {
    answer?.discard();
  }
};
