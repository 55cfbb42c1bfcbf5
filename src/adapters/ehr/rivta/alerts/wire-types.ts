// The body of GetAlertInformation 2.0, as its schema has it.
import Type, { type Static } from 'typebox';
import { members } from '../../../../domain/records/shared/common.ts';
import { CvType, date, TimePeriodType, text, time } from '../wire-types.ts';

const HyperSensitivityType = members({
  typeOfHypersensitivity: CvType,
  degreeOfSeverity: CvType,
  degreeOfCertainty: CvType,
  pharmaceuticalHypersensitivity: members({
    atcSubstance: CvType,
    nonATCSubstance: text,
    nonATCSubstanceComment: text,
    pharmaceuticalProductId: Type.Array(CvType),
  }),
  otherHypersensitivity: members({ hypersensitivityAgent: text, hypersensitivityAgentCode: CvType }),
});

const RelatedAlertInformationType = members({
  typeOfAlertInformationRelationship: CvType,
  relationComment: text,
  documentId: Type.Array(text),
});

export const AlertInformationBodyType = members({
  typeOfAlertInformation: CvType,
  ascertainedDate: date,
  verifiedTime: time,
  validityTimePeriod: TimePeriodType,
  alertInformationComment: text,
  obsoleteTime: time,
  obsoleteComment: text,
  hypersensitivity: HyperSensitivityType,
  seriousDisease: members({ disease: CvType }),
  treatment: members({ treatmentDescription: text, treatmentCode: CvType, pharmaceuticalTreatment: CvType }),
  communicableDisease: members({ communicableDiseaseCode: CvType, routeOfTransmission: CvType }),
  restrictionOfCare: members({ restrictionOfCareComment: text }),
  unstructuredAlertInformation: members({
    unstructuredAlertInformationHeading: text,
    unstructuredAlertInformationContent: text,
  }),
  relatedAlertInformation: Type.Array(RelatedAlertInformationType),
});
export type AlertInformationBodyType = Static<typeof AlertInformationBodyType>;
