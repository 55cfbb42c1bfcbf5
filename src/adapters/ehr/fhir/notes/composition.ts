// Composition → the note's own members, and a record for each section, nested like the sections.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { emptyReasonWords } from '../../translation/words/empty-reasons.ts';
import { nonBlank, nonEmptyList, timeValue } from '../../values/values.ts';
import { conceptOf, conceptText, isSaid } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  isPresent,
  sentValue,
  type With,
} from '../elements/element.ts';
import { ownOrListedWords } from '../elements/listed-words.ts';
import { countNarrative, type Narratives, narrativeText } from '../elements/narrative.ts';
import { text } from '../elements/primitives.ts';
import type { Named } from '../records/care-providers.ts';
import type { Reading } from '../records/context.ts';
import { contactFacts } from '../records/encounter.ts';
import {
  countUnknownStatus,
  keywordIn,
  type Note,
  type NoteParts,
  type NoteTimes,
  noteTimes,
  titleFacts,
} from './note.ts';

const signs = new Set(['legal', 'professional', 'official']);

/**
 * The narrative of a section; if it is empty, the reason in words. What its text lacks of it, such as a picture, is counted, and a
 * reason that is only an unknown code.
 */
const sectionText = (section: Element<R4.CompositionSection>, narratives: Narratives): string | undefined => {
  const written = narrativeText(section, narratives);
  const reason = conceptOf(child(section, 'emptyReason'));
  const words = reason && ownOrListedWords(reason, emptyReasonWords);
  const isGiven = isSaid(reason);
  if (reason?.codings.some(({ code }) => code === 'withheld') === true) {
    countLoss(section, 'emptyReason', 'withheld');
    return nonBlank(written) ?? words;
  }
  if (written === undefined || written === '')
    return words ?? (isGiven ? countLoss(section, 'emptyReason') : undefined);
  if (isGiven) countLoss(section, 'emptyReason', 'repeated');
  return written;
};

/** A note or a section. */
type WithSections = With<'section', readonly R4.CompositionSection[]>;

/** The sections in a note or a section. One that is unreadable or masked hides its titles. */
const sectionsOf = (element: WithSections): readonly Element<R4.CompositionSection>[] =>
  children(hiding(element, ...titleFacts), 'section').map(hidingNothing);

const recordOf = (section: Element<R4.CompositionSection>, narratives: Narratives): NoteRecord => {
  const titled = hiding(section, ...titleFacts);
  const written = sectionText(section, narratives);
  const sections = sectionsOf(section);
  const inner = sections.length === 0 ? undefined : sections.map(one => recordOf(one, narratives));
  // R4 requires a narrative to include what the entries say. Without a narrative, they are lost.
  if (isPresent(section, 'entry') && written === undefined && inner === undefined)
    countLoss(section, 'entry', 'out-of-bounds');
  return omitUndefined<NoteRecord>({
    Keyword: text(titled, 'title') ?? keywordIn(titled, 'code'),
    KeywordToolType: 'TextTool',
    Value: written === undefined ? undefined : [{ $self: written, JournalValueType: 'Text' }],
    Record: inner,
  });
};

const signedAt = ({ root, times }: Reading<R4.Composition>): string | undefined => {
  const signing = children(root, 'attester').find(
    attester => signs.has(String(sentValue(attester, 'mode'))) && isPresent(attester, 'time'),
  );
  return times.point(signing, 'time');
};

/** Those who attest a note. Their role is the mode of attestation. */
const attestersOf = (root: Element<R4.Composition>): readonly Named[] =>
  children(root, 'attester').flatMap(attester => {
    const reference = child(attester, 'party');
    return reference === undefined ? [] : [{ reference, type: text(attester, 'mode') }];
  });

/** All sections of a note, with those in them. */
export const allSections = function* (element: WithSections): Generator<Element<R4.CompositionSection>> {
  for (const section of sectionsOf(element)) {
    yield section;
    yield* allSections(section);
  }
};

/** The times of a Composition, which the interval is compared with. */
export const compositionTimes = (reading: Reading<R4.Composition>): NoteTimes => {
  const [event] = children(reading.root, 'event');
  return noteTimes(reading, child(event, 'period'));
};

/** @param narratives those of its sections. */
export const compositionNote = (reading: Reading<R4.Composition>, narratives: Narratives): NoteParts => {
  const { root } = reading;
  countUnknownStatus(root, 'status');
  const signed = signedAt(reading);
  const records = nonEmptyList(sectionsOf(root).map(section => recordOf(section, narratives)));
  if (records === undefined) countNarrative(root);
  return {
    ...compositionTimes(reading),
    encounter: child(hiding(root, ...contactFacts), 'encounter'),
    attesters: attestersOf(root),
    note: omitUndefined<Note>({
      NoteTypeOfNote: conceptText(root, 'type'),
      NoteTemplateName: text(hiding(root, ...titleFacts), 'title'),
      NoteSignDateTime: timeValue(signed),
      NoteActive: true,
      Records: records === undefined ? undefined : { Record: records },
    }),
  };
};
