// Chooses which of a document's formats is read.
import type * as R4 from 'fhir/r4.js';
import { mediaTypeOf } from '../../../../domain/model/media-type.ts';
import { child, children, countLoss, type Element, hiding, hidingNothing } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { titleFacts } from './note.ts';

/** The formats that are read, the most readable first. */
const readableFormats = ['plain', 'markdown', 'html', 'xml'] as const;

export type ReadableFormat = (typeof readableFormats)[number];

/** The format of an attachment. */
export type ContentFormat = ReadableFormat | 'pdf' | 'other';

const formats: ReadonlyMap<string, ContentFormat> = new Map<string, ContentFormat>([
  ['text/plain', 'plain'],
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  // Clinical documents (CDA), and any other XML: what it is, its root says.
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  ['application/hl7-cda+xml', 'xml'],
  ['application/pdf', 'pdf'],
]);

/** The format by the media type of a content. */
export const formatOf = (contentType: string | undefined): ContentFormat =>
  formats.get(mediaTypeOf(contentType) ?? '') ?? 'other';

export const isReadable = (format: ContentFormat): format is ReadableFormat =>
  readableFormats.some(readable => readable === format);

/** @param content it hides the titles, if it or its attachment is unreadable or masked. */
const attachmentIn = (content: Element<R4.DocumentReferenceContent>) => {
  const titled = child(content, 'attachment');
  if (titled === undefined) return undefined;
  const element = hidingNothing(titled);
  const contentType = text(element, 'contentType');
  return {
    element,
    contentType,
    format: formatOf(contentType),
    data: text(element, 'data'),
    url: text(element, 'url'),
    title: text(titled, 'title'),
  };
};

export type Attachment = NonNullable<ReturnType<typeof attachmentIn>>;

const hasContent = ({ data, url }: Attachment): boolean => data !== undefined || url !== undefined;

/**
 * Whether a content is not the chosen one in another format, but a text of its own: one in its format, or with another title.
 */
const isOtherText = ({ data, url, format, title }: Attachment, chosen: Attachment): boolean => {
  const isSame = data === chosen.data && url === chosen.url;
  const isOwn =
    (format === chosen.format && isReadable(format)) ||
    (title !== undefined && title !== (chosen.title ?? title));
  return isOwn && !isSame;
};

/**
 * The document in the most readable format of those with content, else the first. All are the same document, so leaving the others
 * out is not a loss.
 */
export const chosenAttachment = (root: Element<R4.DocumentReference>) => {
  const all = children(hiding(root, ...titleFacts), 'content').flatMap(
    content => attachmentIn(content) ?? [],
  );
  const filled = all.filter(hasContent);
  const [readableFirst] = readableFormats.flatMap(wanted => filled.filter(({ format }) => format === wanted));
  const chosen = readableFirst ?? filled[0] ?? all[0];
  const others = chosen === undefined ? [] : filled.filter(attachment => isOtherText(attachment, chosen));
  for (const _ of others) countLoss(root, 'content', 'repeated');
  return {
    chosen,
    /** The chosen one, and those that are the same document in other formats. */
    attachments: all.filter(attachment => !others.includes(attachment)),
    firstTitle: all.find(({ title }) => title !== undefined)?.title,
  };
};
