// Translates values on the wire to published ones. What is absent or empty stays absent.
import type { Identifier } from '../../../domain/records/shared/common.ts';
import { isWordAsCode, ownText, type WordList } from '../translation/words/word-list.ts';
import { nonBlank, partialObject } from '../values/values.ts';
import { peek } from '../xml/tracked-document.ts';
import type { CountLoss } from './losses.ts';
import type { CvType, IiType } from './wire-types.ts';

/** An id of a source system. It has no root. */
export const localIdentifier = (id: string | undefined): Identifier | undefined =>
  partialObject({ extension: nonBlank(id) });

/** An id with its root. */
export const identifier = ({ root, extension }: IiType = {}): Identifier | undefined =>
  partialObject({ root: nonBlank(root), extension: nonBlank(extension) });

// These functions read only what they return: values that are not read are counted as unmapped (documents.ts).

/** The words of a coded value: its display name, else its original text. One that only repeats the code is no word (D39). */
export const codedWords = (cv: CvType = {}): string | undefined => {
  const { code, originalText = '' } = peek(cv);
  const codes = new Set([code]);
  return (
    ownText([cv.displayName], codes) ??
    ownText([cv.originalText], isWordAsCode(originalText) ? new Set() : codes)
  );
};

/** Where the losses of a coded value are counted. */
type Counted = { readonly path: string; readonly countLoss: CountLoss };

/** A coded value of a national list. */
type Listed = Counted & { readonly words: WordList };

const countUnknown = ({ path, countLoss }: Counted): undefined => {
  countLoss({ path, reason: 'unreadable', hides: [] });
};

const listedWord = ({ code, codeSystem }: CvType, { words }: Listed): string | undefined =>
  words.ofCode(nonBlank(code), nonBlank(codeSystem));

/**
 * The source's own words for a coded value, else `word`, which words that are the code itself give way to. A value that has neither is
 * counted: its code is no word (D39).
 */
export const countedWords = (
  cv: CvType | undefined,
  counted: Counted,
  word: () => string | undefined = () => undefined,
): string | undefined => {
  if (cv === undefined) return undefined;
  const words = codedWords(cv);
  if (words !== undefined && words.trim() !== peek(cv).code) return words;
  return nonBlank(cv.code) === undefined ? undefined : (word() ?? words ?? countUnknown(counted));
};

/** The source's own words for a coded value, else the word for its code. A value that has neither is counted. */
export const openListWords = (cv: CvType | undefined, listed: Listed): string | undefined =>
  countedWords(cv, listed, () => cv && listedWord(peek(cv), listed));

/**
 * The word for a coded value of a closed list: its code decides (D39). Texts beside the code that say something else are counted and
 * returned. A value without a code of the list is as with `openListWords`.
 */
export const closedListWord = (
  cv: CvType | undefined,
  listed: Listed,
): { readonly word: string | undefined; readonly otherTexts: readonly string[] } => {
  if (cv === undefined) return { word: undefined, otherTexts: [] };
  const word = listedWord(peek(cv), listed);
  const said = codedWords(peek(cv));
  if (word === undefined || (said !== undefined && listed.words.ofText(said) === word)) {
    const own = openListWords(cv, listed);
    return { word: word ?? own, otherTexts: [] };
  }
  const codes = new Set([nonBlank(cv.code)]);
  const others = (['displayName', 'originalText'] as const).flatMap(name => {
    const text = ownText([cv[name]], codes);
    return text === undefined || listed.words.ofText(text) === word ? [] : [{ name, text }];
  });
  for (const { name } of others)
    listed.countLoss({ path: `${listed.path}/${name}`, reason: 'repeated', hides: [] });
  return { word, otherTexts: others.map(({ text }) => text) };
};

/** The word for a code of a closed list, in any letter case. A code that the list does not have is counted. */
export const wordForCode = (code: string | undefined, listed: Listed): string | undefined => {
  const written = nonBlank(code);
  return written === undefined ? undefined : (listed.words.ofText(written) ?? countUnknown(listed));
};

/** A coded value as it is published. */
export const codedValue = (cv: CvType = {}) =>
  partialObject({
    code: nonBlank(cv.code),
    codeSystem: nonBlank(cv.codeSystem),
    codeSystemName: nonBlank(cv.codeSystemName),
    codeSystemVersion: nonBlank(cv.codeSystemVersion),
    displayName: partialObject({ value: codedWords(cv) }),
  });

/** The code of a coded value as an id in its code system. */
export const codeAsId = (cv: CvType = {}): Identifier | undefined =>
  nonBlank(cv.code) === undefined
    ? undefined
    : partialObject({ root: nonBlank(cv.codeSystem), extension: nonBlank(cv.code) });
