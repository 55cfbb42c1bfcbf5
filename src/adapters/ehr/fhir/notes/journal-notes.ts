// DocumentReference and Composition → journal notes. A document that is sent as both is published twice, not merged.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import type { JournalNoteExtract as Extract } from '../../../../domain/records/journal-note.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import type { ClinicalDocument } from '../../translation/markup/clinical-document.ts';
import { definedItems, nonEmptyList, partialObject, timeValue, uniqueTexts } from '../../values/values.ts';
import { type Concept, classOf } from '../elements/coded.ts';
import {
  child,
  children,
  type Element,
  hiding,
  ignoringLosses,
  rootElement,
  rootOfType,
} from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import type { Resource } from '../json/resource.ts';
import { namedBy } from '../records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, patientPart, type Reading } from '../records/context.ts';
import { contactAt, encounterParts, performingUnitName, type RecordEncounter } from '../records/encounter.ts';
import type { Fate, FhirKind } from '../records/read-kind.ts';
import { unitAndPeople } from '../records/record-units.ts';
import { confidentialitySystem, isWithheldLabel, labelsOf, secrecyLevelsOf } from '../search/labels.ts';
import type { ServerContext } from '../search/server-context.ts';
import { codeTextsIn, isWithheldDocument, ownerOfDocument } from './clinical-document.ts';
import { allSections, compositionNote, compositionTimes } from './composition.ts';
import { attachmentOf, documentIn, type NoteTexts } from './content.ts';
import { documentNote, documentTimes } from './document-reference.ts';
import { type Note, type NoteParts, type NoteTimes, noteStatusOf, titlesOfCode } from './note.ts';

type NoteResource = R4.Composition | R4.DocumentReference;
type NoteReading = Reading<NoteResource>;

/** A note's labels outside its `meta`: all that can be read, and whether that is all of them. */
const ownLabels = (resource: Resource<NoteResource>) => {
  const root = rootElement(resource);
  const { losses } = root.tally;
  const composition = rootOfType(root, 'Composition');
  if (composition !== undefined) {
    const code = text(composition, 'confidentiality');
    const labels = code === undefined ? [] : [{ system: confidentialitySystem, code }];
    return { labels, isComplete: losses.length === 0 };
  }
  const labels = children(rootOfType(root, 'DocumentReference'), 'securityLabel');
  const concepts = definedItems(labels.map(classOf));
  const isCoded = ({ codings }: Concept) => codings.some(({ code }) => code !== undefined);
  return {
    labels: concepts.flatMap(({ codings }) => codings),
    isComplete: losses.length === 0 && concepts.every(isCoded),
  };
};

/** Whether a label withholds a note. An unreadable label does not hide what the others say. */
const fateByLabel = (resource: Resource<NoteResource>, { members }: ServerContext): Fate | undefined =>
  ownLabels(resource).labels.some(label => isWithheldLabel(label, members)) ? { is: 'withheld' } : undefined;

/** @param labelsInside those of a document in the note. */
const levelsOf = (
  { node, name, tally }: Element<R4.Composition | R4.DocumentReference>,
  labelsInside: NoteParts['labels'] = [],
) => {
  const resource = node as Resource<NoteResource>;
  const { labels, isComplete } = ownLabels(resource);
  if (!isComplete) {
    const path = `${name}/${name === 'Composition' ? 'confidentiality' : 'securityLabel'}`;
    tally.losses.push({ path, reason: 'unreadable', hides: ['secrecy'] });
  }
  const all = [...labels, ...(labelsOf(resource) ?? []), ...labelsInside];
  return partialObject({ SecrecyLevel: nonEmptyList(secrecyLevelsOf(all)) });
};

const contactOf = (encounter: RecordEncounter | undefined, reading: Reading): Extract['HCMContact'] => {
  if (encounter === undefined) return undefined;
  const { root } = encounter;
  const parts = root === undefined ? undefined : encounterParts(root, reading);
  return partialObject<NonNullable<Extract['HCMContact']>>({
    target_id: encounter.id,
    HCMContacInternaltID: encounter.key?.slice('Encounter/'.length),
    HCMContactBegin: parts?.begin,
    HCMContactEnd: parts?.end,
    HCMContactStatus: parts?.status,
    HCMContactType: parts?.type,
    ContactPerformingUnit: root === undefined ? undefined : performingUnitName(root, reading),
    ContactSecrecyLevels: parts?.levels,
  });
};

const changeOf = (reading: NoteReading, { version, about }: NoteTimes): string | undefined =>
  changedAt(reading, version !== undefined || about !== undefined);

