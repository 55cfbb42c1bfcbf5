// A document of GetMedicationHistory 2.1, following its schema. Drugs and dosages are in drug-choice.ts.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import {
  CvType,
  date,
  flag,
  HealthcareProfessionalType,
  IiType,
  PqType,
  TimePeriodType,
  text,
  time,
  VersionHeaderType,
} from '../wire-types.ts';
import { DrugChoiceType } from './drug-choice.ts';

const PrescriptionReasonType = objectOf({ reason: CvType, otherReason: text });
export type PrescriptionReasonType = Static<typeof PrescriptionReasonType>;

const DispensationAuthorizationType = objectOf({
  dispensationAuthorizationId: IiType,
  validUntil: date,
  receivingPharmacy: IiType,
  minimumDispensationInterval: PqType,
  totalAmount: text,
  packageUnit: text,
  distributionMethod: text,
  dispensationAuthorizer: HealthcareProfessionalType,
  dispensationAuthorizerComment: text,
  firstDispensationBefore: date,
  prescriptionSignatura: text,
  nonReplaceable: text,
  drug: DrugChoiceType,
});

const AdministrationType = objectOf({
  administrationId: IiType,
  administrationTime: TimePeriodType,
  administrationComment: text,
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
  // A list, so that a discontinuation is found even if the element is repeated.
  typeOfPrescription: Type.Array(text),
  prescriptionStatus: text,
  prescriptionNote: text,
  principalPrescriptionReason: Type.Array(PrescriptionReasonType),
  additionalPrescriptionReason: Type.Array(PrescriptionReasonType),
  evaluationTime: time,
  treatmentPurpose: text,
  prescriptionChainId: IiType,
  precedingPrescriptionId: IiType,
  succeedingPrescriptionId: IiType,
  prescriber: HealthcareProfessionalType,
  evaluator: HealthcareProfessionalType,
  startOfFirstTreatment: time,
  startOfTreatment: time,
  endOfTreatment: time,
  endOfTreatmentReason: CvType,
  selfMedication: flag,
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
    additionalPatientInformation: objectOf({ dateOfBirth: date, gender: CvType }),
  }),
});
export type MedicationMedicalRecordType = Static<typeof MedicationMedicalRecordType>;
