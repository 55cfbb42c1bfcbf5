// Words for the codes that a patient would read (D39, words and not codes). Where HL7 requires the code system, the code decides;
// elsewhere, the source's own words come first.
import type * as R4 from 'fhir/r4.js';
import type { LossReason } from '../../../../domain/model/loss.ts';
import type { WordList } from '../../translation/words/word-list.ts';
import { uniqueTexts } from '../../values/values.ts';
import { type Coding, type Concept, codingIn, isAbsence, ownWords } from './coded.ts';
import { countLoss, type Element, objectAt, type With } from './element.ts';
import { text, texts } from './primitives.ts';

const listedWord = ({ codings }: Concept, lists: readonly WordList[]): string | undefined =>
  codings
    .flatMap(({ code, system }) => lists.map(list => list.ofCode(code, system)))
    .find(word => word !== undefined);

/** The source's own words of a concept, else the word that one of the lists has for one of its codes. */
export const ownOrListedWords = (concept: Concept, ...lists: readonly WordList[]): string | undefined =>
  ownWords(concept) ?? listedWord(concept, lists);

/** A value whose code decides: its word, and the text beside the code if it says something else. */
export type Decided = { readonly word: string | undefined; readonly otherText: string | undefined };

const nothing: Decided = { word: undefined, otherText: undefined };

/**
 * The word for the code of a concept whose code system the standard requires. Counts what is not published: a code that the list does
 * not have, and a text that says something else than the code. Without a code of that system, the source's own words are all there is.
 */
export const decidedByCode = (
  concept: Concept | undefined,
  words: WordList,
  count: (reason: LossReason) => void,
): Decided => {
  if (concept === undefined) return nothing;
  const isRequired = ({ system }: Coding) => system !== undefined && words.systems.includes(system);
  const required = concept.codings.filter(isRequired);
  const codings = required.length === 0 ? concept.codings : required;
  const said = ownWords({ text: concept.text, codings });
  const saidWord = said === undefined ? undefined : (words.ofText(said) ?? said);
  const [word, ...otherWords] = uniqueTexts(codings.map(({ code }) => words.ofCode(code)));
  for (const _ of otherWords) count('repeated');
  if (word !== undefined) {
    if (said === undefined || saidWord === word) return { word, otherText: undefined };
    count('repeated');
    return { word, otherText: said };
  }
  const isOfOthers = required.length === 0 && codings.every(({ system }) => system !== undefined);
  if (isOfOthers && said !== undefined) return { word: saidWord, otherText: undefined };
  if (codings.length > 0) count('unreadable');
  return { word: undefined, otherText: said };
};

/** The value for a member that is a code. A code that stands for none is counted. */
export const codeValue = <M extends string, V>(
  element: With<M, string>,
  member: M,
  read: (code: string) => V | undefined,
): V | undefined => {
  const code = text(element, member);
  return code === undefined ? undefined : (read(code) ?? countLoss(element, member));
};

/** The words for a member that is a list of codes. A code that the list does not have is counted. */
export const codeWords = <M extends string>(
  element: With<M, readonly string[]>,
  member: M,
  words: WordList,
): readonly string[] =>
  texts(element, member).flatMap(code => words.ofCode(code) ?? countLoss(element, member) ?? []);

/**
 * The words of a Coding member: the source's own, else those of the list. A code without either is counted, a masked one as withheld;
 * undefined, too, if the coding says why there is none.
 */
export const codingWords = <M extends string>(
  element: With<M, R4.Coding>,
  member: M,
  words: WordList,
): string | undefined => {
  const codingElement: Element<R4.Coding> | undefined = objectAt<R4.Coding, M>(element, member);
  if (codingElement === undefined) return undefined;
  const coding = codingIn(codingElement);
  if (isAbsence(coding))
    return coding.code === 'masked' ? countLoss(codingElement, undefined, 'withheld') : undefined;
  const word = ownOrListedWords({ text: undefined, codings: [coding] }, words);
  return word ?? (coding.code === undefined ? undefined : countLoss(codingElement));
};
