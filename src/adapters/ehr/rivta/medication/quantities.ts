// Reads the quantities and periods of a dosage. A function returns undefined for what is absent or cannot be read; `hasAmount` tells
// them apart.
import { exactSpan, isZero, plainDigits, positiveDigits } from '../../translation/dosage/digits.ts';
import type { Amount, AmountRange, Length } from '../../translation/dosage/dosage.ts';
import { type Noun, type Period, timeUnitOf } from '../../translation/dosage/time-units.ts';
import { unitOf, unitOfText } from '../../translation/dosage/units.ts';
import { nonBlank } from '../../values/values.ts';
import { displayNameOf } from '../values.ts';
import type { CvType, PqIntervalType, PqType } from '../wire-types.ts';

/** The unit of the doses that have none of their own. */
export type UnitDose = CvType | undefined;

/** The unit of a dose: its own, else that of the dosage. UCUM's `1` means no unit. */
const unitIn = (unit: string | undefined, unitDose: UnitDose): Noun | undefined => {
  const own = nonBlank(unit);
  if (own !== undefined && own !== '1') return unitOfText(own);
  const name = displayNameOf(unitDose);
  return unitOf(name, name === undefined ? nonBlank(unitDose?.code) : undefined);
};

/** The contract requires a unit: a number alone could mean anything. */
const amountOf = (digits: string | undefined, unit: Noun | undefined): Amount | undefined =>
  digits === undefined || unit === undefined ? undefined : { digits, unit };

/** Whether a dose says how much. */
export const hasAmount = ({ low, high }: PqIntervalType = {}): boolean =>
  nonBlank(low) !== undefined || nonBlank(high) !== undefined;

/** How much. A lower end alone is the dose, and so both ends. */
export const doseOf = (dose: PqIntervalType = {}, unitDose: UnitDose): AmountRange | undefined => {
  const [lowest, highest] = [nonBlank(dose.low), nonBlank(dose.high)];
  const unit = unitIn(dose.unit, unitDose);
  const low = amountOf(plainDigits(lowest ?? highest), unit);
  const high = amountOf(plainDigits(highest ?? lowest), unit);
  if (low === undefined || high === undefined || Number(low.digits) > Number(high.digits)) return undefined;
  return lowest === undefined ? { high } : { low, high };
};

/** The most that may be taken. A limit of zero cannot be read. */
export const limitOf = (dose: PqIntervalType | undefined, unitDose: UnitDose): AmountRange | undefined => {
  const limit = doseOf(dose, unitDose);
  return limit?.high === undefined || isZero(limit.high.digits) ? undefined : limit;
};

/** A change of a dose. A positive one may be meant either way. */
export const changeOf = ({ value, unit }: PqType = {}, unitDose?: UnitDose) => {
  const written = nonBlank(value);
  const isReduction = written?.startsWith('-') === true;
  const step = amountOf(positiveDigits(isReduction ? written?.slice(1) : written), unitIn(unit, unitDose));
  return step === undefined ? undefined : { step, isReduction };
};

/** A period of the dosage model; undefined if its value is not above zero or its unit is no unit of time. */
export const dosePeriodOf = ({ value, unit: written }: PqType = {}): Period | undefined => {
  const [digits, unit] = [positiveDigits(nonBlank(value)), timeUnitOf(nonBlank(written)?.toLowerCase())];
  return digits === undefined || unit === undefined ? undefined : { ...exactSpan(digits), unit };
};

/** A length of treatment. A lower end alone is the length; an upper end alone is a maximum. */
export const lengthOf = (
  { low, high, unit }: PqIntervalType = {},
  isMaximum: boolean,
): Length | undefined => {
  const timeUnit = timeUnitOf(nonBlank(unit)?.toLowerCase());
  const [lowest, highest] = [nonBlank(low), nonBlank(high)];
  const least = positiveDigits(lowest ?? highest);
  const most = positiveDigits(highest ?? lowest);
  if (timeUnit === undefined || least === undefined || most === undefined) return undefined;
  if (Number(least) > Number(most)) return undefined;
  const amount = (digits: string) => ({ digits, unit: timeUnit.noun, type: timeUnit.type });
  return {
    range: { low: amount(least), high: amount(most) },
    isMaximum: isMaximum || lowest === undefined,
  };
};

/** What surrounds the unit of time in a rate: `/d`, `1/d`, `{times}/d`, `ggr/dag`, `d-1`. */
const aroundRate = /^(?:1|\{[^}]*\}|ggr|gånger)?\/|-1$/g;

/** Units that cannot be read without a `/`: `6 h` may be six times an hour or every six hours. */
const ambiguousUnits = /^(?:min|h|minut|minuter|tim|timme|timmar)$/i;

/** How often: reads `3 per day`; also `0.5 per day`, which is every other day. Nobody takes a dose 1.5 times. */
export const frequencyOf = ({ value, unit }: PqType = {}) => {
  if (ambiguousUnits.test(unit?.trim() ?? '')) return undefined;
  const rate = dosePeriodOf({ value: value ?? '', unit: nonBlank(unit)?.replace(aroundRate, '') ?? '' });
  if (rate === undefined) return undefined;
  const { low: times = '', unit: timeUnit } = rate;
  if (Number.isInteger(Number(times)))
    return { times: exactSpan(times), period: { ...exactSpan('1'), unit: timeUnit } };
  const interval = 1 / Number(times);
  return Number.isInteger(interval)
    ? { times: exactSpan('1'), period: { ...exactSpan(String(interval)), unit: timeUnit } }
    : undefined;
};
