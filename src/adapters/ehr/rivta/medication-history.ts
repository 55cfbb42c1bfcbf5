// GetMedicationHistory 2.1 → prescriptions. The dosages are in dosage.ts.
import Type, { type Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { PrescriptionExtract } from '../../../domain/records/prescription.ts';
import { members } from '../../../domain/records/shared/common.ts';
import { documentContract } from './documents.ts';
import { DosageType, ix3Dosage } from './dosage.ts';
import {
  careGiverIds,
  careProviderOf,
  careUnitIds,
  extractHead,
  orgUnitIds,
  patientId,
  positionOf,
  professionalOf,
  unitDataOf,
  unitsRuled,
  versionTime,
} from './header.ts';
import {
  codeAsId,
  coded,
  filled,
  filledOnce,
  identifier,
  type Lose,
  localId,
  several,
  some,
  timeValue,
  words,
} from './values.ts';
import { CvType, date, IiType, PatientSummaryHeaderType, PqType, text, time } from './wire-types.ts';

const DrugType = members({
  nplId: CvType,
  atcCode: CvType,
  routeOfAdministration: CvType,
  pharmaceuticalForm: text,
  strength: text,
  strengthUnit: text,
});

const DrugChoiceType = members({
  comment: text,
  unstructuredDrugInformation: members({ unstructuredInformation: text }),
  merchandise: members({ articleNumber: CvType }),
  drugArticle: members({ nplPackId: CvType }),
  drug: DrugType,
  generics: members({ substance: text, strength: PqType, form: text }),
  dosage: Type.Array(DosageType),
});
type DrugChoiceType = Static<typeof DrugChoiceType>;

const PrescriptionReasonType = members({ reason: CvType, otherReason: text });
type PrescriptionReasonType = Static<typeof PrescriptionReasonType>;

const MedicationPrescriptionType = members({
  prescriptionId: IiType,
  typeOfPrescription: text,
  prescriptionStatus: text,
  prescriptionNote: text,
  principalPrescriptionReason: Type.Array(PrescriptionReasonType),
  additionalPrescriptionReason: Type.Array(PrescriptionReasonType),
  treatmentPurpose: text,
  succeedingPrescriptionId: IiType,
  startOfTreatment: time,
  endOfTreatment: time,
  drug: DrugChoiceType,
});
type MedicationPrescriptionType = Static<typeof MedicationPrescriptionType>;

const MedicationMedicalRecordType = members({
  medicationMedicalRecordHeader: PatientSummaryHeaderType,
  medicationMedicalRecordBody: members({
    medicationPrescription: MedicationPrescriptionType,
    additionalPatientInformation: members({ dateOfBirth: date, gender: CvType }),
  }),
});

type Extract = Static<typeof PrescriptionExtract>;
type Prescription = NonNullable<Extract['Prescription']>;
type Product = NonNullable<Prescription['MainProductTreatment']>;

const body = 'medicationMedicalRecordBody/medicationPrescription';

/** The name of a product, from whichever way it is told; a second, different name is not lost in silence. */
const tradeName = (choice: DrugChoiceType, lose: Lose): string | undefined => {
  const [name, ...others] = filledOnce(
    words(choice.drug?.nplId),
    words(choice.drugArticle?.nplPackId),
    words(choice.merchandise?.articleNumber),
    choice.unstructuredDrugInformation?.unstructuredInformation,
  );
  for (const _ of others) lose(`${body}/drug`, 'repeated');
  return name;
};

const productOf = (choice: DrugChoiceType, lose: Lose): Product | undefined => {
  const { drug = {}, generics = {}, drugArticle } = choice;
  return some<Product>({
    PrescriptionProductNplID: codeAsId(drug.nplId) ?? codeAsId(drugArticle?.nplPackId),
    PrescriptionProductTradeName: tradeName(choice, lose),
    PrescriptionProduct_AtcCode: coded(drug.atcCode),
    PrescriptionProductDrugFormTextSv: filled(drug.pharmaceuticalForm) ?? filled(generics.form),
    PrescriptionProductStrengthNumeric: filled(drug.strength) ?? filled(generics.strength?.value),
    PrescriptionProductStrengthNumericUnit:
      filled(drug.strength) === undefined ? filled(generics.strength?.unit) : drug.strengthUnit,
    MainSubstance: filled(generics.substance),
  });
};

const routeOf = ({ routeOfAdministration: route }: Static<typeof DrugType> = {}) =>
  some({ routeCode: filled(route?.code), name: words({ ...route, code: '' }) });

const statuses: Readonly<Record<string, boolean>> = { Active: true, Inactive: false };

/** Whether the prescription is active. A withdrawn one is not, whatever it says: nobody is to take its drug. */
const activeOf = (
  { prescriptionStatus: status }: MedicationPrescriptionType,
  { nullified }: PatientSummaryHeaderType,
  lose: Lose,
): boolean | undefined => {
  if (nullified === true) return false;
  if (status === undefined) return undefined;
  const active = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (active === undefined && status !== '') lose(`${body}/prescriptionStatus`);
  return active;
};

const reasonTexts = ({ reason, otherReason }: PrescriptionReasonType) =>
  filledOnce(words(reason), otherReason);

const reasonsOf = ({ principalPrescriptionReason: reasons = [] }: MedicationPrescriptionType) =>
  filled(filledOnce(...reasons.flatMap(reasonTexts)).join('; '));

/** What is told of a prescription and has no place in the extract: never left out in silence (D29). */
const loseHomeless = (found: MedicationPrescriptionType, lose: Lose) => {
  const texts = { prescriptionNote: found.prescriptionNote, 'drug/comment': found.drug?.comment };
  for (const [path, text] of Object.entries(texts)) {
    if (filled(text) !== undefined) lose(`${body}/${path}`, 'out-of-bounds');
  }
  for (const reason of found.additionalPrescriptionReason ?? []) {
    if (reasonTexts(reason).length > 0) lose(`${body}/additionalPrescriptionReason`, 'out-of-bounds');
  }
};

const prescriptionOf = (
  found: MedicationPrescriptionType,
  header: PatientSummaryHeaderType,
  lose: Lose,
): Prescription => {
  const { drug = {} } = found;
  loseHomeless(found, lose);
  const plugins = (drug.dosage ?? []).map(dosage => ({
    IX3Dosage: ix3Dosage(dosage, `${body}/drug/dosage`, lose),
  }));
  return omitUndefined<Prescription>({
    rc_id: localId(header.documentId),
    MedicationTreatmentId: identifier(found.prescriptionId),
    MedicationTreatmentStatusDetail:
      header.nullified === true ? { TreatmentStatus: 'INVALIDATED' } : undefined,
    MedicationActive: activeOf(found, header, lose),
    ReplacedByLatest: found.succeedingPrescriptionId === undefined ? undefined : false,
    PrescriptionType: filled(found.typeOfPrescription),
    PrescriptionVersionDateTime: versionTime(header),
    PrescriptionStartDateTime: timeValue(found.startOfTreatment),
    PrescriptionEndDateTime: timeValue(found.endOfTreatment),
    PrescriptionReasonText: reasonsOf(found),
    TreatmentGoal: found.treatmentPurpose,
    MainProductTreatment: productOf(drug, lose),
    RouteDetail: routeOf(drug.drug),
    PrescriptionDosages: some({ DosagePlugin: several(plugins) }),
  });
};

const extractOf = (
  document: Static<typeof MedicationMedicalRecordType>,
  header: PatientSummaryHeaderType,
  lose: Lose,
): Extract => {
  const { medicationPrescription = {}, additionalPatientInformation: person } =
    document.medicationMedicalRecordBody ?? {};
  const professional = professionalOf(header);
  const provider = some({
    ...careProviderOf(professional),
    CareProviderPosition: positionOf(professional),
  });
  return omitUndefined<Extract>({
    ...extractHead(header),
    Prescription: prescriptionOf(medicationPrescription, header, lose),
    Patient: some({
      PatientId: patientId(header),
      BirthDate: timeValue(person?.dateOfBirth),
      Gender: words(person?.gender),
    }),
    Units: some({ UnitData: several([unitDataOf(professional.healthcareProfessionalOrgUnit)]) }),
    ResponsibleUnit: orgUnitIds(header),
    AccessZoneUnit: careUnitIds(header),
    HeadCareproviderUnit: careGiverIds(header),
    CareProviders: provider === undefined ? undefined : { CareProviders: [{ CareProvider: [provider] }] },
    HCMContact: some({ rc_id: localId(header.careContactId) }),
  });
};

export const medicationHistory = documentContract({
  kind: 'prescriptions',
  name: 'GetMedicationHistory',
  namespace: 'urn:riv:clinicalprocess:activityprescription:actoutcome:GetMedicationHistoryResponder:2',
  core: 'urn:riv:clinicalprocess:activityprescription:actoutcome:2',
  action:
    'urn:riv:clinicalprocess:activityprescription:actoutcome:GetMedicationHistoryResponder:2:GetMedicationHistory',
  hasResult: true,
  request: ({ patientId, period }) => ({ 'q:patientId': patientId, 'q:datePeriod': period }),
  element: 'medicationMedicalRecord',
  schema: MedicationMedicalRecordType,
  header: 'medicationMedicalRecordHeader',
  ruled: unitsRuled('medicationMedicalRecordHeader', {
    careUnit: 'AccessZoneUnit',
    orgUnit: 'ResponsibleUnit',
  }),
  record: (document, header, lose) => ({ PrescriptionEHRExtract: [extractOf(document, header, lose)] }),
});
