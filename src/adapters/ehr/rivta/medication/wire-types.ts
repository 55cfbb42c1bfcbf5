// A document of GetMedicationHistory 2.1, following its schema.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import {
  birthDateSchema,
  CvType,
  codeSchema,
  dateSchema,
  dayOrTimeSchema,
  endSchema,
  flagSchema,
  HealthcareProfessionalType,
  IiType,
  PqIntervalType,
  PqType,
  TimePeriodType,
  textSchema,
  timeSchema,
  VersionHeaderType,
} from '../wire-types.ts';

/** Alternative ways to say how much and how often. */
const doseSchemes = {
  frequencyDosage: objectOf({ dose: PqIntervalType, frequency: PqType }),
  periodDosage: objectOf({ dose: PqIntervalType, period: PqType }),
  occasionDosage: objectOf({
    period: PqType,
    administration: Type.Array(objectOf({ dose: PqIntervalType, time: textSchema, dayOfPeriod: codeSchema })),
  }),
  singleDose: objectOf({ dose: PqIntervalType, time: dayOrTimeSchema }),
  unstructuredDosageInformation: objectOf({ text: textSchema }),
};

const SchemeType = objectOf({
  ...doseSchemes,
  rampedDosage: objectOf({
    doseStep: PqType,
    timeStep: PqType,
    rampStart: objectOf(doseSchemes),
    rampEnd: objectOf(doseSchemes),
  }),
});
export type SchemeType = Static<typeof SchemeType>;

const DosageType = objectOf({
  lengthOfTreatment: objectOf({ treatmentInterval: PqIntervalType, isMaximumTreatmentTime: flagSchema }),
  dosageInstruction: textSchema,
  unitDose: CvType,
  shortNotation: textSchema,
  setDosage: SchemeType,
  maximumDosage: SchemeType,
  conditionalDosage: objectOf({ conditionDescription: textSchema, ...SchemeType.properties }),
});
export type DosageType = Static<typeof DosageType>;

const DrugType = objectOf({
  nplId: CvType,
  atcCode: CvType,
  routeOfAdministration: CvType,
  pharmaceuticalForm: textSchema,
  strength: codeSchema,
  strengthUnit: textSchema,
});

const DrugChoiceType = objectOf({
  comment: textSchema,
  unstructuredDrugInformation: objectOf({ unstructuredInformation: textSchema }),
  merchandise: objectOf({ articleNumber: CvType }),
  drugArticle: objectOf({ nplPackId: CvType }),
  drug: DrugType,
  generics: objectOf({ substance: textSchema, strength: PqType, form: textSchema }),
  dosage: Type.Array(DosageType),
});
export type DrugChoiceType = Static<typeof DrugChoiceType>;

const PrescriptionReasonType = objectOf({ reason: CvType, otherReason: textSchema });
export type PrescriptionReasonType = Static<typeof PrescriptionReasonType>;

const DispensationAuthorizationType = objectOf({
  dispensationAuthorizationId: IiType,
  validUntil: dateSchema,
  receivingPharmacy: IiType,
  minimumDispensationInterval: PqType,
  totalAmount: textSchema,
  packageUnit: textSchema,
  distributionMethod: textSchema,
  dispensationAuthorizer: HealthcareProfessionalType,
  dispensationAuthorizerComment: textSchema,
  firstDispensationBefore: dateSchema,
  prescriptionSignatura: textSchema,
  nonReplaceable: textSchema,
  drug: DrugChoiceType,
});

const AdministrationType = objectOf({
  administrationId: IiType,
  administrationTime: TimePeriodType,
  administrationComment: textSchema,
  routeOfAdministration: CvType,
  administeringHealthcareProfessional: HealthcareProfessionalType,
  drug: DrugChoiceType,
});

const RelationType = objectOf({
  code: CvType,
  referredInformation: Type.Array(
    objectOf({ id: IiType, type: CvType, informationOwner: objectOf({ id: IiType }) }),
  ),
});

const MedicationPrescriptionType = objectOf({
  prescriptionId: IiType,
  // A list, so a discontinuation is found even if the element is repeated.
  typeOfPrescription: Type.Array(codeSchema),
  prescriptionStatus: codeSchema,
  prescriptionNote: textSchema,
  principalPrescriptionReason: Type.Array(PrescriptionReasonType),
  additionalPrescriptionReason: Type.Array(PrescriptionReasonType),
  evaluationTime: timeSchema,
  treatmentPurpose: textSchema,
  prescriptionChainId: IiType,
  precedingPrescriptionId: IiType,
  succeedingPrescriptionId: IiType,
  prescriber: HealthcareProfessionalType,
  evaluator: HealthcareProfessionalType,
  startOfFirstTreatment: timeSchema,
  startOfTreatment: timeSchema,
  endOfTreatment: endSchema,
  endOfTreatmentReason: CvType,
  selfMedication: flagSchema,
  drug: DrugChoiceType,
  dispensationAuthorization: DispensationAuthorizationType,
  administration: Type.Array(AdministrationType),
  relation: Type.Array(RelationType),
});
export type MedicationPrescriptionType = Static<typeof MedicationPrescriptionType>;

export const MedicationMedicalRecordType = objectOf({
  medicationMedicalRecordHeader: VersionHeaderType,
  medicationMedicalRecordBody: objectOf({
    medicationPrescription: MedicationPrescriptionType,
    additionalPatientInformation: objectOf({ dateOfBirth: birthDateSchema, gender: CvType }),
  }),
});
export type MedicationMedicalRecordType = Static<typeof MedicationMedicalRecordType>;
