// Reads a dosage of GetMedicationHistory 2.1 (D38). It is read twice: first without marks, to decide what a patient is shown, and then what
// is shown. What is not is thereby not read, and counted.
import { type Dosage, type Intake, maxDosages } from '../../translation/dosage/dosage.ts';
import { type DosageContext, shownDosages } from '../../translation/dosage/ix3-dosage.ts';
import { isConditionText } from '../../translation/dosage/sentence.ts';
import { isText } from '../../translation/dosage/told-dose.ts';
import { valuesIn } from '../../values/unread.ts';
import { definedItems, nonBlank } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { treatmentLength } from './quantities.ts';
import { freeText, intakeOf, isSent, maximumOf } from './schemes.ts';
import type { DosageType } from './wire-types.ts';

/**
 * Whether only some of the doses depend on the condition: those of `conditionalDosage` itself. A condition without doses is that of
 * the whole dosage.
 */
const isPartlyConditional = ({ setDosage, conditionalDosage: conditional }: DosageType): boolean =>
  valuesIn(setDosage) > 0 && valuesIn(conditional) > valuesIn(conditional?.conditionDescription);

/** The doses of a dosage. Without its condition, a conditional one would be taken always. */
const intakesOf = (dosage: DosageType): Dosage['intakes'] => {
  const { setDosage, conditionalDosage, unitDose } = dosage;
  const intake = intakeOf(setDosage, unitDose);
  const conditional = intakeOf(conditionalDosage, unitDose);
  if (intake === 'unsaid' || conditional === 'unsaid') return 'unsaid';
  if (conditional === undefined || !isPartlyConditional(peek(dosage)))
    return definedItems<Intake>([intake, conditional]);
  const condition = nonBlank(conditionalDosage?.conditionDescription);
  return condition === undefined || !isConditionText(condition)
    ? 'unsaid'
    : definedItems<Intake>([intake, { ...conditional, condition }]);
};

/** The condition of the whole dosage. */
const conditionOf = (dosage: DosageType): Dosage['condition'] => {
  const { conditionalDosage: conditional } = dosage;
  const condition = nonBlank(conditional?.conditionDescription);
  if (!isSent(conditional) || (isPartlyConditional(peek(dosage)) && condition !== undefined))
    return undefined;
  return condition === undefined || !isConditionText(condition) ? 'unsaid' : condition;
};

/** How long it is taken; `isMaximum` is read only where it is said. */
const lengthIn = ({ lengthOfTreatment: length }: DosageType, readsMaximum: boolean) => {
  if (length === undefined || !isSent(length.treatmentInterval)) return undefined;
  // False is not read, and therefore counted: no member says that a length is exact.
  const isMaximum = peek(length).isMaximumTreatmentTime === true;
  if (isMaximum && readsMaximum) length.isMaximumTreatmentTime;
  return treatmentLength(length.treatmentInterval ?? {}, isMaximum);
};

/** The free text of a conditional dosage, behind its condition. */
const conditionalText = ({ conditionalDosage }: DosageType): string | undefined => {
  const written = freeText(conditionalDosage);
  return written && definedItems([nonBlank(conditionalDosage?.conditionDescription), written]).join(': ');
};

/** A dosage as the model of all regions has it. */
const modelOf = (dosage: DosageType, isLost: boolean): Dosage => {
  const plain = peek(dosage);
  const { lengthOfTreatment, conditionalDosage: conditional } = plain;
  const most = freeText(dosage.maximumDosage);
  const length = lengthIn(plain, false);
  return {
    words: [nonBlank(dosage.dosageInstruction), freeText(dosage.setDosage), conditionalText(dosage)],
    lines: isText(most) ? [`maxdos: ${most}`] : [],
    shortText: nonBlank(dosage.shortNotation),
    conditional:
      conditional === undefined || isPartlyConditional(plain)
        ? undefined
        : { text: nonBlank(dosage.conditionalDosage?.conditionDescription) },
    intakes: intakesOf(plain),
    condition: conditionOf(plain),
    limit: maximumOf(plain.maximumDosage, plain.unitDose),
    bounds: { length: length && lengthIn(dosage, false) },
    isBoundLost: length === undefined && isSent(lengthOfTreatment?.treatmentInterval),
    isLost,
  };
};

export type DosageLosses = {
  /** Whether something in the dosages was repeated or unreadable. */
  readonly isDamaged: boolean;
  /** Counts a dosage that is not shown whole, or that says the same as another one. */
  readonly countDosage: (reason: 'unreadable' | 'repeated') => void;
};

/** The plugins of the dosages. @param context the name and the strength of the product, and the local time. */
export const dosagePluginsOf = (
  dosages: readonly DosageType[],
  context: DosageContext,
  { isDamaged, countDosage }: DosageLosses,
) => {
  if (dosages.length > maxDosages) {
    for (const _ of dosages) countDosage('unreadable');
    return shownDosages([], { ...context, isComplete: false }).plugins;
  }
  const models = dosages.map(dosage => modelOf(dosage, isDamaged));
  const { shown, plugins } = shownDosages(models, { ...context, isComplete: true });
  for (const [at, dosage] of dosages.entries()) {
    const { by, saysLimit, saysHowLong, isRepeated } = shown[at] ?? {};
    if (by === 'line') countDosage('unreadable');
    if (isRepeated) countDosage('repeated');
    if (by === 'sentence') intakesOf(dosage);
    if (by === 'sentence' || saysLimit) maximumOf(dosage.maximumDosage, dosage.unitDose);
    if (by === 'sentence' || saysHowLong) lengthIn(dosage, true);
  }
  return plugins;
};
