// The body of GetAlertInformation 2.0, following its schema.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { hiding } from '../../../../domain/records/shared/hiding.ts';
import { CvType, date, TimePeriodType, text, time } from '../wire-types.ts';

const HyperSensitivityType = objectOf({
  typeOfHypersensitivity: CvType,
  degreeOfSeverity: CvType,
  degreeOfCertainty: CvType,
  pharmaceuticalHypersensitivity: objectOf({
    atcSubstance: CvType,
    nonATCSubstance: text,
    nonATCSubstanceComment: text,
    pharmaceuticalProductId: Type.Array(CvType),
  }),
  otherHypersensitivity: objectOf({ hypersensitivityAgent: text, hypersensitivityAgentCode: CvType }),
});

const RelatedAlertInformationType = objectOf({
  typeOfAlertInformationRelationship: CvType,
  relationComment: text,
  documentId: Type.Array(text),
});

export const AlertInformationBodyType = objectOf({
  typeOfAlertInformation: CvType,
  ascertainedDate: hiding('time', date),
  verifiedTime: hiding('time', time),
  validityTimePeriod: hiding('time', TimePeriodType),
  alertInformationComment: text,
  obsoleteTime: hiding('time', time),
  obsoleteComment: text,
  hypersensitivity: HyperSensitivityType,
  seriousDisease: objectOf({ disease: CvType }),
  treatment: objectOf({
    treatmentDescription: text,
    treatmentCode: CvType,
    pharmaceuticalTreatment: CvType,
  }),
  communicableDisease: objectOf({ communicableDiseaseCode: CvType, routeOfTransmission: CvType }),
  restrictionOfCare: objectOf({ restrictionOfCareComment: text }),
  unstructuredAlertInformation: objectOf({
    unstructuredAlertInformationHeading: text,
    unstructuredAlertInformationContent: text,
  }),
  relatedAlertInformation: Type.Array(RelatedAlertInformationType),
});
export type AlertInformationBodyType = Static<typeof AlertInformationBodyType>;
