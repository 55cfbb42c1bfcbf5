// Reads a dosage of GetMedicationHistory 2.1.
import type { Ix3Dosage } from '../../../../domain/records/prescription/dosage-ix3.ts';
import type { Dosage, DosePart, Regimen } from '../../translation/dosage/dosage.ts';
import { ix3Dosage } from '../../translation/dosage/ix3-dosage.ts';
import { valuesIn } from '../../values/unread.ts';
import { definedItems, nonBlank } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { doseLimitsOf, dosesAndText, dosesOf, freeText } from './dose-schemes.ts';
import type { DosageType } from './drug-choice.ts';
import { hasAmount, lengthOf } from './quantities.ts';

/**
 * Whether only some of the doses depend on the condition: those of `conditionalDosage` itself. A condition without doses is that of
 * the whole dosage.
 */
const isPartlyConditional = ({ setDosage, conditionalDosage: conditional }: DosageType): boolean =>
  valuesIn(setDosage) > 0 && valuesIn(conditional) > valuesIn(conditional?.conditionDescription);

/** The doses of a dosage; undefined if one of them cannot be read. Without its condition, a conditional one would be taken always. */
const partsOf = (dosage: DosageType): readonly DosePart[] | undefined => {
  const { setDosage, conditionalDosage, unitDose } = dosage;
  const doses = dosesOf(setDosage, unitDose);
  const conditional = dosesAndText(conditionalDosage, unitDose);
  const condition = nonBlank(conditionalDosage?.conditionDescription);
  if (doses === undefined || conditional === undefined) return undefined;
  if (conditional.length > 0 && condition === undefined) return undefined;
  const isPartial = isPartlyConditional(peek(dosage));
  return [...doses, ...conditional.map(part => (isPartial ? { ...part, condition } : part))];
};

/** What a dosage says beside its free texts; undefined if any of it cannot be read. */
const regimenOf = (dosage: DosageType): Regimen | undefined => {
  const { maximumDosage, lengthOfTreatment, unitDose } = dosage;
  const [parts, limits] = [partsOf(dosage), doseLimitsOf(maximumDosage, unitDose)];
  if (parts === undefined || limits === undefined) return undefined;
  if (lengthOfTreatment === undefined || !hasAmount(lengthOfTreatment.treatmentInterval))
    return { parts, limits };
  // False is not read, and therefore counted: no member says that a length is exact.
  const isMaximum =
    peek(lengthOfTreatment).isMaximumTreatmentTime === true &&
    lengthOfTreatment.isMaximumTreatmentTime === true;
  const length = lengthOf(lengthOfTreatment.treatmentInterval, isMaximum);
  return length && { parts, limits, length };
};

/** The texts of a dosage whose doses cannot be shown: a condition stays before the text that it belongs to. */
const textsWithoutDoses = (
  { setDosage, maximumDosage, conditionalDosage }: DosageType,
  isPartial: boolean,
) => {
  const conditional = freeText(conditionalDosage);
  const condition =
    isPartial && conditional !== undefined ? conditionalDosage?.conditionDescription : undefined;
  return [
    freeText(setDosage),
    conditional && definedItems([nonBlank(condition), conditional]).join(': '),
    freeText(maximumDosage),
  ];
};

/**
 * One dosage, whole or not at all (D38). If a part of it cannot be read or is damaged, only the prescriber's texts are read. The rest is
 * not, and therefore counted as unmapped; `onIncomplete` counts the dosage itself, as a value that the patient lacks.
 *
 * @param isDamaged whether something in the dosage was repeated or unreadable.
 */
export const dosageOf = (dosage: DosageType, isDamaged: boolean, onIncomplete: () => void): Ix3Dosage => {
  const { conditionalDosage } = dosage;
  const isWhole = !isDamaged && regimenOf(peek(dosage)) !== undefined;
  if (!isWhole) onIncomplete();
  const isPartial = isPartlyConditional(peek(dosage));
  const model: Dosage = {
    texts: [nonBlank(dosage.dosageInstruction)],
    laterTexts: isWhole ? [freeText(dosage.setDosage)] : textsWithoutDoses(dosage, isPartial),
    shortText: nonBlank(dosage.shortNotation),
    condition:
      conditionalDosage === undefined || isPartial
        ? undefined
        : { text: nonBlank(conditionalDosage.conditionDescription) },
    regimen: isWhole ? regimenOf(dosage) : undefined,
  };
  return ix3Dosage(model);
};
