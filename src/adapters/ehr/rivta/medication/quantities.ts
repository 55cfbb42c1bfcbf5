// Reads the quantities and periods of a dosage. A function returns undefined for what cannot be read or said.
import { isZero, plainDigits, positiveDigits } from '../../translation/dosage/digits.ts';
import { type Bounds, type Dose, sayableLength } from '../../translation/dosage/dosage.ts';
import { type Period, timeUnitOf } from '../../translation/dosage/time-units.ts';
import { isDoseUnit, unitOf, unitOfText } from '../../translation/dosage/units.ts';
import { nonBlank } from '../../values/values.ts';
import type { CvType, PqIntervalType, PqType } from '../wire-types.ts';

/** The unit of the doses that have none of their own. */
export type UnitDose = CvType | undefined;

/** The unit of a dose: its own, else that of the dosage. UCUM's `1` means no unit. */
const unitIn = (unit: string | undefined, unitDose: UnitDose) => {
  const own = nonBlank(unit);
  const name = nonBlank(unitDose?.displayName) ?? nonBlank(unitDose?.originalText);
  const isOwn = own !== undefined && own !== '1';
  const noun = isOwn
    ? unitOfText(own)
    : unitOf(name, name === undefined ? nonBlank(unitDose?.code) : undefined);
  return noun !== undefined && isDoseUnit(noun) ? noun : undefined;
};

/** How much, in a unit: a number alone could mean anything. A lower end alone is the dose, and so are both ends. */
export const doseIn = (dose: PqIntervalType, unitDose: UnitDose): Dose | undefined => {
  const [lowest, highest] = [nonBlank(dose.low), nonBlank(dose.high)];
  const unit = unitIn(dose.unit, unitDose);
  const [low, high] = [plainDigits(lowest ?? highest), plainDigits(highest ?? lowest)];
  if (unit === undefined || low === undefined || high === undefined) return undefined;
  if (Number(low) > Number(high)) return undefined;
  return { low: lowest === undefined ? undefined : low, high, unit };
};

/** The most of a dose: one amount above zero. */
export const mostOf = (dose: PqIntervalType = {}, unitDose: UnitDose) => {
  const most = doseIn(dose, unitDose);
  if (most === undefined || isZero(most.high)) return undefined;
  return most.low === undefined || Number(most.low) === Number(most.high)
    ? { most: most.high, unit: most.unit }
    : undefined;
};

const unitOfTime = (unit: string | undefined) => timeUnitOf(nonBlank(unit)?.toLowerCase());

/** A period; undefined if its value is not above zero or its unit is no unit of time. */
export const timePeriodOf = ({ value, unit: written }: PqType = {}): Period | undefined => {
  const [digits, unit] = [positiveDigits(nonBlank(value)), unitOfTime(written)];
  return digits === undefined || unit === undefined
    ? undefined
    : { low: Number(digits), high: Number(digits), unit };
};

/** A length of treatment, in whole units. A lower end alone is the length; an upper end alone is a maximum. */
export const treatmentLength = (
  { low, high, unit: written }: PqIntervalType,
  isMaximum: boolean,
): Bounds['length'] | undefined => {
  const [lowest, highest] = [nonBlank(low), nonBlank(high)];
  const [least = Number.NaN, most = Number.NaN] = [lowest ?? highest, highest ?? lowest]
    .map(positiveDigits)
    .map(Number);
  const isMost = isMaximum || lowest === undefined;
  return sayableLength({ low: least, high: most, unit: unitOfTime(written), isMaximum: isMost });
};

/** What surrounds the unit of time in a rate: `/d`, `1/d`, `{times}/d`, `ggr/dag`, `d-1`. */
const aroundRate = /^(?:1|\{[^}]*\}|ggr|gånger)?\/|-1$/g;

/** Units that cannot be read without a `/`: `6 h` may be six times an hour or every six hours. */
const ambiguousUnits = /^(?:min|h|minut|minuter|tim|timme|timmar)$/i;

/** How often: reads `3 per day`; also `0.5 per day`, which is every other day. */
export const frequencyOf = ({ value, unit }: PqType = {}) => {
  if (ambiguousUnits.test(unit?.trim() ?? '')) return undefined;
  const rate = timePeriodOf({ value: value ?? '', unit: nonBlank(unit)?.replace(aroundRate, '') ?? '' });
  if (rate === undefined) return undefined;
  const [times, period] = rate.low < 1 ? [1, 1 / rate.low] : [rate.low, 1];
  return {
    times: { low: times, high: times },
    period: { low: period, high: period, unit: rate.unit },
  };
};
