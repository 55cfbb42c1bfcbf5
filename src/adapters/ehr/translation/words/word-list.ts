// The Swedish words for the codes of a standard (D39, words and not codes). Each list is a table in a file of this folder.
import { isBlank, uniqueTexts } from '../../values/values.ts';

/** A code's Swedish word, then the other texts that say the same, such as the standard's own name of the code. */
export type Wording = readonly [word: string, ...same: string[]];

/** No name in a list is longer. A longer text is not compared. */
const maxLength = 100;

const folded = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** A text as it is looked up among the names of a list: in any letter case, with any white space. A long text is no name. */
export const nameKey = (text: string): string => (text.length > maxLength ? '' : folded(text));

/** Makes a list of the wordings of codes. */
export const wordList = (systems: readonly string[], wordings: Readonly<Record<string, Wording>>) => {
  const entries = Object.entries(wordings);
  const byCode = new Map(entries.map(([code, [word]]) => [code, word]));
  const codesNamed = new Map<string, string[]>();
  for (const [code, wording] of entries)
    for (const name of uniqueTexts(wording.map(folded)))
      codesNamed.set(name, [...(codesNamed.get(name) ?? []), code]);
  const byText = new Map(
    entries.flatMap(([code, [word, ...same]]) =>
      [code, word, ...same].map((text): [string, string] => [folded(text), word]),
    ),
  );
  return {
    /** The code systems of the codes: URLs and OIDs. */
    systems,
    /**
     * The word for a code; undefined if the list does not have the code, or if the code is of another code system. A code without a
     * code system is looked up by itself.
     */
    ofCode: (code: string | undefined, system?: string): string | undefined =>
      code !== undefined && (system === undefined || systems.includes(system)) ? byCode.get(code) : undefined,
    /** The word that a text stands for, in any letter case; undefined if the text says something that is not in the list. */
    ofText: (text: string): string | undefined => byText.get(nameKey(text)),
    /** The codes by their names, as `nameKey` writes them: a code's word, and the other texts that say the same. */
    codesNamed: codesNamed as ReadonlyMap<string, readonly string[]>,
  };
};

export type WordList = ReturnType<typeof wordList>;

/** The first of some texts that is more than one of the codes that it stands beside. */
export const ownText = (
  texts: readonly (string | undefined)[],
  codes: ReadonlySet<string | undefined>,
): string | undefined => texts.find(text => text !== undefined && !isBlank(text) && !codes.has(text.trim()));

/**
 * Whether a text that somebody wrote, and that is its own code, is a word for a thing and no code: an EHR's code may be `Jordnötter`.
 * Unlike a display, which a system adds to its codes, it may stand (D39). `ALG-017` and `86 07` are codes.
 */
export const isWordAsCode = (text: string): boolean =>
  /\p{L}{3}/u.test(text) && (!/[\d_]/.test(text) || /\s/.test(text.trim()));
