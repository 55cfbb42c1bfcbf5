// DocumentReference → the note's own members and its one record: the document.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { conceptText } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  first,
  hiding,
  hidingNothing,
} from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import type { Reading } from '../records/context.ts';
import { contactFacts } from '../records/encounter.ts';
import { chosenAttachment, type Format } from './attachment.ts';
import type { Content } from './content.ts';
import { type Note, type NoteParts, noteTimes, titleFacts } from './note.ts';

/** The tool and the type of a value, by its format. */
const kinds: Readonly<Record<Format, readonly [tool: string, type: string]>> = {
  plain: ['TextTool', 'Text'],
  html: ['TextTool', 'Text'],
  pdf: ['PDFDocumentTool', 'PDFDocument'],
  other: ['Other', 'Document'],
};

const recordOf = (keyword: string | undefined, content: Content): NoteRecord => {
  const [tool, type] = kinds[content.state === 'text' ? 'plain' : content.format];
  const value =
    content.state === 'text' ? { $self: content.text, JournalValueType: type } : { JournalValueType: type };
  return omitUndefined<NoteRecord>({ Keyword: keyword, KeywordToolType: tool, Value: [value] });
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

/** @param content undefined for a note without one. */
export const documentNote = (
  reading: Reading<R4.DocumentReference>,
  content: Content | undefined,
): NoteParts => {
  const { root } = reading;
  const { chosen, firstTitle } = chosenAttachment(root);
  const titled = hiding(root, ...titleFacts);
  const type = conceptText(titled, 'type');
  const context = child(hiding(root, ...contactFacts), 'context');
  const period = context === undefined ? undefined : child(hidingNothing(context), 'period');
  if (content?.state === 'lost') {
    const { path = 'DocumentReference/content', reason } = content;
    root.tally.losses.push({ path, reason, hides: [] });
  }
  if (content?.state === 'text')
    for (let left = content.lostParts; left > 0; left--) countLoss(root, 'content');
  return {
    ...noteTimes(reading, period),
    encounter: context === undefined ? undefined : encounterIn(context, reading),
    note: omitUndefined<Note>({
      NoteTypeOfNote: type,
      NoteTemplateName: text(titled, 'description') ?? firstTitle,
      NoteActive: text(root, 'status') !== 'superseded',
      Records: content === undefined ? undefined : { Record: [recordOf(chosen?.title ?? type, content)] },
    }),
  };
};
