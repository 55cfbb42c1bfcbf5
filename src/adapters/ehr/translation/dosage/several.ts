// Which sentences about the doses of one prescription may stand side by side (form 19 of list.ts): together they have to be one way to
// take the drug. The steps of a taper, each a dose of its own, would be read as a sum.
import type { Regimen } from './dosage.ts';
import { sentenceForm } from './list.ts';
import { firstMoment, lastMoment } from './time-units.ts';

/** A regimen, and the position of its dosage in a sequence. */
type Ordered = { readonly order: number | undefined; readonly regimen: Regimen };

/** How several regimens are taken: all at once, one after the other, or each on a condition. */
type Together = 'at-once' | 'in-turn' | 'by-condition';

const isUnique = (items: readonly string[]): boolean => new Set(items).size === items.length;

const isSame = (items: readonly unknown[]): boolean =>
  new Set(items.map(item => JSON.stringify(item))).size < 2;

const timesIn = ({ portions }: Regimen) => portions.flatMap(({ time }) => time ?? []);

/** Whether times of the day, of several regimens, are each another one: all by the clock or all by name. */
const areApart = (regimens: readonly Regimen[]): boolean => {
  const times = regimens.flatMap(timesIn);
  return isUnique(times.map(({ name }) => name)) && isSame(times.map(({ kind }) => kind));
};

/** Whether regimens are of every day, each at times of its own, or of weekdays, none of them twice at a time. */
const areAtOnce = (regimens: readonly Regimen[]): boolean => {
  if (regimens.some(({ condition }) => condition !== undefined)) return false;
  if (!isSame(regimens.map(({ start, end, length }) => [start, end, length]))) return false;
  const forms = regimens.map(regimen => sentenceForm(regimen)?.number ?? 0);
  if (forms.every(form => [3, 4, 5].includes(form))) return areApart(regimens);
  if (!forms.every(form => form === 9)) return false;
  const days = new Set(regimens.flatMap(({ timing }) => timing.weekdays ?? []));
  return [...days].every(day => {
    const ofDay = regimens.filter(({ timing }) => timing.weekdays?.includes(day));
    return ofDay.length === 1 || (ofDay.every(one => timesIn(one).length > 0) && areApart(ofDay));
  });
};

/** Whether each has a start and an end, and ends before the next one starts. */
const areInTurn = (regimens: readonly Regimen[]): boolean =>
  regimens.every(({ start, end }, at) => {
    if (start === undefined || end === undefined) return false;
    const before = regimens[at - 1]?.end;
    return before === undefined || lastMoment(before) < firstMoment(start);
  });

/** Whether at most one has no condition, and the others have each another one. */
const areByCondition = (regimens: readonly Regimen[]): boolean =>
  isUnique(regimens.map(({ condition = '' }) => condition));

/** How the regimens of a prescription may be said together; undefined if they may not. */
export const areSaidTogether = (all: readonly Ordered[]): Together | undefined => {
  const regimens = all.map(({ regimen }) => regimen);
  const orders = all.map(({ order }) => order);
  if (isSame(orders)) {
    if (areAtOnce(regimens)) return 'at-once';
    if (areByCondition(regimens)) return 'by-condition';
  } else if (orders.includes(undefined)) return undefined;
  return areInTurn(regimens) ? 'in-turn' : undefined;
};