const recordOf = (reading: NoteReading, parts: NoteParts): RecordOf<'journalNotes'> => {
  const { root } = reading;
  const encounter = contactAt(parts.encounter, reading);
  const custodian = reading.units.in(root, 'custodian');
  const authors = namedBy(custodian === undefined ? hiding(root, 'unit') : root, 'author');
  const naming = { people: authors, encounter, custodian };
  const { unit, people } = unitAndPeople(reading, naming, parts.attesters);
  const extract = omitUndefined<Extract>({
    ehr_system: ehrSystemOf(reading),
    time_created: timeValue(changeOf(reading, parts)),
    Note: omitUndefined<Note>({
      NoteId: localId(root),
      NoteVersionDateTime: timeValue(parts.version),
      NoteDateTime: timeValue(parts.about),
      NoteSecrecyLevels: levelsOf(root, parts.labels),
      ...parts.note,
    }),
    Patient: patientPart(reading),
    CareUnit: unit.careUnit,
    AccessZoneUnit: unit.careUnit,
    ResponsibleUnit: unit.own,
    HeadCareproviderUnit: unit.careProvider,
    Units: partialObject({ Unit: reading.unitLists.unitsOfNotes(unit.all, root.tally) }),
    CareProviders: partialObject({ CareProvider: reading.professionalLists.providers(people) }),
    HCMContact: contactOf(encounter, reading),
  });
  return { XSDVersion: layoutVersions.journalNotes, JournalNoteEHRExtract: [extract] };
};

/**
 * The titles that the record of a document may lack: those of a clinical document, whose sections have the keywords, and what its code says
 * that a keyword has the Swedish word for.
 */
const documentTitles = (reading: Reading<R4.DocumentReference>, document: ClinicalDocument | undefined) => {
  const attached = attachmentOf(reading)?.title;
  return uniqueTexts([
    ...(document === undefined ? [] : [attached, document.title, ...codeTextsIn(document.sections)]),
    ...(attached === undefined ? titlesOfCode(child(reading.root, 'type')) : []),
  ]);
};

/** What the codes of sections without a title say. */
const sectionTitles = ({ root }: Reading<R4.Composition>) => {
  const sections = [...allSections(ignoringLosses(root))];
  const untitled = sections.filter(section => text(section, 'title') === undefined);
  return uniqueTexts(untitled.flatMap(section => titlesOfCode(child(section, 'code'))));
};

const timesOnly = (reading: NoteReading, times: NoteTimes): RecordOf<'journalNotes'> => {
  const extract = omitUndefined<Extract>({
    time_created: timeValue(changeOf(reading, times)),
    Note: omitUndefined<Note>({
      NoteVersionDateTime: timeValue(times.version),
      NoteDateTime: timeValue(times.about),
    }),
  });
  return { JournalNoteEHRExtract: [extract] };
};

const foreign = (PatientID: Identifier): RecordOf<'journalNotes'> => ({
  JournalNoteEHRExtract: [{ Patient: { PatientID } }],
});

export const journalNotes: FhirKind<'journalNotes', NoteTexts> = {
  kind: 'journalNotes',
  hasLevels: true,
  sources: [
    {
      type: 'DocumentReference',
      patient: root => child(root, 'subject'),
      period: 'date',
      include: [
        ['author', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['custodian', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      // The status is published as `NoteActive` or `noteStatus`, and the labels as secrecy levels.
      judged: () => ['status', 'docStatus', 'securityLabel'],
      fateOf: fateByLabel,
      timesOnly: reading => timesOnly(reading, documentTimes(reading)),
      record: (reading, { content }) => {
        const document = documentIn(content);
        const owner = document === undefined ? undefined : ownerOfDocument(document, reading);
        if (owner?.state === 'other') return foreign({ extension: owner.number });
        if (document !== undefined && isWithheldDocument(document, reading)) return undefined;
        return recordOf(reading, documentNote(reading, content));
      },
      beside: (reading, { content }) => ({
        titles: nonEmptyList(documentTitles(reading, documentIn(content))),
        noteStatus: noteStatusOf(reading.root, 'docStatus'),
      }),
    },
    {
      type: 'Composition',
      patient: root => child(root, 'subject'),
      period: 'date',
      include: [
        ['author', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      judged: () => ['status', 'confidentiality'],
      fateOf: fateByLabel,
      timesOnly: reading => timesOnly(reading, compositionTimes(reading)),
      record: (reading, { narratives }) => recordOf(reading, compositionNote(reading, narratives)),
      beside: reading => ({
        titles: nonEmptyList(sectionTitles(reading)),
        noteStatus: noteStatusOf(reading.root, 'status'),
      }),
    },
  ],
  foreign,
};
