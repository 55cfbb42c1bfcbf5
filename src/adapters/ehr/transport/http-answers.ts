// What the head of an HTTP answer means, whatever the protocol of its body (D14).
import { Failure } from '../../../domain/model/failure.ts';

/** The charset of a `Content-Type`; undefined without one. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType ?? '')?.[1];

/** The bytes of a body. Throws `ehr-unusable` beyond the limit. */
export const limitBytes = async function* (body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new Failure('ehr-unusable', {
        reason: 'ehr-answer-too-large',
        detail: `a body of more than ${maxBytes} bytes`,
      });
    yield chunk;
  }
};

/** The failure for a status that is not a success. */
export const statusFailure = (status: number): Failure => {
  const detail = `status ${status}`;
  if (status === 429 || status === 503) {
    return new Failure('ehr-unavailable', { reason: 'ehr-says-unavailable', detail });
  }
  if (status === 504) return new Failure('ehr-too-slow', { reason: 'ehr-says-timeout', detail });
  return new Failure('ehr-unusable', { reason: 'ehr-status', detail });
};
