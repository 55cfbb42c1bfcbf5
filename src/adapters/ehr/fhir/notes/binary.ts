// The content of an attachment that is outside it: raw bytes, or a Binary with them.
import type * as R4 from 'fhir/r4.js';
import { charsetOf, mediaTypeOf } from '../../../../domain/model/media-type.ts';
import { child, type Element, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { isOfType, type Resource } from '../json/resource.ts';
import type { Reading } from '../records/context.ts';
import { withholdingElement } from '../search/labels.ts';
import { namesPatient, ownerOf } from '../search/owner.ts';
import { type Attachment, type Format, formatOf } from './attachment.ts';
import { contentOf, dataBytes, lost, type SentContent } from './content.ts';

/**
 * Whether content was sent as something else than the note that its attachment announces: HTML in place of text or XML is an error
 * page, XML in place of text a wrapper, and a PDF or a picture no text.
 */
const isOtherContent = (type: string, format: Format): boolean => {
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

/** The content of an attachment whose Binary is contained in the note; undefined for any other attachment. */
export const containedContent = (reading: Reading, attachment: Attachment): SentContent | undefined => {
  const { url, data, format } = attachment;
  if (url === undefined || data !== undefined || !isContained(url)) return undefined;
  const resource = reading.references.peek(url, reading.root.container);
  return resource !== undefined && isOfType(resource, 'Binary')
    ? binaryContent(resource, { reading, attachment })
    : lost(format);
};
