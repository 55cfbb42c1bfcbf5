// Texts and titles of a clinical document that are not written as themselves: encoded, compressed, or of another media type.
import { isFailure } from '../../../../domain/model/failure.ts';
import { charsetOf, mediaTypeOf } from '../../../../domain/model/media-type.ts';
import type { Attributes } from './read-markup.ts';
import { namesIn } from './roles.ts';
import { base64Pieces, streamDecoder } from './text-pieces.ts';

/** The media types of a narrative, and those that systems write for it. So is a text without one. */
const narrativeTypes: ReadonlySet<string | undefined> = namesIn(
  'text/plain text/x-hl7-text+xml text/xml application/xml text/html application/xhtml+xml',
);

/** Characters of an encoded text that are decoded at once. A longer one is counted. */
export const maxEncoded = 1_000_000;

/** Whether a text or a title is not written as itself: encoded, compressed, or of another media type. */
export const isEncoded = ({ mediaType, representation = 'TXT', compression }: Attributes): boolean =>
  compression !== undefined ||
  representation !== 'TXT' ||
  (mediaType !== undefined && !narrativeTypes.has(mediaTypeOf(mediaType)));

/** What such a text says; undefined if it is not plain text, or cannot be decoded. */
export const decodedText = (
  written: string,
  { mediaType, representation, compression, charset = charsetOf(mediaType) }: Attributes,
): string | undefined => {
  const isText = mediaType === undefined || mediaTypeOf(mediaType) === 'text/plain';
  const isReadable = compression === undefined && representation === 'B64' && isText;
  if (!isReadable || written.length > maxEncoded) return undefined;
  try {
    const decoder = streamDecoder(charset);
    return [...base64Pieces(written)].map(piece => decoder.write(piece)).join('') + decoder.end();
  } catch (error) {
    if (isFailure(error, 'ehr-unusable')) return undefined;
    throw error;
  }
};
