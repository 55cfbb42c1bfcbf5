// The texts of a note: the content of a document, and the narratives of a Composition's sections.
import { ignoringLosses, rootOfType } from '../elements/element.ts';
import { readNarratives } from '../elements/narrative.ts';
import type { RecordTexts } from '../elements/record-texts.ts';
import type { AnyReading } from '../records/read-kind.ts';
import { type Attachment, chosenAttachment } from './attachment.ts';
import { allSections } from './composition.ts';
import { containedContent, inlineContent, readContent, type SentContent } from './content.ts';

/** The attachment that a note is read from; undefined if the note is not a DocumentReference or has none. */
export const attachmentOf = (reading: AnyReading): Attachment | undefined => {
  const document = rootOfType(reading.root, 'DocumentReference');
  return document === undefined ? undefined : chosenAttachment(ignoringLosses(document)).chosen;
};

const contentIn = (reading: AnyReading, fetched: SentContent | undefined): SentContent | undefined => {
  const chosen = attachmentOf(reading);
  if (chosen === undefined) return undefined;
  return fetched ?? containedContent(reading, chosen) ?? inlineContent(chosen);
};

/** Reads the texts of one note. @param fetched its content, if that is not in the note. */
export const readNoteTexts = async (
  reading: AnyReading,
  fetched: SentContent | undefined,
  texts: RecordTexts,
) => {
  const content = contentIn(reading, fetched);
  const composition = rootOfType(reading.root, 'Composition');
  const sections = composition === undefined ? [] : allSections(ignoringLosses(composition));
  return {
    /** Undefined for a note without one. */
    content: content === undefined ? undefined : await readContent(content, texts),
    narratives: await readNarratives(sections, texts),
  };
};
export type NoteTexts = Awaited<ReturnType<typeof readNoteTexts>>;
