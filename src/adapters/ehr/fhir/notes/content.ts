// The content of a document as text.
import type { LossReason } from '../../../../domain/model/loss.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import { base64Pieces } from '../../translation/markup/text-pieces.ts';
import { isBlank } from '../../translation/values.ts';
import type { RecordTexts } from '../elements/record-texts.ts';
import { type Attachment, type Format, formatOf } from './attachment.ts';

/** A content that is not in a text format, missing or withheld. */
type LostContent = {
  readonly state: 'lost';
  readonly format: Format;
  readonly reason: LossReason;
  readonly path?: string;
};

/** A content as it was sent. */
export type SentContent =
  | {
      readonly state: 'sent';
      readonly format: 'plain' | 'html';
      readonly bytes: Iterable<Uint8Array>;
      readonly charset: string | undefined;
    }
  | LostContent;

/** The text of a content, with the number of its pictures and hidden parts that the text lacks; or why it is missing. */
export type Content =
  | { readonly state: 'text'; readonly text: string; readonly lostParts: number }
  | LostContent;

export const lost = (format: Format, reason: LossReason = 'unreadable', path?: string): LostContent => ({
  state: 'lost',
  format,
  reason,
  ...(path === undefined ? {} : { path }),
});

/** Content by its media type. Only plain text and HTML are read as text. */
export const contentOf = (
  bytes: Iterable<Uint8Array> | undefined,
  contentType: string | undefined,
  charset = charsetOf(contentType),
): SentContent => {
  const format = formatOf(contentType);
  if (bytes === undefined || (format !== 'plain' && format !== 'html')) return lost(format);
  return { state: 'sent', format, bytes, charset };
};

/** The content that is inside an attachment or a Binary (`data`). */
export const dataBytes = (data: string | undefined): Iterable<Uint8Array> | undefined =>
  data === undefined ? undefined : base64Pieces(data);

/** The content that is inside an attachment. */
export const inlineContent = ({ data, contentType }: Attachment): SentContent =>
  contentOf(dataBytes(data), contentType);

/** Reads a content. Blank text is lost: what the document says is in a picture, or missing. */
export const readContent = async (content: SentContent, texts: RecordTexts): Promise<Content> => {
  if (content.state === 'lost') return content;
  const { format, bytes, charset } = content;
  const read = await texts[format](bytes, charset);
  return read === undefined || isBlank(read.text) ? lost(format) : { state: 'text', ...read };
};
