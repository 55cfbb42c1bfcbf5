// References in texts: the five predefined entities, and characters by number. There is no document type to define more.
import { isCharacter, malformed } from './chars.ts';

const predefined: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const numeric = /^#(?:([0-9]+)|x([0-9a-fA-F]+))$/;

const characterOf = (reference: string): string => {
  const found = numeric.exec(reference);
  const [, decimal, hexadecimal] = found ?? [];
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (found === null || !isCharacter(point)) throw malformed('a reference');
  return String.fromCodePoint(point);
};

/** A text with its references resolved. Throws `ehr-unusable` for one that means nothing. */
export const resolved = (text: string): string => {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let made = '';
  let from = 0;
  for (; at !== -1; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    if (end === -1) throw malformed('a reference');
    const reference = text.slice(at + 1, end);
    made += text.slice(from, at) + (predefined.get(reference) ?? characterOf(reference));
    from = end + 1;
  }
  return made + text.slice(from);
};
