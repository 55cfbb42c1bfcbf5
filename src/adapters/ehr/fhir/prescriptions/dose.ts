// Reads how much of a medicine is taken, and the most of it. What no sentence can say is counted: the dosage is then not shown whole.
import type * as R4 from 'fhir/r4.js';
import { isZero } from '../../translation/dosage/digits.ts';
import { type Dose, type DoseLimit, limitPeriod } from '../../translation/dosage/dosage.ts';
import { timeUnitOf } from '../../translation/dosage/time-units.ts';
import { isDoseUnit, unitOf } from '../../translation/dosage/units.ts';
import { definedItems } from '../../values/values.ts';
import { child, children, countLoss, type Element, isPresent, type With } from '../elements/element.ts';
import { plainDigitsAt } from '../elements/primitives.ts';
import { type Quantity, quantity } from '../elements/quantities.ts';

/** The unit of a dose in words; undefined if there is none (UCUM's `1`), only an unknown code, or one that is not of doses. */
const nounOf = ({ unit, code }: Quantity) => {
  const [name, ofCode] = [unit, code].map(written => (written === '1' ? undefined : written));
  const noun = unitOf(name, ofCode);
  return noun !== undefined && isDoseUnit(noun) ? noun : undefined;
};

/** A quantity without a comparator. */
const exactQuantity = <M extends string>(element: With<M, R4.Quantity>, member: M): Quantity | undefined => {
  const read = quantity(element, member, plainDigitsAt);
  return read?.comparator === undefined ? read : countLoss<Record<M, R4.Quantity>>(element, member);
};

/** The dose of an entry, which has no rate. The unit of one end of a range holds for both; an upper end may stand alone. */
const doseIn = (entry: Element<R4.DosageDoseAndRate>): Dose | undefined => {
  const range = child(entry, 'doseRange');
  const one = exactQuantity(entry, 'doseQuantity');
  const low = range === undefined ? one : exactQuantity(range, 'low');
  const high = range === undefined ? one : exactQuantity(range, 'high');
  const units = definedItems([high, low])
    .filter(end => (end.unit ?? end.code) !== undefined)
    .map(nounOf);
  const [unit] = units;
  const isOneUnit = units.every(other => other?.[0] === unit?.[0]);
  const isOneDose = range === undefined || !isPresent(entry, 'doseQuantity');
  const isRising = low === undefined || Number(low.digits) <= Number(high?.digits);
  return high === undefined || unit === undefined || !isOneUnit || !isOneDose || !isRising
    ? countLoss(entry)
    : { low: low?.digits, high: high.digits, unit };
};

const isSame = (one: Dose, other: Dose): boolean =>
  Number(one.low) === Number(other.low) &&
  Number(one.high) === Number(other.high) &&
  one.unit[0] === other.unit[0];

/** The dose. Entries that say the same are one, whatever their types; otherwise nobody knows whether both are to be taken. */
export const doseOf = (dosage: Element<R4.Dosage>): Dose | undefined => {
  const [dose, ...others] = definedItems(children(dosage, 'doseAndRate').map(doseIn));
  return dose === undefined || others.every(other => isSame(dose, other))
    ? dose
    : countLoss(dosage, 'doseAndRate');
};

/** The most that may be taken, in a period or on an occasion. Several limits, and one of a lifetime, cannot be said. */
export const limitOf = (element: Element<R4.Dosage>): DoseLimit | undefined => {
  const ratio = child(element, 'maxDosePerPeriod');
  const perOccasion = exactQuantity(element, 'maxDosePerAdministration');
  const most = ratio === undefined ? perOccasion : exactQuantity(ratio, 'numerator');
  if (most === undefined) return ratio === undefined ? undefined : countLoss(element, 'maxDosePerPeriod');
  const period = ratio && exactQuantity(ratio, 'denominator');
  const per =
    ratio === undefined
      ? 'occasion'
      : period && limitPeriod(Number(period.digits), timeUnitOf(period.code) ?? timeUnitOf(period.unit));
  const unit = nounOf(most);
  return per === undefined || unit === undefined || isZero(most.digits) || (ratio && perOccasion)
    ? countLoss(element, 'maxDosePerPeriod')
    : { most: most.digits, unit, per };
};
