// What a patient reads of coded values, in every region whose adapter makes the records (D39, words and not codes): the cases in
// cases/*.yaml. Expected lines are written by hand, so that a clinician can check them.
//
// A case: `case`, a sentence; `fhir`, members of a resource, and `rivta`, an element of a contract's document, by their names; `reads`,
// all the lines that the patient reads of the record, the same in both, or `Withheld`; and `counts`, what is counted as lost in a region.
import { readdirSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import type { Loss } from '../../../../src/domain/model/loss.ts';
import type { AttentionSignalRecord } from '../../../../src/domain/records/attention-signal.ts';
import type { RecordOf, SourceKind } from '../../../../src/domain/records/index.ts';
import type { NoteRecord } from '../../../../src/domain/records/note-record.ts';
import { eachLoss } from '../../../support/losses.ts';
import type { EhrServer } from '../../../support/servers/ehr-server.ts';
import { connect as connectToFhir } from '../fhir/support/connect.ts';
import { answering, bundle, fhirServer, own } from '../fhir/support/fhir-server.ts';
import { request } from '../fhir/support/prescriptions.ts';
import { connect as connectToRivta } from '../rivta/support/connect.ts';
import { alert, answerOf, contact, elementOf, medication, note } from '../rivta/support/documents.ts';
import { producer } from '../rivta/support/soap-server.ts';

const closed = { additionalProperties: false } as const;
const lines = Type.Array(Type.String());
const Case = Type.Object(
  {
    case: Type.String({ minLength: 1 }),
    fhir: Type.Optional(Type.Record(Type.String(), Type.Object({}), { minProperties: 1, maxProperties: 1 })),
    rivta: Type.Optional(Type.Record(Type.String(), Type.Object({}), { minProperties: 1, maxProperties: 1 })),
    reads: lines,
    counts: Type.Optional(Type.Object({ rivta: Type.Optional(lines), fhir: Type.Optional(lines) }, closed)),
  },
  closed,
);
const CaseFile = Type.Object({ title: Type.String({ minLength: 1 }), cases: Type.Array(Case) }, closed);

const folder = new URL('cases/', import.meta.url);
const files = readdirSync(folder).map(name =>
  Value.Parse(CaseFile, parse(readFileSync(new URL(name, folder), 'utf8'))),
);

/** The lines of a text under its label. */
const labelled = (label: string, text: string | undefined): string[] =>
  text === undefined ? [] : text.split('\n').map(line => `${label}: ${line}`.trim());

const warningLines = ({ AttentionSignalEHRExtract: [extract] = [] }: AttentionSignalRecord): string[] => {
  const {
    HypersensitivityType: allergy,
    ContagiousDiseaseType: infection,
    NonStandardProcedureType: restriction,
    TreatmentAndConditionType: treatment,
    UnstructuredType: other,
    ...signal
  } = extract?.AttentionSignal ?? {};
  return [
    ...labelled('Kind', signal.SignalWarningSubType),
    ...labelled('In force', signal.SignalActive?.toString()),
    ...(allergy === undefined ? [] : labelled('Allergy', allergy.Heading ?? '')),
    ...labelled('Substances', allergy?.Agent?.join(', ')),
    ...labelled('How severe', allergy?.Severity),
    ...labelled('Certainty', allergy?.Certitude),
    ...labelled('Reaction', allergy?.Reaction),
    ...labelled('Comment', allergy?.Comment),
    ...labelled('Infection', infection?.Heading),
    ...labelled('Restriction', restriction?.Heading),
    ...labelled('Treatment or disease', treatment?.Heading),
    ...labelled('Treatment', treatment?.TreatmentDescription),
    ...labelled('Disease', treatment?.DiagnosisDescription),
    ...labelled('Information', other?.Heading),
    ...[infection, restriction, treatment, other].flatMap(block => labelled('Comment', block?.Comment)),
  ];
};

const contactLines = ({ contactEHRExtract: [extract] = [] }: RecordOf<'contacts'>): string[] => [
  ...labelled('Type', extract?.contact?.contactTypeOfVisit),
  ...labelled('Form', extract?.contact?.contactVisitType),
  ...labelled('State', extract?.contact?.contactStatus),
];

const sectionLines = ({ Keyword, Value: values = [], Record = [] }: NoteRecord): string[] => [
  ...labelled(Keyword ?? '', values.map(({ $self }) => $self ?? '').join('\n')),
  ...Record.flatMap(sectionLines),
];

const noteLines = ({ JournalNoteEHRExtract: [extract] = [] }: RecordOf<'journalNotes'>): string[] => [
  ...labelled('Type', extract?.Note?.NoteTypeOfNote),
  ...(extract?.Note?.Records?.Record ?? []).flatMap(sectionLines),
];

const prescriptionLines = ({
  PrescriptionEHRExtract: [extract] = [],
}: RecordOf<'prescriptions'>): string[] => {
  const { MainProductTreatment: medicine, ...prescription } = extract?.Prescription ?? {};
  return [
    ...labelled('Type', prescription.PrescriptionType),
    ...labelled('Medicine', medicine?.PrescriptionProductTradeName),
    ...labelled('ATC', medicine?.PrescriptionProduct_AtcCode?.code),
    ...labelled('Ended', prescription.PrescriptionCancelComment),
    ...labelled('For', prescription.PrescriptionReasonText),
  ];
};

const linesOf: Readonly<Partial<Record<SourceKind, (record: never) => string[]>>> = {
  attentionSignals: warningLines,
  contacts: contactLines,
  journalNotes: noteLines,
  prescriptions: prescriptionLines,
};

/** Where an element of a case stands: in which document of which contract, or in which resource. */
type Place = {
  readonly kind: SourceKind;
  /** The path of the element. Losses are written below it. */
  readonly below: string;
  /** Losses that every document here has. */
  readonly ignored?: readonly string[];
};

const parts = { id: '1', patient: '191212121212' };
const documents: Readonly<Record<string, Place & { contract: ContractName; document: string }>> = {
  careContactBody: {
    kind: 'contacts',
    contract: 'GetCareContacts',
    document: contact(parts),
    below: 'careContact/careContactBody',
  },
  alertInformationBody: {
    kind: 'attentionSignals',
    contract: 'GetAlertInformation',
    document: alert(parts, ''),
    below: 'alertInformation/alertInformationBody',
  },
  clinicalDocumentNote: {
    kind: 'journalNotes',
    contract: 'GetCareDocumentation',
    document: note(parts, ''),
    below: 'careDocumentation/careDocumentationBody/clinicalDocumentNote',
  },
  medicationPrescription: {
    kind: 'prescriptions',
    contract: 'GetMedicationHistory',
    document: medication(parts, ''),
    below: 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription',
  },
};
const resources: Readonly<Record<string, Place & { base: object }>> = {
  AllergyIntolerance: { kind: 'attentionSignals', below: 'AllergyIntolerance', base: { patient: own } },
  Flag: { kind: 'attentionSignals', below: 'Flag', base: { subject: own } },
  Encounter: { kind: 'contacts', below: 'Encounter', base: { subject: own } },
  Composition: { kind: 'journalNotes', below: 'Composition', base: { subject: own } },
  MedicationRequest: { kind: 'prescriptions', below: 'MedicationRequest', base: request({}) },
};

type Region = {
  readonly places: Readonly<Record<string, Place>>;
  /** Answers with one record of which the element says what the case says. */
  readonly answer: (name: string, said: object) => void;
  readonly connected: Pick<ReturnType<typeof connectToFhir>, 'read' | 'close'>;
  readonly server: Pick<EhrServer, 'close'>;
};

const rivtaRegion = async (): Promise<Region> => {
  let answer = '';
  const server = await producer(() => answer);
  return {
    places: documents,
    answer: (name, said) => {
      const { contract, document } = documents[name] ?? { contract: 'GetCareContacts', document: '' };
      const whole = new RegExp(`<c:${name}>.*</c:${name}>`);
      answer = answerOf(contract, [document.replace(whole, elementOf(name, said))]);
    },
    connected: connectToRivta(server.url),
    server,
  };
};

const fhirRegion = async (): Promise<Region> => {
  const server = await fhirServer();
  return {
    places: resources,
    answer: (name, said) => {
      const resource = { resourceType: name, id: '1', ...resources[name]?.base, ...said };
      server.answer = answering({ [`/${name}`]: bundle([resource]) });
    },
    connected: connectToFhir(`${server.url}/fhir`, {
      own: { resources: ['Patient', ...Object.keys(resources)] },
    }),
    server,
  };
};

const regions = new Map<'rivta' | 'fhir', Region>();

beforeAll(async () => {
  regions.set('rivta', await rivtaRegion());
  regions.set('fhir', await fhirRegion());
});

afterAll(async () => {
  for (const { connected, server } of regions.values()) {
    await connected.close();
    await server.close();
  }
});

const readIn = async (region: Region, [name, said]: [string, object]) => {
  const place = region.places[name];
  if (place === undefined) throw new Error(`no place for ${name}`);
  region.answer(name, said);
  const [found, ...others] = await region.connected.read(place.kind);
  if (found === undefined || others.length > 0) throw new Error('not one record');
  const read = linesOf[place.kind] as (record: unknown) => string[];
  const counted = ({ path, reason }: Omit<Loss, 'times'>) =>
    `${reason} ${path.replace(`${place.below}/`, '')}`;
  const reads = found.record === undefined ? ['Withheld'] : read(found.record);
  return { reads, counts: eachLoss(found.losses).map(counted) };
};

describe.each(files)('$title', ({ cases }) => {
  test('has each case once', () => {
    expect(new Set(cases.map(({ case: sentence }) => sentence)).size).toBe(cases.length);
  });

  const sent = cases.flatMap(example =>
    (['rivta', 'fhir'] as const).flatMap(region =>
      Object.entries(example[region] ?? {}).map(element => ({ ...example, region, element })),
    ),
  );
  test.each(sent)('$case ($region)', async ({ region, element, reads, counts }) => {
    const opened = regions.get(region);
    if (opened === undefined) throw new Error(`no region ${region}`);
    expect(await readIn(opened, element)).toEqual({ reads, counts: counts?.[region] ?? [] });
  });
});
