// The texts of a note: the content of a document, inside its attachment or outside as raw bytes or a Binary with them, and the narratives
// of a Composition's sections.
import type * as R4 from 'fhir/r4.js';
import type { Hidden, LossReason } from '../../../../domain/model/loss.ts';
import { charsetOf, mediaTypeOf } from '../../../../domain/model/media-type.ts';
import type { ClinicalDocument } from '../../translation/markup/clinical-document.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import { base64Pieces } from '../../translation/markup/text-pieces.ts';
import { isBlank } from '../../values/values.ts';
import { child, type Element, ignoringLosses, rootElement, rootOfType } from '../elements/element.ts';
import { readNarratives } from '../elements/narrative.ts';
import { text } from '../elements/primitives.ts';
import type { RecordTexts } from '../elements/record-texts.ts';
import { isOfType, type Resource } from '../json/resource.ts';
import type { Reading } from '../records/context.ts';
import type { AnyReading } from '../records/read-kind.ts';
import { withholdingElement } from '../search/labels.ts';
import { namesPatient, ownerOf } from '../search/owner.ts';
import {
  type Attachment,
  type ContentFormat,
  chosenAttachment,
  formatOf,
  isReadable,
  type ReadableFormat,
} from './attachment.ts';
import { allSections } from './composition.ts';

/** A content that is not in a format that is read, missing or withheld. It is counted by the reason, at the path. */
export const lost = (format: ContentFormat, reason: LossReason = 'unreadable', path?: string) => ({
  state: 'lost' as const,
  format,
  reason,
  path,
});

/** `hides` is what it says about the note itself, which the access rules then cannot tell (D36). */
type LostContent = ReturnType<typeof lost> & { readonly hides?: readonly Hidden[] };

/** A content as it was sent. */
export type SentContent =
  | {
      readonly state: 'sent';
      readonly format: ReadableFormat;
      readonly bytes: Iterable<Uint8Array>;
      readonly charset: string | undefined;
    }
  | LostContent;

/** What was read of a content, or why it is missing. */
export type Content =
  | ({ readonly state: 'text' } & PlainText)
  | { readonly state: 'document'; readonly document: ClinicalDocument }
  | LostContent;

/** The clinical document in a content. */
export const documentIn = (content: Content | undefined): ClinicalDocument | undefined =>
  content?.state === 'document' ? content.document : undefined;

/** Content by its media type. */
const contentOf = (
  bytes: Iterable<Uint8Array> | undefined,
  contentType: string | undefined,
  charset = charsetOf(contentType),
): SentContent => {
  const format = formatOf(contentType);
  if (bytes === undefined || !isReadable(format)) return lost(format);
  return { state: 'sent', format, bytes, charset };
};

/** The content that is inside an attachment or a Binary (`data`). */
const dataBytes = (data: string | undefined): Iterable<Uint8Array> | undefined =>
  data === undefined ? undefined : base64Pieces(data);

/**
 * Whether content was sent as something else than the note that its attachment announces: HTML in place of text or XML is an error
 * page, XML in place of text a wrapper, and a PDF or a picture no text.
 */
const isOtherContent = (type: string, format: ContentFormat): boolean => {
  if (type === 'application/xhtml+xml') return format !== 'html';
  if (type === 'text/html') return format === 'plain' || format === 'markdown' || format === 'xml';
  if (format === 'xml' && /xml$/.test(type)) return false;
  return /xml$|^(?:image|audio|video)\//.test(type) || formatOf(type) === 'pdf';
};

/** The content of bytes that were sent with a media type. Its charset counts before that of the attachment. */
export const sentContent = (
  bytes: Iterable<Uint8Array> | undefined,
  sent: string | undefined,
  { contentType, format }: Attachment,
): SentContent =>
  contentType !== undefined && isOtherContent(mediaTypeOf(sent) ?? '', format)
    ? lost(format)
    : contentOf(bytes, contentType ?? sent, charsetOf(sent) ?? charsetOf(contentType));

/** Whether a Binary has the access rights of another patient. */
const belongsToOther = (binary: Element<R4.Binary>, reading: Reading): boolean => {
  const context = child(binary, 'securityContext');
  return context !== undefined && namesPatient(context, reading) && !ownerOf(context, reading).isPatient;
};

/** The content of a Binary, with the media type that it has itself. */
export const binaryContent = (
  binary: Resource<R4.Binary>,
  { reading, attachment }: { readonly reading: Reading; readonly attachment: Attachment },
): SentContent => {
  const { format } = attachment;
  const because = withholdingElement(binary, reading.members);
  if (because !== undefined) return lost(format, 'withheld', `Binary/${because}`);
  const root = rootElement(binary);
  if (belongsToOther(root, reading)) return lost(format, 'withheld', 'Binary/securityContext');
  return sentContent(dataBytes(text(root, 'data')), text(root, 'contentType'), attachment);
};

/** Whether a URL names a resource that is contained in the note. */
export const isContained = (url: string): boolean => url.startsWith('#');

/** The content of an attachment that is in the note: its own, or that of a Binary that the note contains. */
const ownContent = (reading: AnyReading, attachment: Attachment): SentContent => {
  const { url, data, contentType, format } = attachment;
  if (url === undefined || data !== undefined || !isContained(url))
    return contentOf(dataBytes(data), contentType);
  const resource = reading.references.peek(url, reading.root.container);
  return resource !== undefined && isOfType(resource, 'Binary')
    ? binaryContent(resource, { reading, attachment })
    : lost(format);
};

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
const readContent = async (content: SentContent, texts: RecordTexts): Promise<Content> => {
  if (content.state === 'lost') return content;
  const { format, bytes, charset } = content;
  if (format === 'xml') return readXml(content, texts);
  const read = await (format === 'html' ? texts.html : texts.plain)(bytes, charset);
  return read === undefined || isBlank(read.text) ? lost(format) : { state: 'text', ...read };
};

/** The attachment that a note is read from; undefined if the note is not a DocumentReference or has none. */
export const attachmentOf = (reading: AnyReading): Attachment | undefined => {
  const document = rootOfType(reading.root, 'DocumentReference');
  return document === undefined ? undefined : chosenAttachment(ignoringLosses(document)).chosen;
};

/** Reads the texts of one note. @param fetched its content, if that is not in the note. */
export const readNoteTexts = async (
  reading: AnyReading,
  fetched: SentContent | undefined,
  texts: RecordTexts,
) => {
  const attachment = attachmentOf(reading);
  const composition = rootOfType(reading.root, 'Composition');
  const sections = composition === undefined ? [] : allSections(ignoringLosses(composition));
  return {
    /** Undefined for a note without one. */
    content: attachment && (await readContent(fetched ?? ownContent(reading, attachment), texts)),
    narratives: await readNarratives(sections, texts),
  };
};
export type NoteTexts = Awaited<ReturnType<typeof readNoteTexts>>;
