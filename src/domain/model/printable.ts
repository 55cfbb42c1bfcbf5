// Texts and JSON that are safe to print: other parties choose some of the texts, and a terminal or an editor would obey a control
// character.

/** Controls other than tab and line feed, and characters that nobody sees (bidirectional overrides, line separators, lone surrogates). */
const unprintable = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\t\n]]/gv;

const escaped = (characters: string): string =>
  Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** A text of one or several lines, with escapes such as `\u202e` in place of these characters. */
export const printableText = (text: string): string => text.replaceAll(unprintable, escaped);

/** The same for a text that is part of one line. */
export const printableLine = (text: string): string => printableText(text).replaceAll(/[\t\n]/g, escaped);

/** JSON in which these characters are escapes. It parses to the same value. */
export const printableJson = (value: object): string => printableText(JSON.stringify(value));
