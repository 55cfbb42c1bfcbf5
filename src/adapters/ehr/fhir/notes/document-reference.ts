// DocumentReference → the note's own members, and its records: the sections of a clinical document, else one for the document.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { conceptOf, textOfConcept } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  countLosses,
  type Element,
  first,
  hiding,
  hidingNothing,
} from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { namedBy } from '../records/care-providers.ts';
import type { Reading } from '../records/context.ts';
import { contactFacts } from '../records/encounter.ts';
import { type ContentFormat, chosenAttachment, formatOf } from './attachment.ts';
import { documentParts } from './clinical-document.ts';
import { type Content, documentIn } from './content.ts';
import {
  countUnknownStatus,
  isInForce,
  keywordIn,
  type Note,
  type NoteParts,
  type NoteTimes,
  noteTimes,
  titleFacts,
} from './note.ts';

/** The tool and the type of a value, by its format. */
const kinds: Readonly<Record<ContentFormat, readonly [tool: string, type: string]>> = {
  plain: ['TextTool', 'Text'],
  markdown: ['TextTool', 'Text'],
  html: ['TextTool', 'Text'],
  xml: ['Other', 'Document'],
  pdf: ['PDFDocumentTool', 'PDFDocument'],
  other: ['Other', 'Document'],
};

const recordOf = (keyword: string | undefined, format: ContentFormat, text?: string): NoteRecord => {
  const [tool, type] = kinds[format];
  const value = omitUndefined({ $self: text, JournalValueType: type });
  return omitUndefined<NoteRecord>({ Keyword: keyword, KeywordToolType: tool, Value: [value] });
};

const countLost = (root: Element<R4.DocumentReference>, content: Content | undefined): void => {
  if (content?.state === 'lost') {
    const { path = 'DocumentReference/content', reason, hides = [] } = content;
    root.tally.losses.push({ path, reason, hides });
  }
  if (content?.state === 'text') countLosses(root, 'content', content.lostParts);
};

/** The records of a content, and the labels of a document in it. */
const contentParts = (
  content: Content,
  keyword: string | undefined,
  reading: Reading<R4.DocumentReference>,
): Pick<NoteParts, 'labels'> & { readonly records: readonly NoteRecord[] } => {
  if (content.state === 'text') return { records: [recordOf(keyword, 'plain', content.text)] };
  if (content.state === 'lost') return { records: [recordOf(keyword, content.format)] };
  const { document } = content;
  const { labels, records } = documentParts(document, reading);
  if (records.length > 0) return { labels, records };
  return { labels, records: [recordOf(keyword, formatOf(document.mediaType) === 'pdf' ? 'pdf' : 'other')] };
};

/** The Encounter of a document. R4 also allows episodes of care here; they cannot be published, so they are counted. */
const encounterIn = (
  context: Element<R4.DocumentReferenceContext>,
  { references }: Reading<R4.DocumentReference>,
): Element<R4.Reference> | undefined => {
  const encounters = children(context, 'encounter').filter(reference => {
    const isEpisode = references.typeOf(reference) === 'EpisodeOfCare';
    if (isEpisode) countLoss(reference, undefined, 'unmapped');
    return !isEpisode;
  });
  // The unit may be that of the first one, not of the others.
  return first(encounters, hiding(hidingNothing(context), 'secrecy'), 'encounter');
};

const contextOf = ({ root }: Reading<R4.DocumentReference>) =>
  child(hiding(root, ...contactFacts), 'context');

const timesIn = (
  reading: Reading<R4.DocumentReference>,
  context: Element<R4.DocumentReferenceContext> | undefined,
): NoteTimes => noteTimes(reading, context && child(hidingNothing(context), 'period'));

/** The times of a DocumentReference, which the interval is compared with. */
export const documentTimes = (reading: Reading<R4.DocumentReference>): NoteTimes =>
  timesIn(reading, contextOf(reading));

/** @param content undefined for a note without one. */
export const documentNote = (
  reading: Reading<R4.DocumentReference>,
  content: Content | undefined,
): NoteParts => {
  const { root } = reading;
  countUnknownStatus(root, 'docStatus');
  const { chosen, attachments, firstTitle } = chosenAttachment(root);
  const titled = hiding(root, ...titleFacts);
  const type = keywordIn(titled, 'type');
  const context = contextOf(reading);
  countLost(root, content);
  const keyword = chosen?.title ?? type;
  const parts = content === undefined ? undefined : contentParts(content, keyword, reading);
  const document = documentIn(content);
  const template = text(titled, 'description') ?? firstTitle ?? document?.title;
  for (const { element, title } of attachments)
    if (element !== chosen?.element && title !== template && title !== keyword && title !== undefined)
      countLoss(element, 'title', 'unmapped');
  // The sections of a clinical document have the keywords.
  const unused = document === undefined || document.sections.length === 0 ? undefined : chosen?.title;
  for (const title of [unused, document?.title])
    if (title !== undefined && title !== template) countLoss(root, 'content', 'unmapped');
  return {
    ...timesIn(reading, context),
    encounter: context === undefined ? undefined : encounterIn(context, reading),
    attesters: namedBy(root, 'authenticator'),
    labels: parts?.labels,
    note: omitUndefined<Note>({
      NoteTypeOfNote: textOfConcept(conceptOf(child(titled, 'type'))),
      NoteTemplateName: template,
      NoteActive: isInForce(root),
      Records: parts === undefined ? undefined : { Record: [...parts.records] },
    }),
  };
};
