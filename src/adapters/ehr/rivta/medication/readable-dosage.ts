// What remains of a dosage if parts of it could not be read. Values beside a lost one mislead: without its unit, `500 mg` looks
// like `500 tablett`, and a dose without its frequency is a dose per day for whoever reads it.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosageType, SchemeType } from './drug-choice.ts';

type Conditional = NonNullable<DosageType['conditionalDosage']>;

/** The free text of a scheme alone. */
const textsOf = (scheme: SchemeType | undefined): SchemeType | undefined =>
  scheme &&
  omitUndefined<SchemeType>({ unstructuredDosageInformation: scheme.unstructuredDosageInformation });

const conditionOf = (scheme: Conditional | undefined): Conditional | undefined =>
  scheme &&
  omitUndefined<Conditional>({ conditionDescription: scheme.conditionDescription, ...textsOf(scheme) });

/**
 * The dosage: of a scheme with a damaged value only the texts, and no damaged length of treatment. What is omitted is not
 * read, and therefore counted. All dosages of a drug have the same paths: damage in one counts for each.
 *
 * @param isDamaged whether something in the element at a path below the dosage was repeated or unreadable.
 */
export const readableDosage = (dosage: DosageType, isDamaged: (path: string) => boolean): DosageType => {
  const isUnitDamaged = isDamaged('unitDose');
  const isClear = (scheme: string) => !isUnitDamaged && !isDamaged(scheme);
  const { setDosage, maximumDosage, conditionalDosage, lengthOfTreatment } = dosage;
  return omitUndefined<DosageType>({
    dosageInstruction: dosage.dosageInstruction,
    shortNotation: dosage.shortNotation,
    unitDose: dosage.unitDose,
    lengthOfTreatment: isDamaged('lengthOfTreatment/treatmentInterval') ? undefined : lengthOfTreatment,
    setDosage: isClear('setDosage') ? setDosage : textsOf(setDosage),
    maximumDosage: isClear('maximumDosage') ? maximumDosage : textsOf(maximumDosage),
    conditionalDosage: isClear('conditionalDosage') ? conditionalDosage : conditionOf(conditionalDosage),
  });
};
