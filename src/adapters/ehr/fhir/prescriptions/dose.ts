// Reads how much of a medicine is taken: the doses and rates of a Dosage.
import { conceptOf } from '../elements/coded.ts';
import { child, children, countLoss, type Element, isPresent } from '../elements/element.ts';
import { type Quantity, quantity, quantityIn } from '../elements/quantities.ts';

/** A dose, from `low` to `high`, without a rate. */
export type Dose = { readonly low: Quantity | undefined; readonly high: Quantity | undefined };

/** The ends of a Range of quantities. */
export const rangeIn = (element: Element): Dose => ({
  low: quantity(element, 'low'),
  high: quantity(element, 'high'),
});

/** Counts a quantity without a value: it is not a dose. */
const countEmpty = (element: Element): void => {
  if (!isPresent(element, 'value')) countLoss(element);
};

/** The dose of an entry of `doseAndRate`; undefined if it has none. A quantity without a value is counted. */
export const doseOf = (entry: Element): Dose | undefined => {
  const single = child(entry, 'doseQuantity');
  if (single !== undefined) {
    countEmpty(single);
    const found = quantityIn(single);
    return found === undefined ? undefined : { low: found, high: found };
  }
  const range = child(entry, 'doseRange');
  if (range === undefined) return undefined;
  for (const end of ['low', 'high']) {
    const found = child(range, end);
    if (found !== undefined) countEmpty(found);
  }
  const { low, high } = rangeIn(range);
  return low === undefined && high === undefined ? undefined : { low, high };
};

const joined = (...parts: readonly (string | undefined)[]) =>
  parts.filter(part => part !== undefined).join(' ');

/** The rate of an entry of `doseAndRate`, in words; undefined if it has none. */
export const rateText = (entry: Element): string | undefined => {
  const ratio = child(entry, 'rateRatio');
  if (ratio !== undefined) {
    const [top, bottom] = [quantity(ratio, 'numerator'), quantity(ratio, 'denominator')];
    if (top === undefined || bottom === undefined) return countLoss(ratio);
    const per = Number(bottom.digits) === 1 ? (bottom.unit ?? '1') : joined(bottom.digits, bottom.unit);
    return `${joined(`${top.comparator ?? ''}${top.digits}`, top.unit)}/${per}`;
  }
  const range = child(entry, 'rateRange');
  if (range !== undefined) {
    const { low, high } = rangeIn(range);
    if (low === undefined && high === undefined) return countLoss(range);
    return joined(
      [low?.digits, high?.digits].filter(end => end !== undefined).join('-'),
      low?.unit ?? high?.unit,
    );
  }
  const single = quantity(entry, 'rateQuantity');
  return single === undefined ? undefined : joined(`${single.comparator ?? ''}${single.digits}`, single.unit);
};

const typeOf = (entry: Element): string | undefined =>
  conceptOf(child(entry, 'type'))?.codings.find(({ code }) => code !== undefined)?.code;

/** The doses as ordered. If there are any, calculated ones only repeat them, and are counted. */
export const orderedEntries = (element: Element): Element[] => {
  const all = children(element, 'doseAndRate');
  const types = all.map(typeOf);
  if (!types.includes('ordered')) return all;
  for (const type of types) if (type === 'calculated') countLoss(element, 'doseAndRate', 'repeated');
  return all.filter((_, at) => types[at] !== 'calculated');
};
