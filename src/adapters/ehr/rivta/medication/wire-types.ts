// A document of GetMedicationHistory 2.1, following its schema. Drugs and dosages are in drug-choice.ts.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import {
  birthDateSchema,
  CvType,
  codeSchema,
  dateSchema,
  endSchema,
  flagSchema,
  HealthcareProfessionalType,
  IiType,
  PqType,
  TimePeriodType,
  textSchema,
  timeSchema,
  VersionHeaderType,
} from '../wire-types.ts';
import { DrugChoiceType } from './drug-choice.ts';

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
