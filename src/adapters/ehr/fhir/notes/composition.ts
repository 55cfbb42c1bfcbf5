// Composition → the note's own members, and a record for each section, nested as the sections are.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { NoteRecord } from '../../../../domain/records/journal-note.ts';
import { several } from '../../translation/values.ts';
import { conceptOf, words, wordsIn } from '../elements/coded.ts';
import { child, children, type Element, isSent, lose, text } from '../elements/element.ts';
import { htmlText } from '../elements/html.ts';
import type { Reading } from '../linked/reading.ts';
import type { Note, ToldNote } from './note.ts';
import { contactTime } from './note-times.ts';

const signs = new Set(['legal', 'professional', 'official']);

/** The narrative of a section; where it is empty, why. */
const sectionText = (section: Element): string | undefined => {
  const narrative = child(section, 'text');
  const html = narrative === undefined ? undefined : text(narrative, 'div');
  const written = html === undefined ? undefined : htmlText(html);
  if (html !== undefined && written === undefined && narrative !== undefined) lose(narrative, 'div');
  const reason = conceptOf(child(section, 'emptyReason'));
  if (reason?.codings.some(({ code }) => code === 'withheld') === true)
    lose(section, 'emptyReason', 'withheld');
  return written === undefined || written === '' ? wordsIn(reason) : written;
};

const recordOf = (section: Element): NoteRecord => {
  const written = sectionText(section);
  const inner = children(section, 'section').map(recordOf);
  // R4 has the narrative say what the entries say: without one, they are lost.
  if (isSent(section, 'entry') && written === undefined && inner.length === 0)
    lose(section, 'entry', 'out-of-bounds');
  return omitUndefined<NoteRecord>({
    Keyword: text(section, 'title') ?? words(section, 'code'),
    KeywordToolType: 'TextTool',
    Value: written === undefined ? undefined : [{ $self: written, JournalValueType: 'Text' }],
    Record: several(inner),
  });
};

const signedAt = ({ root, translation: { times } }: Reading): string | undefined => {
  const signing = children(root, 'attester').find(
    attester => signs.has(String(attester.node.mode)) && isSent(attester, 'time'),
  );
  return signing === undefined ? undefined : times.point(signing, 'time');
};

export const compositionNote = (reading: Reading): ToldNote => {
  const { root } = reading;
  const [event] = children(root, 'event');
  const signed = signedAt(reading);
  const records = several(children(root, 'section').map(recordOf));
  return {
    ...contactTime(reading, event === undefined ? undefined : child(event, 'period')),
    encounter: child(root, 'encounter'),
    note: omitUndefined<Note>({
      NoteTypeOfNote: words(root, 'type'),
      NoteTemplateName: text(root, 'title'),
      NoteSignDateTime: signed === undefined ? undefined : { value: signed },
      NoteActive: text(root, 'status') !== 'entered-in-error',
      Records: records === undefined ? undefined : { Record: records },
    }),
  };
};
