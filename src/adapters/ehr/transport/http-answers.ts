// What the status and headers of an HTTP answer mean, whatever the protocol of its body (D14).
import { Failure, isFailure, unusableAnswer } from '../../../domain/model/failure.ts';
import { mediaTypeOf } from '../../../domain/model/media-type.ts';

/** The media types that messages name. Others are not named, because the header may contain anything (D34). */
const namedTypes = ['text/html', 'application/xhtml+xml', 'application/json', 'application/xml', 'text/xml'];

/** The end of a message about an answer of the wrong media type; empty if the type is not one that messages name. */
export const sentAs = (contentType: string | undefined): string => {
  const type = mediaTypeOf(contentType);
  return namedTypes.some(namedType => namedType === type) ? `; it was sent as ${type}` : '';
};

/** Adds the media type to the failure of a document that cannot be read as XML, if it was sent as another type. */
export const unreadableXml = (error: unknown, contentType: string | undefined): unknown => {
  const sent = sentAs(contentType);
  if (sent === '' || /\/xml$/.test(sent) || !isFailure(error, 'ehr-unusable')) return error;
  const { reason, message, cause } = error;
  if (reason !== 'ehr-not-well-formed' && reason !== 'ehr-document') return error;
  return unusableAnswer(reason, `${message}${sent}`, cause);
};

/** The most bytes that are read of an answer that says why a request failed. */
export const maxFailureBytes = 64 * 1024;

/** The failure for an answer of more bytes than the system may send. */
export const answerTooLarge = (maxBytes: number): Failure =>
  unusableAnswer('ehr-answer-too-large', `an answer of more than ${maxBytes} bytes`);

/** The bytes of a body. Throws `ehr-unusable` beyond the limit. */
export const limitBytes = async function* (body: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw answerTooLarge(maxBytes);
    yield chunk;
  }
};

/** The form of an HTTP date that senders must use (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The seconds that a `Retry-After` asks for; undefined if it cannot be read. A time is compared with the answer's own `Date`,
 * so it does not matter whether the clocks agree.
 */
export const retryAfterOf = (retryAfter: string, date: string): number | undefined => {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  if (!httpDate.test(retryAfter) || !httpDate.test(date)) return undefined;
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.parse(date)) / 1000);
  return seconds >= 0 ? seconds : undefined;
};

/** The failure for an answer whose status is not a success. */
export const statusFailure = ({
  status,
  retryAfterS,
}: {
  readonly status: number;
  readonly retryAfterS?: number | undefined;
}): Failure => {
  const detail = `status ${status}`;
  if (status === 429 || status === 503) {
    return new Failure('ehr-unavailable', { reason: 'ehr-says-unavailable', detail, retryAfterS });
  }
  if (status === 504) return new Failure('ehr-too-slow', { reason: 'ehr-says-timeout', detail });
  return unusableAnswer('ehr-status', detail);
};
