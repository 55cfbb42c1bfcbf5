// The forms of times that tables name: `dd.MM.yyyy HH:mm`, `unix` (seconds) and `unix-ms`. ISO 8601 and compact digits need no form.

import { isDay } from '../values/written-times.ts';

type Part = 'yyyy' | 'MM' | 'dd' | 'HH' | 'mm' | 'ss';

/** A time as its parts; a part that the form lacks is empty. */
const order: readonly Part[] = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss'];

const isPart = (text: string): text is Part => (order as readonly string[]).includes(text);

const tokensOf = (form: string): string[] => form.match(/yyyy|MM|dd|HH|mm|ss|./gsu) ?? [];

/** Why a form cannot be used, as the end of "expected …"; undefined if it can. */
export const timeFormFault = (form: string): string | undefined => {
  if (form === 'unix' || form === 'unix-ms') return undefined;
  const tokens = tokensOf(form);
  const parts = tokens.filter(isPart);
  const isPlain = tokens.every(token => isPart(token) || /^[^\p{L}\p{N}]$|^T$/u.test(token));
  const isDate = ['yyyy', 'MM', 'dd'].every(part => parts.includes(part as Part));
  const isOnce = new Set(parts).size === parts.length;
  const isTime =
    parts.includes('HH') === parts.includes('mm') && (!parts.includes('ss') || parts.includes('mm'));
  return isPlain && isDate && isOnce && isTime
    ? undefined
    : 'a form such as dd.MM.yyyy or yyyy-MM-dd HH:mm:ss, with each part once; or unix or unix-ms';
};

/** Whether day and month stand in an order that hardly any EHR of the region writes: `MM.dd.yyyy`, `yyyy-dd-MM`. */
export const hasUnusualOrder = (form: string): boolean => {
  const [year, month, day] = ['yyyy', 'MM', 'dd'].map(part => form.indexOf(part));
  if (year === undefined || month === undefined || day === undefined || year === -1) return false;
  return year < Math.min(month, day) ? day < month : month < day;
};

/** Rewrites a text of a form as ISO 8601 or as compact digits; undefined if it does not have the form. */
export type TimeForm = (text: string) => string | undefined;

/** Milliseconds below this, of 1973, are probably seconds: those reach it in the year 5138. */
const leastMilliseconds = 100_000_000_000;

const fromUnix =
  (factor: 1 | 1000): TimeForm =>
  text => {
    if (!/^-?\d{1,16}$/.test(text.trim())) return undefined;
    if (factor === 1 && Math.abs(Number(text)) < leastMilliseconds) return undefined;
    const milliseconds = Number(text) * factor;
    // The years that four digits can write.
    if (milliseconds < -62_135_596_800_000 || milliseconds > 253_402_300_799_999) return undefined;
    return new Date(milliseconds).toISOString();
  };

/** @param form without a fault. */
export const timeForm = (form: string): TimeForm => {
  if (form === 'unix') return fromUnix(1000);
  if (form === 'unix-ms') return fromUnix(1);
  const tokens = tokensOf(form);
  return text => {
    const trimmed = text.trim();
    const parts: Partial<Record<Part, string>> = {};
    let at = 0;
    for (const token of tokens) {
      const piece = trimmed.slice(at, at + token.length);
      at += token.length;
      if (!isPart(token)) {
        if (piece !== token) return undefined;
      } else if (piece.length === token.length && /^\d+$/.test(piece)) parts[token] = piece;
      else return undefined;
    }
    if (at !== trimmed.length) return undefined;
    // A form without a time of day is a day alone.
    if (parts.HH === undefined) return `${parts.yyyy}${parts.MM}${parts.dd}`;
    return order.map(part => parts[part] ?? (part === 'ss' ? '00' : '')).join('');
  };
};

/** The last second of a day, if a text is a day alone; otherwise the text itself. */
export const endOfDay = (text: string): string =>
  isDay.test(text) ? `${text.trim().replaceAll('-', '')}235959` : text;

/** Writes a time of 14 digits in a form. */
export const writeTime = (form: string, compact: string): string => {
  const at: Record<Part, readonly [number, number]> = {
    yyyy: [0, 4],
    MM: [4, 6],
    dd: [6, 8],
    HH: [8, 10],
    mm: [10, 12],
    ss: [12, 14],
  };
  return tokensOf(form)
    .map(token => (isPart(token) ? compact.slice(...at[token]) : token))
    .join('');
};
