// The media types of FHIR's JSON.
import { charsetOf, mediaTypeOf, parseMediaType } from '../../../../domain/model/media-type.ts';

const jsonTypes = new Set([
  'application/fhir+json',
  'application/json+fhir',
  'application/json',
  'text/json',
]);

/** The version that a media type names. Other versions have members of the same names with other meanings. */
const isR4 = (contentType: string | undefined): boolean =>
  /^4\.0(?:\.\d+)?$/.test(parseMediaType(contentType)?.params.get('fhirversion') ?? '4.0');

/** Whether a body is JSON of R4 in UTF-8, which is what it is if its type does not say. */
export const isJson = (contentType: string | undefined): boolean =>
  jsonTypes.has(mediaTypeOf(contentType) ?? '') &&
  /^utf-?8$/.test(charsetOf(contentType) ?? 'utf-8') &&
  isR4(contentType);
