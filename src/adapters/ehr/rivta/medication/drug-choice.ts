// Drugs and dosages of GetMedicationHistory 2.1, following its schema.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import {
  CvType,
  codeSchema,
  dayOrTimeSchema,
  flagSchema,
  PqIntervalType,
  PqType,
  textSchema,
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

/** The start or the end of a ramp. */
const RampEndpointType = objectOf(doseSchemes);
export type RampEndpointType = Static<typeof RampEndpointType>;

const rampedDosage = objectOf({
  doseStep: PqType,
  timeStep: PqType,
  rampStart: RampEndpointType,
  rampEnd: RampEndpointType,
});

const SchemeType = objectOf({ ...doseSchemes, rampedDosage });
export type SchemeType = Static<typeof SchemeType>;

const DosageType = objectOf({
  lengthOfTreatment: objectOf({ treatmentInterval: PqIntervalType, isMaximumTreatmentTime: flagSchema }),
  dosageInstruction: textSchema,
  unitDose: CvType,
  shortNotation: textSchema,
  setDosage: SchemeType,
  maximumDosage: SchemeType,
  conditionalDosage: objectOf({ conditionDescription: textSchema, ...doseSchemes, rampedDosage }),
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

export const DrugChoiceType = objectOf({
  comment: textSchema,
  unstructuredDrugInformation: objectOf({ unstructuredInformation: textSchema }),
  merchandise: objectOf({ articleNumber: CvType }),
  drugArticle: objectOf({ nplPackId: CvType }),
  drug: DrugType,
  generics: objectOf({ substance: textSchema, strength: PqType, form: textSchema }),
  dosage: Type.Array(DosageType),
});
export type DrugChoiceType = Static<typeof DrugChoiceType>;
