// What the head of an HTTP answer means, whatever the protocol of its body (D14).
import { Failure, isFailure } from '../../../domain/model/failure.ts';

/** The charset of a `Content-Type`; undefined without one. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType ?? '')?.[1];

/** Media types of answers that are not what was asked for. Only these are named: the header may hold anything (D34). */
const telling = ['text/html', 'application/xhtml+xml', 'application/json', 'application/xml', 'text/xml'];

/** What a message says of an answer that cannot be used because of its type; empty if that is not one of the known. */
export const sentAs = (contentType: string | undefined): string => {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return telling.some(known => known === type) ? `; it was sent as ${type}` : '';
};

/** The failure of a document that cannot be read as XML; with its media type if it is another. Other errors are unchanged. */
export const unreadableXml = (error: unknown, contentType: string | undefined): unknown => {
  const sent = sentAs(contentType);
  if (sent === '' || /\/xml$/.test(sent) || !isFailure(error, 'ehr-unusable')) return error;
  const { reason, message, cause } = error;
  if (reason !== 'ehr-not-well-formed' && reason !== 'ehr-document') return error;
  return new Failure('ehr-unusable', { reason, detail: `${message}${sent}`, cause });
};

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
