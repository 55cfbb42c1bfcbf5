// Texts that are compared (D33): two texts that look the same to a reader have a form in common, by which the texts of a rule in the region
// profile are matched against texts of records.

/** Format characters, and the other characters that are never visible (joiners, variation selectors, fillers). */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Unicode's dashes, and three characters that look like one but do not have the property. */
const dashes = /[\p{Dash}\u02d7\u2043\u2796]/gu;

const softHyphens = /\u00ad/g;

const whiteSpace = /[\s\p{White_Space}]+/gu;

/** Most texts: visible ASCII and the letters of Western Europe. Only their case and blanks differ from the normal form. */
const western = /^[ -~\u00c0-\u00ff]*$/;

/**
 * The longest text that is compared, in UTF-16 units (D33). Normalizing a run of combining marks takes time that grows with the square
 * of its length, and one character can become 18.
 */
export const maxComparedUnits = 4096;

/** The most UTF-16 units of one record that are normalized: tens of milliseconds of work at worst. */
const maxNormalizedUnits = 4 * maxComparedUnits;

/** Upper case of lower case, because some letters have only one of the two (ẞ, ς). */
const folded = (text: string) => text.toLowerCase().toUpperCase();

/** Without outer blanks and trailing colons. A loop, because a regular expression would be quadratic. */
const trimmed = (text: string): string => {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ':' || text[end - 1] === ' ')) end--;
  return text.slice(0, end).trimStart();
};

const finished = (text: string): string => trimmed(text.replace(whiteSpace, ' '));

/** The normal form of any text: equal for all texts that D33 treats as equal. */
const normalized = (text: string): string =>
  finished(folded(text.normalize('NFKD').replace(invisible, '').replace(dashes, '-')).normalize('NFKC'));

/** The forms of a text; undefined for a text that is not compared: nobody can tell what it is equal to. */
export type FormsOf = (text: string) => readonly string[] | undefined;

/**
 * Creates the function that makes the forms of the texts of one record, or of one list that is judged at once. A text is not compared if
 * it is longer than `maxComparedUnits`, or if the record has used up its share of the work.
 *
 * A soft hyphen is usually a hyphenation hint, which D33 removes, but some systems use it as a hyphen: a text with soft hyphens has both
 * forms.
 */
export const comparableForms = (): FormsOf => {
  const known = new Map<string, readonly string[]>();
  let left = maxNormalizedUnits;
  return text => {
    if (text.length > maxComparedUnits) return undefined;
    if (western.test(text)) return [finished(folded(text))];
    const existing = known.get(text);
    if (existing !== undefined) return existing;
    const withHyphens = text.replace(softHyphens, '-');
    const spellings = withHyphens === text ? [text] : [text, withHyphens];
    left -= text.length * spellings.length;
    if (left < 0) return undefined;
    const forms = spellings.map(normalized);
    known.set(text, forms);
    return forms;
  };
};

/** A set of the texts of one rule in the profile. Each is at most `maxComparedUnits` long. */
export const textSet = (texts: readonly string[] = []) => {
  const listed = new Set(texts.flatMap(text => comparableForms()(text) ?? []));
  return {
    size: listed.size,
    /**
     * Whether the set contains a text equal to this one, or may contain it, because the text is not compared.
     * @param formsOf of the record that the text is from.
     */
    mayHave: (text: string | undefined, formsOf: FormsOf = comparableForms()): boolean =>
      listed.size > 0 && text !== undefined && formsOf(text)?.some(form => listed.has(form)) !== false,
  };
};
