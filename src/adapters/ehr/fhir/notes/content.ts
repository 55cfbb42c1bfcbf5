// The content of a document as text.
import type { Hidden, LossReason } from '../../../../domain/model/loss.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { ClinicalDocument } from '../../translation/markup/clinical-document.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import { base64Pieces } from '../../translation/markup/text-pieces.ts';
import { isBlank } from '../../values/values.ts';
import type { RecordTexts } from '../elements/record-texts.ts';
import { type Attachment, type Format, formatOf, isReadable, type ReadableFormat } from './attachment.ts';

/** A content that is not in a format that is read, missing or withheld. */
type LostContent = {
  readonly state: 'lost';
  readonly format: Format;
  readonly reason: LossReason;
  readonly path?: string | undefined;
  /** What it says about the note itself, which the access rules then cannot tell (D36). */
  readonly hides?: readonly Hidden[];
};

/** A content as it was sent. */
export type SentContent =
  | {
      readonly state: 'sent';
      readonly format: ReadableFormat;
      readonly bytes: Iterable<Uint8Array>;
      readonly charset: string | undefined;
    }
  | LostContent;

/** The text of a content, with the number of its pictures and hidden parts that the text lacks. */
type TextContent = { readonly state: 'text' } & PlainText;

/** What was read of a content, or why it is missing. */
export type Content =
  | TextContent
  | { readonly state: 'document'; readonly document: ClinicalDocument }
  | LostContent;

/** A content that is not published. It is counted by the reason, at the path. */
export const lost = (format: Format, reason: LossReason = 'unreadable', path?: string): LostContent => ({
  state: 'lost',
  format,
  reason,
  path,
});

/** Content by its media type. */
export const contentOf = (
  bytes: Iterable<Uint8Array> | undefined,
  contentType: string | undefined,
  charset = charsetOf(contentType),
): SentContent => {
  const format = formatOf(contentType);
  if (bytes === undefined || !isReadable(format)) return lost(format);
  return { state: 'sent', format, bytes, charset };
};

/** The content that is inside an attachment or a Binary (`data`). */
export const dataBytes = (data: string | undefined): Iterable<Uint8Array> | undefined =>
  data === undefined ? undefined : base64Pieces(data);

/** The content that is inside an attachment. */
export const inlineContent = ({ data, contentType }: Attachment): SentContent =>
  contentOf(dataBytes(data), contentType);

/** Reads XML. Of a clinical document that cannot be read, nobody knows whose it is and how secret (D41, documents with their own head). */
const readXml = async (
  { bytes, charset }: Pick<Extract<SentContent, { state: 'sent' }>, 'bytes' | 'charset'>,
  texts: RecordTexts,
): Promise<Content> => {
  const read = await texts.clinicalDocument(bytes, charset);
  if (read.state === 'read') return { state: 'document', document: read.document };
  return read.state === 'other'
    ? lost('other')
    : { ...lost('other'), hides: ['owner', 'secrecy', 'keyword'] };
};

/** Reads a content. Blank text is lost: what the document says is in a picture, or missing. */
export const readContent = async (content: SentContent, texts: RecordTexts): Promise<Content> => {
  if (content.state === 'lost') return content;
  const { format, bytes, charset } = content;
  if (format === 'xml') return readXml(content, texts);
  const read = await (format === 'html' ? texts.html : texts.plain)(bytes, charset);
  return read === undefined || isBlank(read.text) ? lost(format) : { state: 'text', ...read };
};
