// Hides numbers of other people in ids, which systems and issuers choose as they like.
import { parsePatientNumber, withoutHyphen } from '../../../src/domain/model/patient-number.ts';

/** Ten or twelve digits, also as a personal number is written or typed. */
const tenOrTwelve = /(?<!\d)(?:\d{2})?\d{6}[-+ .–]?\d{4}(?!\d)/g;

const digit = '[0-9\uff10-\uff19]';
/** Digits with anything but letters between them, at most three characters: `1 9 9 0/01/01–9802`, also as wide as the signs of Chinese. */
const scatteredDigits = new RegExp(`${digit}(?:[^\\p{L}\\p{N}]{0,3}${digit})+`, 'gu');
const centuries = ['18', '19', '20'];

const isPersonNumber = (digits: string): boolean =>
  digits.length === 12
    ? parsePatientNumber(digits, {}) !== undefined
    : digits.length === 10 && centuries.some(century => isPersonNumber(century + digits));

/** Replaces ten or twelve digits that are a valid number, whatever stands between them; each end is where a row of digits ends. */
const hideScattered = (text: string, isOwn: (digits: string) => boolean): string =>
  text.replaceAll(scatteredDigits, found => {
    const rows = [...found.matchAll(new RegExp(`${digit}+`, 'gu'))].map(match => ({
      digits: match[0].normalize('NFKC'),
      begin: match.index,
      end: match.index + match[0].length,
    }));
    let [shown, from] = ['', 0];
    for (let first = 0; first < rows.length; first++) {
      let digits = '';
      let hides: number | undefined;
      for (let last = first; last < rows.length && digits.length < 12; last++) {
        digits += rows[last]?.digits ?? '';
        if (isPersonNumber(digits) && !isOwn(digits)) hides = last;
      }
      if (hides === undefined) continue;
      shown += `${found.slice(from, rows[first]?.begin)}…`;
      from = rows[hides]?.end ?? found.length;
      first = hides;
    }
    return shown + found.slice(from);
  });

/**
 * The number of an organization, which is in the ids of care units (`SE2321000016-1003`): its third digit is 2 or more, where that of a
 * person's number begins a month. With twelve digits, it begins with 16.
 */
const organization = /^(?:16)?\d\d[2-9]\d{3}-?\d{4}$/;

const word = /[\p{L}\p{N}+-]+/gu;

/** A region's number is shorter: longer parts of a word are not tried. */
const maxReserveLength = 40;

/** Replaces the longest parts of a word that are whole matches of a pattern. */
const replaceMatches = (text: string, pattern: RegExp, replace: (found: string) => string): string => {
  let replaced = '';
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + maxReserveLength);
    while (to > from && !pattern.test(text.slice(from, to))) to--;
    replaced += to > from ? replace(text.slice(from, to)) : text.charAt(from);
    from = Math.max(to, from + 1);
  }
  return replaced;
};

/** Whether a text is the patient's number: with or without separators, of a personal number also without its century. */
const isNumberOf = (subject: string, text: string): boolean => {
  const own = withoutHyphen(subject);
  // Letters are kept: they tell one reserve number from another.
  const written = text.replaceAll(/[-+ .–]/g, '');
  return text === subject || written === own || (/^\d{12}$/.test(own) && written === own.slice(2));
};

/** The parts of a text around the patient's number, where that is a word of its own. */
const aroundNumber = (text: string, subject: string): readonly string[] =>
  text.split(new RegExp(`(?<![\\p{L}\\p{N}+-])${RegExp.escape(subject)}(?![\\p{L}\\p{N}+-])`, 'u'));

/**
 * Replaces by `…` what may be the number of somebody else: ten or twelve digits in a row, whatever their date and check digit are, because
 * a number may have been mistyped or be of a form that only another system knows; valid numbers, whatever stands between their digits; and
 * reserve numbers of the region.
 * @param options.subject whose number is shown.
 * @param options.reserve matches a whole reserve number.
 */
export const withoutOtherNumbers = (
  text: string,
  { subject, reserve }: { readonly subject: string | null; readonly reserve: RegExp | undefined },
): string => {
  const isOwn = (found: string) => subject !== null && isNumberOf(subject, found);
  const hide = (part: string): string => {
    const digitsHidden = hideScattered(part, isOwn).replaceAll(tenOrTwelve, found =>
      isOwn(found) || organization.test(found) ? found : '…',
    );
    if (reserve === undefined) return digitsHidden;
    return digitsHidden.replaceAll(word, one =>
      replaceMatches(one, reserve, found => (isOwn(found) ? found : '…')),
    );
  };
  return subject === null ? hide(text) : aroundNumber(text, subject).map(hide).join(subject);
};
