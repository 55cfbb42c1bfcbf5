// The body of GetAlertInformation 2.0, following its schema.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import {
  CvType,
  codeSchema,
  dateSchema,
  endSchema,
  TimePeriodType,
  textSchema,
  timeSchema,
} from '../wire-types.ts';

const HyperSensitivityType = objectOf({
  typeOfHypersensitivity: CvType,
  degreeOfSeverity: CvType,
  degreeOfCertainty: CvType,
  pharmaceuticalHypersensitivity: objectOf({
    atcSubstance: CvType,
    nonATCSubstance: textSchema,
    nonATCSubstanceComment: textSchema,
    pharmaceuticalProductId: Type.Array(CvType),
  }),
  otherHypersensitivity: objectOf({ hypersensitivityAgent: textSchema, hypersensitivityAgentCode: CvType }),
});

const RelatedAlertInformationType = objectOf({
  typeOfAlertInformationRelationship: CvType,
  relationComment: textSchema,
  documentId: Type.Array(codeSchema),
});

export const AlertInformationBodyType = objectOf({
  typeOfAlertInformation: CvType,
  ascertainedDate: withHidden('time', dateSchema),
  verifiedTime: withHidden('time', timeSchema),
  validityTimePeriod: withHidden('time', TimePeriodType),
  alertInformationComment: textSchema,
  obsoleteTime: withHidden('time', endSchema),
  obsoleteComment: textSchema,
  hypersensitivity: HyperSensitivityType,
  seriousDisease: objectOf({ disease: CvType }),
  treatment: objectOf({
    treatmentDescription: textSchema,
    treatmentCode: CvType,
    pharmaceuticalTreatment: CvType,
  }),
  communicableDisease: objectOf({ communicableDiseaseCode: CvType, routeOfTransmission: CvType }),
  restrictionOfCare: objectOf({ restrictionOfCareComment: textSchema }),
  unstructuredAlertInformation: objectOf({
    unstructuredAlertInformationHeading: textSchema,
    unstructuredAlertInformationContent: textSchema,
  }),
  relatedAlertInformation: Type.Array(RelatedAlertInformationType),
});
export type AlertInformationBodyType = Static<typeof AlertInformationBodyType>;
