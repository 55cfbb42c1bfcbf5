// A clinical document (CDA) in a note: whose it is, how secret, and a record for each section, nested like the sections (D41,
// documents that carry their own head).
import type * as R4 from 'fhir/r4.js';
import { type Loss, timesOf } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { NoteRecord } from '../../../../domain/records/note-record.ts';
import { isOid } from '../../../../domain/rules/foreign.ts';
import type {
  ClinicalDocument,
  DocumentSection,
  InstanceId,
} from '../../translation/markup/clinical-document.ts';
import { noteWord } from '../../translation/words/headings.ts';
import { isBlank, nonBlank } from '../../values/values.ts';
import type { Label } from '../elements/coded.ts';
import { countLoss, countLosses, type Element } from '../elements/element.ts';
import { plainNumber } from '../elements/identifiers.ts';
import type { Reading } from '../records/context.ts';
import { actCodeSystem, confidentialitySystem, isWithheldLabel } from '../search/labels.ts';
import { titleFacts } from './note.ts';

const confidentialityOid = '2.16.840.1.113883.5.25';

/** Code systems of confidentiality, by the OIDs by which documents name them. */
const labelSystems: ReadonlyMap<string, string> = new Map([
  [confidentialityOid, confidentialitySystem],
  ['2.16.840.1.113883.5.4', actCodeSystem],
]);

/** The labels that the document and its sections state. One without a code cannot be read. */
const labelsIn = ({ confidentialities }: ClinicalDocument): Label[] =>
  confidentialities.map(({ code, codeSystem = confidentialityOid }) => ({
    system: labelSystems.get(codeSystem) ?? `urn:oid:${codeSystem}`,
    code,
  }));

/** Whether a label of the document or of one of its sections withholds it from patients. */
export const isWithheldDocument = (document: ClinicalDocument, { members }: Reading): boolean =>
  labelsIn(document).some(label => isWithheldLabel(label, members));

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

type DocumentOwner =
  | { readonly state: 'patient' | 'unclear' }
  | { readonly state: 'other'; readonly number: string };

/** Whose a document is, by the ids of one of its patients (D17, foreign records). Without a person number it is the patient's. */
const ownerBy = (ids: readonly InstanceId[], { registers, person }: Reading): DocumentOwner => {
  let isUnclear = false;
  let others: string | undefined;
  for (const { root = '', extension, nullFlavor } of ids) {
    const register = root.trim();
    const kind = registers.kindOf(`urn:oid:${register}`);
    if (kind === undefined && (isOid(register) || uuid.test(register))) continue;
    const number = nonBlank(extension);
    if (number === undefined) isUnclear ||= kind !== undefined || nullFlavor === 'MSK';
    else {
      const kinds = kind === undefined ? (['personal', 'coordination', 'reserve'] as const) : [kind];
      if (kinds.some(one => person.numbers.has(`${one}|${plainNumber(number)}`))) return { state: 'patient' };
      others ??= number;
    }
  }
  if (others !== undefined) return { state: 'other', number: others };
  return { state: isUnclear ? 'unclear' : 'patient' };
};

/** Whose a document is. One of several patients is nobody's alone. */
export const ownerOfDocument = ({ patients }: ClinicalDocument, reading: Reading): DocumentOwner => {
  const owners = patients.map(ids => ownerBy(ids, reading));
  return (
    owners.find(({ state }) => state === 'other') ??
    owners.find(({ state }) => state === 'unclear') ?? { state: 'patient' }
  );
};

type Root = Element<R4.DocumentReference>;

/** Counts what a document lacks, by its own path. */
const count = (
  { tally }: Root,
  path: string,
  { reason = 'unreadable', hides = [], times }: Partial<Omit<Loss, 'path'>> = {},
): void => void tally.losses.push({ path, reason, hides, times });

const recordOf = (section: DocumentSection, root: Root): NoteRecord => {
  const { title, text, hasEntries, isMasked, isTitleLost, codeTexts, sections } = section;
  const written = text === undefined || isBlank(text.text) ? undefined : text.text;
  countLosses(root, 'content', text?.lostParts ?? 0);
  if (isMasked) count(root, 'ClinicalDocument/section', { reason: 'withheld', hides: titleFacts });
  const isUnnamed = title === undefined && codeTexts.length > 0;
  if (isUnnamed) count(root, 'ClinicalDocument/section/code');
  if (isTitleLost) count(root, 'ClinicalDocument/section/title', { hides: titleFacts });
  // A text must say what the entries say. Without one, they are lost.
  if (hasEntries && written === undefined && sections.length === 0)
    count(root, 'ClinicalDocument/section/entry', { reason: 'out-of-bounds' });
  return omitUndefined<NoteRecord>({
    Keyword: isUnnamed ? noteWord : title,
    KeywordToolType: 'TextTool',
    Value: written === undefined ? undefined : [{ $self: written, JournalValueType: 'Text' }],
    Record: sections.length === 0 ? undefined : sections.map(inner => recordOf(inner, root)),
  });
};

/** What the codes of sections without a title say. */
export const codeTextsIn = (sections: readonly DocumentSection[]): string[] =>
  sections.flatMap(({ codeTexts, sections: inner }) => [...codeTexts, ...codeTextsIn(inner)]);

const hasText = ({ text, sections }: DocumentSection): boolean =>
  (text !== undefined && !isBlank(text.text)) || sections.some(hasText);

/** The labels and the sections of a document. What the note lacks of the document is counted. */
export const documentParts = (document: ClinicalDocument, reading: Reading<R4.DocumentReference>) => {
  const { root } = reading;
  const labels = labelsIn(document);
  if (ownerOfDocument(document, reading).state === 'unclear')
    count(root, 'ClinicalDocument/recordTarget', { hides: ['owner'] });
  for (const { code } of labels)
    if (code === undefined) count(root, 'ClinicalDocument/confidentialityCode', { hides: ['secrecy'] });
  if (document.isTitleLost) count(root, 'ClinicalDocument/title', { hides: titleFacts });
  for (const [path, times] of document.unread)
    count(root, path, { reason: 'unmapped', times: timesOf(times) });
  if (!document.sections.some(hasText)) countLoss(root, 'content');
  return { labels, records: document.sections.map(section => recordOf(section, root)) };
};
