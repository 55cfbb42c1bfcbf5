// MedicationRequest → prescriptions. The dosages are in dosages.ts, the medicine in medication.ts.
import type * as R4 from 'fhir/r4.js';
import { isJsonObject } from '../../../../domain/model/json.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import type { PrescriptionExtract as Extract } from '../../../../domain/records/prescription/prescription.ts';
import { productWords } from '../../translation/dosage/told-dose.ts';
import { joinedLines, partialObject, timeValue } from '../../values/values.ts';
import { conceptText, joinedConceptTexts } from '../elements/coded.ts';
import { child, children, type Element, hiding } from '../elements/element.ts';
import { idAt, idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import { codeValue } from '../elements/listed-words.ts';
import { text } from '../elements/primitives.ts';
import { isFilled, type Resource } from '../json/resource.ts';
import { namedBy } from '../records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, type Reading } from '../records/context.ts';
import {
  contactAt,
  contactFacts,
  encounterParts,
  type RecordEncounter,
  reasonsOf,
} from '../records/encounter.ts';
import type { FhirKind } from '../records/read-kind.ts';
import { unitAndPeople } from '../records/record-units.ts';
import { dosagesOf } from './dosages.ts';
import { isMedicineWithheld, productOf } from './medication.ts';

type Status = { readonly word: string; readonly isActive: boolean };

/** R4 status → the published status, and whether the prescription is active. `unknown` says neither. */
const statuses: ReadonlyMap<string, Status | Record<string, never>> = new Map([
  ['active', { word: 'ACTIVE', isActive: true }],
  ['on-hold', { word: 'PAUSED', isActive: false }],
  ['completed', { word: 'ENDED', isActive: false }],
  ['stopped', { word: 'DISCONTINUED', isActive: false }],
  ['cancelled', { word: 'DISCONTINUED', isActive: false }],
  ['unknown', {}],
]);

/** Intents that only say that the medicine has been prescribed. Any other that the profile may publish is missing from the record. */
const orders = new Set<unknown>([
  'order',
  'original-order',
  'reflex-order',
  'filler-order',
  'instance-order',
]);

/**
 * The intents of R4 (value set medicationrequest-intent). R4 requires one: a resource without a valid one may be a prescription or a mere
 * proposal, so it is not shown as a prescription but counted as left out (D29).
 */
const intents = new Set<unknown>(['proposal', 'plan', 'option', ...orders]);

/** Whether a request may be one not to give the medicine: it is, or the server does not say (`data-absent-reason`). */
const mayForbid = ({ doNotPerform, _doNotPerform: beside }: Resource<R4.MedicationRequest>): boolean =>
  doNotPerform === undefined || doNotPerform === null
    ? isJsonObject(beside) && isFilled(beside.extension)
    : doNotPerform !== false;

const treatmentId = (root: Element<R4.MedicationRequest>) =>
  publishedIdentifier(idAt(root, 'groupIdentifier')) ?? publishedIdentifier(idsIn(root)[0]);

/** What the patient is told about the medicine: of each dosage, then the notes, unless the profile says that they are for staff. */
const instructionOf = (
  { root, members }: Reading<R4.MedicationRequest>,
  dosages: readonly Element<R4.Dosage>[],
): string | undefined => {
  const notes = members.prescriptionNotes === 'patient' ? children(root, 'note') : [];
  return joinedLines([
    ...dosages.map(dosage => text(dosage, 'patientInstruction')),
    ...notes.map(note => text(note, 'text')),
  ]);
};

const prescriptionOf = (
  reading: Reading<R4.MedicationRequest>,
  authoredOn: string | undefined,
): Prescription => {
  const { root, times, now } = reading;
  const status = codeValue(root, 'status', sent => statuses.get(sent));
  const product = productOf(reading);
  const dosages = dosagesOf(root, { times, now, product: productWords(product) });
  return omitUndefined<Prescription>({
    rc_id: localId(root),
    MedicationTreatmentId: treatmentId(root),
    PrescriptionVersionDateTime: timeValue(authoredOn),
    MedicationTreatmentStatusDetail: partialObject({ TreatmentStatus: status?.word }),
    MedicationActive: status?.isActive,
    PrescriptionCancelComment: conceptText(root, 'statusReason'),
    PrescriptionType: joinedConceptTexts(root, 'category'),
    PrescriptionReasonText: reasonsOf(root),
    PrescriptionPatientInstruction: instructionOf(reading, dosages.elements),
    PrescriptionStartDateTime: timeValue(dosages.start),
    PrescriptionEndDateTime: timeValue(dosages.end),
    RouteDetail: dosages.route,
    MainProductTreatment: product,
    PrescriptionDosages: partialObject({
      WhenNeeded: dosages.whenNeeded,
      DosagePlugin: dosages.plugins,
    }),
  });
};

const contactOf = (
  reading: Reading<R4.MedicationRequest>,
  encounter: RecordEncounter | undefined,
): Extract['HCMContact'] => {
  if (encounter === undefined) return undefined;
  const parts = encounter.root === undefined ? undefined : encounterParts(encounter.root, reading);
  return partialObject<NonNullable<Extract['HCMContact']>>({
    rc_id: encounter.id,
    ContactType: parts?.type,
    ContactStatus: parts?.status,
    ContactBegin: parts?.begin,
    ContactEnd: parts?.end,
    ContactSecrecyLevels: parts?.levels,
  });
};

const timesOf = (reading: Reading<R4.MedicationRequest>) => {
  const { root, times } = reading;
  const authoredOn = times.point(hiding(root, 'time'), 'authoredOn');
  return { authoredOn, changed: changedAt(reading, authoredOn !== undefined) };
};

const recordOf = (reading: Reading<R4.MedicationRequest>): RecordOf<'prescriptions'> => {
  const { root, patientId, internalId, isProtected } = reading;
  const { authoredOn, changed } = timesOf(reading);
  const encounter = contactAt(child(hiding(root, ...contactFacts), 'encounter'), reading);
  const naming = hiding(root, 'unit');
  const named = [...namedBy(naming, 'requester'), ...namedBy(naming, 'recorder')];
  const { unit, people } = unitAndPeople(reading, { people: named, encounter });
  const careProviders = reading.professionalLists.careProviders(people);
  const extract = omitUndefined<Extract>({
    ehr_system: ehrSystemOf(reading),
    time_created: timeValue(changed),
    Prescription: prescriptionOf(reading, authoredOn),
    Patient: omitUndefined<NonNullable<Extract['Patient']>>({
      PatientId: patientId,
      PatientInternalID: internalId,
      PatientProtectedId: isProtected,
    }),
    Units: partialObject({ UnitData: reading.unitLists.unitsOfPrescriptions(unit.all, root.tally) }),
    CreationUnit: unit.own,
    ResponsibleUnit: unit.own,
    AccessZoneUnit: unit.careUnit,
    HeadCareproviderUnit: unit.careProvider,
    CareProviders: careProviders && { CareProviders: [{ CareProvider: careProviders }] },
    HCMContact: contactOf(reading, encounter),
  });
  return { XSDVersion: layoutVersions.prescriptions, PrescriptionEHRExtract: [extract] };
};

export const prescriptions: FhirKind<'prescriptions'> = {
  kind: 'prescriptions',
  sources: [
    {
      type: 'MedicationRequest',
      patient: root => child(root, 'subject'),
      period: 'authoredon',
      parameters: ({ members }) => [['intent', members.intents.join(',')]],
      include: [
        ['medication', 'Medication'],
        ['requester', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      judged: ({ intent }) => (orders.has(intent) ? ['intent', 'doNotPerform'] : ['doNotPerform']),
      isOfKind: ({ status }) => status !== 'draft',
      fateOf: (resource, { members }) => {
        if (!intents.has(resource.intent) || mayForbid(resource)) return { is: 'withheld' };
        // Some servers return plans and proposals although orders alone are asked for.
        const isPublished = members.intents.some(published => published === resource.intent);
        return isPublished ? undefined : { is: 'placeless', by: 'intent' };
      },
      hasWithheldPart: isMedicineWithheld,
      timesOnly: reading => {
        const { authoredOn, changed } = timesOf(reading);
        const Prescription = omitUndefined({ PrescriptionVersionDateTime: timeValue(authoredOn) });
        const extract = omitUndefined<Extract>({ time_created: timeValue(changed), Prescription });
        return { PrescriptionEHRExtract: [extract] };
      },
      record: recordOf,
    },
  ],
  foreign: PatientId => ({ PrescriptionEHRExtract: [{ Patient: { PatientId } }] }),
};
