// The forms of times that tables name: `dd.MM.yyyy HH:mm`, `M/d/yyyy h:mm a`, `unix` (seconds) and `unix-ms`. ISO 8601 and compact digits
// need no form.

type Part = 'yyyy' | 'MM' | 'dd' | 'HH' | 'mm' | 'ss' | 'a';

/** A time as its parts; a part that the form lacks is empty. */
const order = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss'] as const;

/** What a form may hold beside signs: the part that it is, and how that is written. */
const tokens: Readonly<Record<string, { readonly part: Part; readonly pattern: string }>> = {
  yyyy: { part: 'yyyy', pattern: '(\\d{4})' },
  MM: { part: 'MM', pattern: '(\\d\\d)' },
  M: { part: 'MM', pattern: '(\\d{1,2})' },
  dd: { part: 'dd', pattern: '(\\d\\d)' },
  d: { part: 'dd', pattern: '(\\d{1,2})' },
  HH: { part: 'HH', pattern: '(\\d\\d)' },
  H: { part: 'HH', pattern: '(\\d{1,2})' },
  hh: { part: 'HH', pattern: '(\\d\\d)' },
  h: { part: 'HH', pattern: '(\\d{1,2})' },
  mm: { part: 'mm', pattern: '(\\d\\d)' },
  ss: { part: 'ss', pattern: '(\\d\\d)' },
  a: { part: 'a', pattern: '([AaPp][Mm])' },
};

const tokensOf = (form: string): string[] => form.match(/yyyy|MM?|dd?|HH?|hh?|mm|ss|a|./gsu) ?? [];
const partOf = (token: string | undefined): Part | undefined => tokens[token ?? '']?.part;
const partsOf = (form: string): readonly Part[] =>
  tokensOf(form)
    .map(partOf)
    .filter(part => part !== undefined);

/** Whether a form has hours. */
export const hasHours = (form: string): boolean => form.startsWith('unix') || partsOf(form).includes('HH');

/** Why a form cannot be used, as the end of "expected …"; undefined if it can. */
export const timeFormFault = (form: string): string | undefined => {
  if (form === 'unix' || form === 'unix-ms') return undefined;
  const written = tokensOf(form);
  const parts = partsOf(form);
  const isPlain = written.every(token => partOf(token) !== undefined || /^[^\p{L}\p{N}]$|^T$/u.test(token));
  const isDate = (['yyyy', 'MM', 'dd'] as const).every(part => parts.includes(part));
  const isOnce = new Set(parts).size === parts.length;
  const isTime =
    parts.includes('HH') === parts.includes('mm') &&
    (!parts.includes('ss') || parts.includes('mm')) &&
    written.some(token => token === 'h' || token === 'hh') === parts.includes('a');
  // A part of one or two digits ends at a sign.
  const ends = written.every((token, at) => !/^[MdHh]$/.test(token) || partOf(written[at + 1]) === undefined);
  return isPlain && isDate && isOnce && isTime && ends
    ? undefined
    : 'a form such as dd.MM.yyyy, yyyy-MM-dd HH:mm:ss or M/d/yyyy h:mm a, with each part once; or unix or unix-ms';
};

/** Whether day and month stand in an order that hardly any EHR of the region writes: `MM.dd.yyyy`, `yyyy-dd-MM`. */
export const hasUnusualOrder = (form: string): boolean => {
  const parts = partsOf(form);
  const [year = -1, month = -1, day = -1] = (['yyyy', 'MM', 'dd'] as const).map(part => parts.indexOf(part));
  if (year === -1 || month === -1 || day === -1) return false;
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

/** The hours of a clock with twelve of them; undefined if there is no such hour. */
const hoursOf = (hours: string, half: string): string | undefined => {
  if (half === '') return hours;
  const isHour = Number(hours) >= 1 && Number(hours) <= 12;
  return isHour ? String((Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) : undefined;
};

/** @param form without a fault. */
export const timeForm = (form: string): TimeForm => {
  if (form === 'unix') return fromUnix(1000);
  if (form === 'unix-ms') return fromUnix(1);
  const parts = partsOf(form);
  const pattern = tokensOf(form).map(token => tokens[token]?.pattern ?? RegExp.escape(token));
  const written = new RegExp(`^${pattern.join('')}$`, 'u');
  return text => {
    const found = written.exec(text.trim());
    if (found === null) return undefined;
    const at = (part: Part) => found[parts.indexOf(part) + 1] ?? '';
    const hours = parts.includes('HH') ? hoursOf(at('HH'), parts.includes('a') ? at('a') : '') : '';
    if (hours === undefined) return undefined;
    const digits = (part: (typeof order)[number]) =>
      (part === 'HH' ? hours : parts.includes(part) ? at(part) : '').padStart(2, '0');
    // A form without a time of day is a day alone.
    return (hours === '' ? order.slice(0, 3) : order).map(digits).join('');
  };
};

/** Where the parts of a time stand in its 14 digits. */
const places = { yyyy: [0, 4], MM: [4, 6], dd: [6, 8], HH: [8, 10], mm: [10, 12], ss: [12, 14] } as const;

/** Writes a time of 14 digits in a form. */
export const writeTime = (form: string, compact: string): string =>
  tokensOf(form)
    .map(token => {
      const part = partOf(token);
      if (part === undefined) return token;
      if (part === 'a') return Number(compact.slice(8, 10)) < 12 ? 'AM' : 'PM';
      const digits = compact.slice(...places[part]);
      const hour = String(((Number(digits) + 11) % 12) + 1);
      const text = token.startsWith('h') ? hour.padStart(2, '0') : digits;
      return /^[MdHh]$/.test(token) ? String(Number(text)) : text;
    })
    .join('');
