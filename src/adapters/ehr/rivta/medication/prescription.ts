// A prescription of GetMedicationHistory 2.1 → the prescription of the extract.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import { productWords } from '../../translation/dosage/told-dose.ts';
import { prescriptionTypeWords } from '../../translation/words/prescription-types.ts';
import { joinedLines, joinedTexts, nonBlank, partialObject, timeValue } from '../../values/values.ts';
import type { SoapTranslation } from '../documents.ts';
import { versionTime } from '../header.ts';
import type { CountLoss } from '../losses.ts';
import { countedWords, identifier, localIdentifier, wordForCode } from '../values.ts';
import type { PatientSummaryHeaderType } from '../wire-types.ts';
import { dosagePluginsOf } from './dosage.ts';
import { drugProductOf, routeOf, selectDrug } from './drug.ts';
import type { DrugChoiceType, MedicationPrescriptionType, PrescriptionReasonType } from './wire-types.ts';

const body = 'medicationMedicalRecordBody/medicationPrescription';

/** The type of a discontinuation (utsättning): the drug must no longer be taken. */
const discontinuation = 'U';

const isDiscontinuation = ({ typeOfPrescription: types = [] }: MedicationPrescriptionType) =>
  types.includes(discontinuation);

/** The type of a prescription that starts or changes a treatment (insättning). */
const startOfTreatment = 'I';

/** Whether the type is not one of the contract's, such as `u`: it may mean a discontinuation. */
const hasUnknownType = ({ typeOfPrescription: types = [] }: MedicationPrescriptionType) =>
  types.some(type => type !== startOfTreatment && nonBlank(type) !== undefined);

const statuses: Readonly<Record<string, boolean>> = { Active: true, Inactive: false };

/** Whether the treatment has ended. `now` is the local time. */
const hasEnded = ({ endOfTreatment: end }: MedicationPrescriptionType, now: string): boolean =>
  end !== undefined && end <= now;

/**
 * Whether the prescription is active. Ended treatments are not. Discontinuations never are, whatever their status: a
 * discontinuation is `Active` if it is the last of its chain. Their status is not read, and therefore counted. The same
 * applies if the type or the status is uncertain, or the type is unknown: a discontinuation must not look like an active
 * prescription. Nor must one whose end is uncertain.
 */
const activeOf = (
  prescription: MedicationPrescriptionType,
  { countLoss, isUncertain, now }: SoapTranslation,
): boolean | undefined => {
  if (isDiscontinuation(prescription)) return false;
  if (isUncertain(`${body}/endOfTreatment`)) return undefined;
  const path = `${body}/prescriptionStatus`;
  if (hasEnded(prescription, now)) {
    if (nonBlank(prescription.prescriptionStatus) === 'Active')
      countLoss({ path, reason: 'unmapped', hides: [] });
    return false;
  }
  const decisive = ['typeOfPrescription', 'prescriptionStatus'];
  if (hasUnknownType(prescription) || decisive.some(name => isUncertain(`${body}/${name}`))) return undefined;
  const status = nonBlank(prescription.prescriptionStatus);
  if (status === undefined) return undefined;
  const active = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (active === undefined) countLoss({ path, reason: 'unreadable', hides: [] });
  return active;
};

const statusOf = (prescription: MedicationPrescriptionType, { now }: SoapTranslation) => {
  if (isDiscontinuation(prescription)) return { TreatmentStatus: 'DISCONTINUED' };
  return hasEnded(prescription, now) ? { TreatmentStatus: 'ENDED' } : undefined;
};

/** The type of the prescription, in words. */
const typeOf = ({ typeOfPrescription: types = [] }: MedicationPrescriptionType, countLoss: CountLoss) => {
  for (const _ of types.slice(1))
    countLoss({ path: `${body}/typeOfPrescription`, reason: 'repeated', hides: [] });
  const type = types.find(one => one === discontinuation) ?? types[0];
  return wordForCode(type, { words: prescriptionTypeWords, path: `${body}/typeOfPrescription`, countLoss });
};

