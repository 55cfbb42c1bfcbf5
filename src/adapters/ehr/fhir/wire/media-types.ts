// The media types of FHIR's JSON.
import { charsetOf, mediaTypeOf } from '../../../../domain/model/media-type.ts';

const jsonTypes = new Set([
  'application/fhir+json',
  'application/json+fhir',
  'application/json',
  'text/json',
]);

/** Whether a body is JSON in UTF-8. A missing charset counts as UTF-8. */
export const isJson = (contentType: string | undefined): boolean =>
  jsonTypes.has(mediaTypeOf(contentType) ?? '') && /^utf-?8$/.test(charsetOf(contentType) ?? 'utf-8');
