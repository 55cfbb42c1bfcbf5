// Drugs and dosages on the wire of GetMedicationHistory 2.1, as its schema has them.
import Type, { type Static } from 'typebox';
import { members } from '../../../../domain/records/shared/common.ts';
import { CvType, flag, PqIntervalType, PqType, text, time } from '../wire-types.ts';

/** How much and how often, in whichever of several ways. */
const evenly = {
  frequencyDosage: members({ dose: PqIntervalType, frequency: PqType }),
  periodDosage: members({ dose: PqIntervalType, period: PqType }),
  occasionDosage: members({
    period: PqType,
    administration: Type.Array(members({ dose: PqIntervalType, time: text, dayOfPeriod: text })),
  }),
  singleDose: members({ dose: PqIntervalType, time }),
  unstructuredDosageInformation: members({ text }),
};

/** One end of a ramp. */
const RampEndpointType = members(evenly);
export type RampEndpointType = Static<typeof RampEndpointType>;

const rampedDosage = members({
  doseStep: PqType,
  timeStep: PqType,
  rampStart: RampEndpointType,
  rampEnd: RampEndpointType,
});

const SchemeType = members({ ...evenly, rampedDosage });
export type SchemeType = Static<typeof SchemeType>;

const DosageType = members({
  lengthOfTreatment: members({ treatmentInterval: PqIntervalType, isMaximumTreatmentTime: flag }),
  dosageInstruction: text,
  unitDose: CvType,
  shortNotation: text,
  setDosage: SchemeType,
  maximumDosage: SchemeType,
  conditionalDosage: members({ conditionDescription: text, ...evenly, rampedDosage }),
});
export type DosageType = Static<typeof DosageType>;

const DrugType = members({
  nplId: CvType,
  atcCode: CvType,
  routeOfAdministration: CvType,
  pharmaceuticalForm: text,
  strength: text,
  strengthUnit: text,
});

export const DrugChoiceType = members({
  comment: text,
  unstructuredDrugInformation: members({ unstructuredInformation: text }),
  merchandise: members({ articleNumber: CvType }),
  drugArticle: members({ nplPackId: CvType }),
  drug: DrugType,
  generics: members({ substance: text, strength: PqType, form: text }),
  dosage: Type.Array(DosageType),
});
export type DrugChoiceType = Static<typeof DrugChoiceType>;
