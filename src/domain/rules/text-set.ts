// Matching texts of a region profile against texts of records (D33): texts that look the same to a reader are equal.

/** Format characters, and the other characters that are never visible (joiners, variation selectors, fillers). */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Unicode's dashes, and three characters that look like one but do not have the property. */
const dashes = /[\p{Dash}\u02d7\u2043\u2796]/gu;

const softHyphens = /\u00ad/g;

const whiteSpace = /[\s\p{White_Space}]+/gu;

const printableAscii = /^[ -~]*$/;

/** Upper case of lower case, because some letters have only one of the two (ẞ, ς). */
const folded = (text: string) => text.toLowerCase().toUpperCase();

/** Without outer blanks and trailing colons. A loop, because a regular expression would be quadratic. */
const trimmed = (text: string): string => {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ':' || text[end - 1] === ' ')) end--;
  return text.slice(0, end).trimStart();
};

/** The normal form of a text: equal for all texts that D33 treats as equal. */
const normalized = (text: string): string => {
  const plain = printableAscii.test(text)
    ? folded(text)
    : folded(text.normalize('NFKD').replace(invisible, '').replace(dashes, '-')).normalize('NFKC');
  return trimmed(plain.replace(whiteSpace, ' '));
};

/**
 * The normal forms under which a text matches. A soft hyphen is usually a hyphenation hint, which D33 removes, but some
 * systems use it as a hyphen: a text with soft hyphens has both forms.
 */
const spellingsOf = (text: string): string[] => {
  const withHyphens = text.replace(softHyphens, '-');
  return withHyphens === text ? [normalized(text)] : [normalized(text), normalized(withHyphens)];
};

export type TextSet = {
  readonly size: number;
  /** Whether the set contains a text equal to this one (D33). */
  has(text: string | undefined): boolean;
};

/** A set of the texts of one rule in the profile. */
export const textSet = (texts: readonly string[] = []): TextSet => {
  const listed = new Set(texts.flatMap(spellingsOf));
  return {
    size: listed.size,
    has: text =>
      listed.size > 0 && text !== undefined && spellingsOf(text).some(spelling => listed.has(spelling)),
  };
};
