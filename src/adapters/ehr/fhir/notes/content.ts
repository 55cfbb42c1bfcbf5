// The content of a document as text.
import type { LossReason } from '../../../../domain/model/loss.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import { isBlank } from '../../translation/values.ts';
import { htmlText } from '../html/html-text.ts';
import { type Attachment, type Format, formatOf } from './attachment.ts';

/** The bytes; undefined where the text is not valid base64. White space is ignored. */
export const base64Bytes = (text: string): Uint8Array | undefined => {
  const compact = text.replace(/[ \t\r\n\f]+/g, '');
  const isValid = compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact);
  return isValid ? Buffer.from(compact, 'base64') : undefined;
};

/** Decodes text; undefined if the bytes are not valid in the charset, or the charset is unknown. */
export const textIn = (bytes: Uint8Array, charset = 'utf-8'): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** The content of a document, with the number of its pictures and hidden parts that the text lacks; or why it is missing. */
export type Content =
  | { readonly state: 'text'; readonly text: string; readonly lostParts: number }
  /** Not in a text format, missing or withheld. */
  | { readonly state: 'lost'; readonly format: Format; readonly reason: LossReason; readonly path?: string };

export const lost = (format: Format, reason: LossReason = 'unreadable', path?: string): Content => ({
  state: 'lost',
  format,
  reason,
  ...(path === undefined ? {} : { path }),
});

/** Decodes bytes by their media type. Blank text is lost: what the document says is in a picture, or missing. */
export const contentOf = (
  bytes: Uint8Array | undefined,
  contentType: string | undefined,
  charset = charsetOf(contentType),
): Content => {
  const format = formatOf(contentType);
  if (bytes === undefined || (format !== 'plain' && format !== 'html')) return lost(format);
  const written = textIn(bytes, charset);
  let lostParts = 0;
  const countPart = () => {
    lostParts++;
  };
  const read = written === undefined || format === 'plain' ? written : htmlText(written, countPart);
  return read === undefined || isBlank(read) ? lost(format) : { state: 'text', text: read, lostParts };
};

/** The content that is inside an attachment (`data`). */
export const inlineContent = ({ data, contentType }: Attachment): Content =>
  contentOf(data === undefined ? undefined : base64Bytes(data), contentType);
