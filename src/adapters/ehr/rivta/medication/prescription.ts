// A prescription of GetMedicationHistory 2.1 → the prescription of the extract.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { PrescriptionExtract } from '../../../../domain/records/prescription/prescription.ts';
import {
  type CountLoss,
  nonBlank,
  nonEmptyList,
  partialObject,
  timeValue,
  uniqueTexts,
} from '../../translation/values.ts';
import { versionTime } from '../header.ts';
import { identifier, localId, words } from '../values.ts';
import type { PatientSummaryHeaderType } from '../wire-types.ts';
import { ix3Dosage } from './dosage.ts';
import { productOf, routeOf } from './product.ts';
import { selectDrug } from './select-drug.ts';
import type { MedicationPrescriptionType, PrescriptionReasonType } from './wire-types.ts';

type Prescription = NonNullable<Static<typeof PrescriptionExtract>['Prescription']>;

const body = 'medicationMedicalRecordBody/medicationPrescription';

/** The type of a discontinuation (utsättning): the drug is no longer to be taken. */
const discontinuation = 'U';

const isDiscontinuation = ({ typeOfPrescription: types = [] }: MedicationPrescriptionType) =>
  types.includes(discontinuation);

const statuses: Readonly<Record<string, boolean>> = { Active: true, Inactive: false };

/**
 * Whether the prescription is active. A withdrawn one and a discontinuation never are, whatever their status says: in a
 * discontinuation, `Active` means that it is the last of its chain. Their status is not read, and so counted.
 */
const activeOf = (
  found: MedicationPrescriptionType,
  { nullified }: PatientSummaryHeaderType,
  lose: CountLoss,
): boolean | undefined => {
  if (nullified === true || isDiscontinuation(found)) return false;
  const status = nonBlank(found.prescriptionStatus);
  if (status === undefined) return undefined;
  const active = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (active === undefined) lose(`${body}/prescriptionStatus`);
  return active;
};

const statusOf = (found: MedicationPrescriptionType, { nullified }: PatientSummaryHeaderType) => {
  if (nullified === true) return { TreatmentStatus: 'INVALIDATED' };
  return isDiscontinuation(found) ? { TreatmentStatus: 'DISCONTINUED' } : undefined;
};

const typeOf = ({ typeOfPrescription: types = [] }: MedicationPrescriptionType, lose: CountLoss) => {
  for (const _ of types.slice(1)) lose(`${body}/typeOfPrescription`, 'repeated');
  return nonBlank(types.find(type => type === discontinuation) ?? types[0]);
};

const reasonTexts = ({ reason, otherReason }: PrescriptionReasonType) =>
  uniqueTexts(words(reason), otherReason);

const reasonsOf = ({ principalPrescriptionReason: reasons = [] }: MedicationPrescriptionType) =>
  nonBlank(uniqueTexts(...reasons.flatMap(reasonTexts)).join('; '));

/** The start of the first treatment has no member. It is counted where it is on another day than the start of this one. */
const loseFirstStart = (
  { startOfFirstTreatment: first, startOfTreatment: start }: MedicationPrescriptionType,
  lose: CountLoss,
) => {
  if (first !== undefined && first.slice(0, 8) !== start?.slice(0, 8)) {
    lose(`${body}/startOfFirstTreatment`, 'unmapped');
  }
};

export const prescriptionOf = (
  found: MedicationPrescriptionType,
  header: PatientSummaryHeaderType,
  lose: CountLoss,
): Prescription => {
  const { drug, dosages } = selectDrug(found);
  loseFirstStart(found, lose);
  return omitUndefined<Prescription>({
    rc_id: localId(header.documentId),
    // The chain ties a discontinuation to the prescriptions of its drug.
    MedicationTreatmentId: identifier(found.prescriptionChainId) ?? identifier(found.prescriptionId),
    MedicationTreatmentStatusDetail: statusOf(found, header),
    MedicationActive: activeOf(found, header, lose),
    ReplacedByLatest: found.succeedingPrescriptionId === undefined ? undefined : false,
    PrescriptionType: typeOf(found, lose),
    PrescriptionVersionDateTime: versionTime(header),
    PrescriptionStartDateTime: timeValue(found.startOfTreatment),
    PrescriptionEndDateTime: timeValue(found.endOfTreatment),
    PrescriptionCancelComment: words(found.endOfTreatmentReason) ?? nonBlank(header.nullifiedReason),
    FollowUpDateTime: timeValue(found.evaluationTime),
    PrescriptionReasonText: reasonsOf(found),
    TreatmentGoal: found.treatmentPurpose,
    PrescriptionPatientInstruction: nonBlank(found.dispensationAuthorization?.prescriptionSignatura),
    MainProductTreatment: productOf(drug),
    RouteDetail: routeOf(drug),
    PrescriptionDosages: partialObject({
      DosagePlugin: nonEmptyList(dosages.map(dosage => ({ IX3Dosage: ix3Dosage(dosage) }))),
    }),
  });
};