const reasonsOf = (
  { principalPrescriptionReason: reasons = [] }: MedicationPrescriptionType,
  countLoss: CountLoss,
) => {
  const path = `${body}/principalPrescriptionReason/reason`;
  const texts = ({ reason, otherReason }: PrescriptionReasonType) => [
    countedWords(reason, { path, countLoss }),
    otherReason,
  ];
  return joinedTexts(reasons.flatMap(texts), '; ');
};

/** The start of the first treatment has no member. It is counted if it is on another day than the start of this one. */
const countFirstStart = (
  { startOfFirstTreatment: first, startOfTreatment: start }: MedicationPrescriptionType,
  countLoss: CountLoss,
) => {
  if (first !== undefined && first.slice(0, 8) !== start?.slice(0, 8)) {
    countLoss({ path: `${body}/startOfFirstTreatment`, reason: 'unmapped', hides: [] });
  }
};

/**
 * What the patient is told about the drug: the text on its label. Notes and comments follow if the profile says that staff write them for
 * the patient; the contract does not say for whom they are, so otherwise they are not read, and therefore counted.
 */
const instructionOf = (
  prescription: MedicationPrescriptionType,
  drug: DrugChoiceType,
  { profile }: SoapTranslation,
): string | undefined => {
  const label = prescription.dispensationAuthorization?.prescriptionSignatura;
  return profile.prescriptionNotes === 'patient'
    ? joinedLines([label, prescription.prescriptionNote, drug.comment])
    : nonBlank(label);
};

/** Translates a prescription. What has no member is not read, and therefore counted. */
export const prescriptionOf = (
  prescription: MedicationPrescriptionType,
  header: PatientSummaryHeaderType,
  losses: SoapTranslation,
): Prescription => {
  const { countLoss, isDamaged, hasUnknown } = losses;
  const { drug, drugPath, dosages, dosagePath } = selectDrug(prescription);
  const isDrugDamaged = (path: string) => isDamaged(`${body}/${drugPath}/${path}`);
  const countDosage = (reason: 'unreadable' | 'repeated') =>
    countLoss({ path: `${body}/${dosagePath}`, reason, hides: [] });
  const product = drugProductOf(drug, {
    isDamaged: isDrugDamaged,
    countName: () => countLoss({ path: `${body}/${drugPath}`, reason: 'unreadable', hides: [] }),
  });
  countFirstStart(prescription, countLoss);
  return omitUndefined<Prescription>({
    rc_id: localIdentifier(header.documentId),
    // The chain connects a discontinuation to the prescriptions that it ends.
    MedicationTreatmentId:
      identifier(prescription.prescriptionChainId) ?? identifier(prescription.prescriptionId),
    MedicationTreatmentStatusDetail: statusOf(prescription, losses),
    MedicationActive: activeOf(prescription, losses),
    ReplacedByLatest: prescription.succeedingPrescriptionId === undefined ? undefined : false,
    PrescriptionType: typeOf(prescription, countLoss),
    PrescriptionVersionDateTime: versionTime(header),
    PrescriptionStartDateTime: timeValue(prescription.startOfTreatment),
    PrescriptionEndDateTime: timeValue(prescription.endOfTreatment),
    PrescriptionCancelComment:
      countedWords(prescription.endOfTreatmentReason, { path: `${body}/endOfTreatmentReason`, countLoss }) ??
      nonBlank(header.nullifiedReason),
    FollowUpDateTime: timeValue(prescription.evaluationTime),
    PrescriptionReasonText: reasonsOf(prescription, countLoss),
    TreatmentGoal: prescription.treatmentPurpose,
    PrescriptionPatientInstruction: instructionOf(prescription, drug, losses),
    MainProductTreatment: product,
    RouteDetail: routeOf(drug),
    PrescriptionDosages: partialObject({
      DosagePlugin: dosagePluginsOf(
        dosages,
        { product: productWords(product), now: losses.now },
        { isDamaged: [isDamaged, hasUnknown].some(is => is(`${body}/${dosagePath}`)), countDosage },
      ),
    }),
  });
};
