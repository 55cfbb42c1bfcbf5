// Chooses which of a document's formats is read.
import type * as R4 from 'fhir/r4.js';
import { mediaTypeOf } from '../../../../domain/model/media-type.ts';
import { child, children, countLoss, type Element, hiding, hidingNothing } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { titleFacts } from './note.ts';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

/** The format of an attachment. Only plain text and HTML are read as text. */
export type Format = 'plain' | 'html' | 'pdf' | 'other';

export const formatOf = (contentType: string | undefined): Format => {
  const type = mediaTypeOf(contentType) ?? '';
  if (type === 'text/plain') return 'plain';
  if (htmlTypes.has(type)) return 'html';
  return type === 'application/pdf' ? 'pdf' : 'other';
};

export type Attachment = {
  readonly element: Element<R4.Attachment>;
  readonly contentType: string | undefined;
  readonly format: Format;
  readonly data: string | undefined;
  readonly url: string | undefined;
  readonly title: string | undefined;
};

/** @param content it hides the titles, if it or its attachment is unreadable or masked. */
const attachmentIn = (content: Element<R4.DocumentReferenceContent>): Attachment | undefined => {
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

const hasContent = ({ data, url }: Attachment): boolean => data !== undefined || url !== undefined;

/** Counts other contents in the format of the chosen one: they are texts of their own, not the same one in another format. */
const countOtherTexts = (
  root: Element<R4.DocumentReference>,
  filled: readonly Attachment[],
  chosen: Attachment | undefined,
): void => {
  if (chosen === undefined || (chosen.format !== 'plain' && chosen.format !== 'html')) return;
  const isSame = ({ data, url }: Attachment) => data === chosen.data && url === chosen.url;
  for (const other of filled)
    if (other.format === chosen.format && !isSame(other)) countLoss(root, 'content', 'repeated');
};

/**
 * The document in the most readable format: of those with content plain text, else HTML, else the first. All are the same
 * document, so leaving the others out is not a loss.
 */
export const chosenAttachment = (
  root: Element<R4.DocumentReference>,
): { readonly chosen: Attachment | undefined; readonly firstTitle: string | undefined } => {
  const all = children(hiding(root, ...titleFacts), 'content').flatMap(
    content => attachmentIn(content) ?? [],
  );
  const filled = all.filter(hasContent);
  const chosen =
    filled.find(({ format }) => format === 'plain') ??
    filled.find(({ format }) => format === 'html') ??
    filled[0] ??
    all[0];
  countOtherTexts(root, filled, chosen);
  return { chosen, firstTitle: all.find(({ title }) => title !== undefined)?.title };
};
