// Reads primitive members: strings, booleans and numbers. A masked one is counted as withheld.
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import { isZero, plainDigits as plainNumber } from '../../translation/dosage/digits.ts';
import { definedItems, nonBlank } from '../../values/values.ts';
import { countLoss, isMask, isMissing, sentBeside, sentValue, type With } from './element.ts';

/** Counts a primitive without a value as withheld if its extension says that the value is masked. */
const countMask = <M extends string>(element: With<M, unknown>, member: M): undefined => {
  const beside = sentBeside(element, member);
  if (beside !== undefined && isMask(beside)) countLoss(element, member, 'withheld');
};

/** A value as a string. If a server sends a number instead, its digits. */
const asText = (value: Json): string | undefined => (typeof value === 'string' ? value : digitsOf(value));

/** A primitive member. One that `read` cannot read is counted as unreadable. */
const primitive = <M extends string, V>(
  element: With<M, unknown>,
  member: M,
  read: (value: Json) => V | undefined,
): V | undefined => {
  const value = sentValue(element, member);
  return isMissing(value) ? countMask(element, member) : (read(value) ?? countLoss(element, member));
};

/** A string member; undefined if it is blank. */
export const text = <M extends string>(element: With<M, string> | undefined, member: M): string | undefined =>
  nonBlank(element && primitive(element, member, asText));

/** A member that is compared and not read by people: a code or an id. One with control characters is unreadable (D33). */
export const exactText = <M extends string>(element: With<M, string>, member: M): string | undefined => {
  const written = text(element, member);
  return written !== undefined && hasControls(written) ? countLoss(element, member) : written;
};

/** A URI member. Unlike other strings, none is ever sent as a number. */
export const uri = <M extends string>(element: With<M, string>, member: M): string | undefined => {
  return digitsOf(element.node[member]) === undefined
    ? exactText(element, member)
    : countLoss(element, member);
};

/** Like `countMask`, for the items of a list of primitives. */
const countItemMasks = <M extends string>(
  element: With<M, unknown>,
  member: M,
  items: readonly Json[],
): void => {
  const beside = sentBeside(element, member);
  if (!Array.isArray(beside)) return;
  for (const [at, itemBeside] of (beside as readonly Json[]).entries())
    if (isMissing(items[at]) && isMask(itemBeside)) countLoss(element, member, 'withheld');
};

/**
 * The strings of a list, with undefined in place of one that is blank or cannot be read. `null` stands for one that only has
 * extensions.
 */
export const itemTexts = <M extends string>(
  element: With<M, readonly string[]>,
  member: M,
): readonly (string | undefined)[] => {
  const value = sentValue(element, member) ?? [];
  if (!Array.isArray(value)) {
    countLoss(element, member);
    return [];
  }
  const items = value as readonly Json[];
  countItemMasks(element, member, items);
  return items.map(item => {
    if (item === null) return undefined;
    return nonBlank(asText(item) ?? countLoss(element, member));
  });
};

/** The strings of a list that are not blank. */
export const texts = <M extends string>(element: With<M, readonly string[]>, member: M): readonly string[] =>
  definedItems(itemTexts(element, member));

/** A boolean member. */
export const bool = <M extends string>(element: With<M, boolean>, member: M): boolean | undefined =>
  primitive(element, member, value => (typeof value === 'boolean' ? value : undefined));

/** A number, with its digits exactly as sent. */
const digits = <M extends string>(element: With<M, number>, member: M): string | undefined =>
  primitive(element, member, digitsOf);

/** The most digits that an exponent may add to a number. */
const maxExponent = 20;

/** A number without an exponent, which nobody reads in a dose: `15` for `1.5e1`. Other digits stay as written. */
const withoutExponent = (written: string): string | undefined => {
  if (!/e/i.test(written)) return written;
  const [number = '', exponent] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = number.split('.');
  const shift = Number(exponent);
  if (Math.abs(shift) > maxExponent) return undefined;
  const point = whole.length + shift;
  const all = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(1, point);
  return all.length === at ? all : `${all.slice(0, at)}.${all.slice(at)}`;
};

/** How a number of an amount or a period is read. */
export type ReadDigits = <M extends string>(element: With<M, number>, member: M) => string | undefined;

/** A number of zero or more, with its digits as sent but without an exponent. Any other one is counted as unreadable. */
export const plainDigitsAt: ReadDigits = (element, member) => {
  const written = digits(element, member);
  if (written === undefined) return undefined;
  return plainNumber(withoutExponent(written)) ?? countLoss(element, member);
};

/** Like `plainDigits`, for a number above zero. */
export const positiveDigitsAt: ReadDigits = (element, member) => {
  const plain = plainDigitsAt(element, member);
  return plain === undefined || !isZero(plain) ? plain : countLoss(element, member);
};

/** A safe integer. */
export const integer = <M extends string>(element: With<M, number>, member: M): number | undefined => {
  const written = digits(element, member);
  if (written === undefined) return undefined;
  const value = Number(written);
  return Number.isSafeInteger(value) ? value : countLoss(element, member);
};

/** Whether a text was sent that is masked or unreadable, so `text` counts it. */
export const isTextLost = <M extends string>(element: With<M, string>, member: M): boolean => {
  const value = sentValue(element, member);
  return isMissing(value) ? isMask(sentBeside(element, member)) : asText(value) === undefined;
};
