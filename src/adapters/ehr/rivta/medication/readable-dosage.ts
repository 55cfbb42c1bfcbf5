// Removes from a dosage what would mislead because values beside it are unreadable or missing: without its unit, `500 mg` looks like
// `500 tablett`, and a dose without its frequency is read as a dose per day.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { peek } from '../../translation/unread.ts';
import { nonBlank } from '../../translation/values.ts';
import type { PqIntervalType, PqType } from '../wire-types.ts';
import type { DosageType, RampEndpointType, SchemeType } from './drug-choice.ts';

type Conditional = NonNullable<DosageType['conditionalDosage']>;

/** Only the free text of a scheme. */
const textsOf = (scheme: SchemeType | undefined): SchemeType | undefined =>
  scheme &&
  omitUndefined<SchemeType>({ unstructuredDosageInformation: scheme.unstructuredDosageInformation });

const conditionOf = (scheme: Conditional | undefined): Conditional | undefined =>
  scheme &&
  omitUndefined<Conditional>({ conditionDescription: scheme.conditionDescription, ...textsOf(scheme) });

const hasAmount = ({ low, high }: PqIntervalType = {}): boolean =>
  nonBlank(low) !== undefined || nonBlank(high) !== undefined;

/** Whether a frequency or period has both its number and its unit. */
const isWhole = ({ value, unit }: PqType = {}): boolean =>
  nonBlank(value) !== undefined && nonBlank(unit) !== undefined;

/** Whether the doses of a scheme, without its ramp, have their frequency or period. */
const dosesSayHowOften = ({
  frequencyDosage: frequent,
  periodDosage: periodic,
  occasionDosage: occasional,
}: RampEndpointType = {}): boolean => {
  const isOccasional = occasional?.administration?.some(({ dose }) => hasAmount(dose)) === true;
  return (
    (!hasAmount(frequent?.dose) || isWhole(frequent?.frequency)) &&
    (!hasAmount(periodic?.dose) || isWhole(periodic?.period)) &&
    (!isOccasional || isWhole(occasional?.period))
  );
};

/** Whether each dose of a scheme has its frequency or period. */
const saysHowOften = (scheme: SchemeType | undefined): boolean => {
  if (scheme === undefined) return true;
  const { rampedDosage: ramp, ...doses } = peek(scheme);
  return [doses, ramp?.rampStart, ramp?.rampEnd].every(dosesSayHowOften);
};

/**
 * The dosage without what would mislead. Of a scheme with a damaged value, or with a dose that does not say how often, only the
 * texts remain. A damaged length of treatment is omitted. What is omitted is not read, and therefore counted. All dosages of a
 * drug have the same paths, so damage in one counts for all.
 *
 * @param isDamaged whether something in the element at a path below the dosage was repeated or unreadable.
 */
export const readableDosage = (dosage: DosageType, isDamaged: (path: string) => boolean): DosageType => {
  const isUnitDamaged = isDamaged('unitDose');
  const { setDosage, maximumDosage, conditionalDosage, lengthOfTreatment } = dosage;
  const schemes = { setDosage, maximumDosage, conditionalDosage };
  const isClear = (scheme: keyof typeof schemes) =>
    !isUnitDamaged && !isDamaged(scheme) && saysHowOften(schemes[scheme]);
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
