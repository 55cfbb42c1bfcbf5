// Whether the prescriber's own words say what a sentence about a dose says, so that a patient does not read it twice.
import { unitOfText } from './units.ts';

const numbers = ['noll', 'en', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio'];

/** Different words for the same, as prescribers write them. The right side is for comparison only. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d),(?=\d)/g, '.'],
  [/\b(kl|tabl?|kaps|ggr)\./g, '$1'],
  [/\bkl (\d\d)\.(\d\d)\b/g, 'kl $1:$2'],
  [/½/g, '0.5'],
  [/\/\s*(?=dag|dygn|d\b|vecka)/g, ' per '],
  [/(?<![\p{L}\d])(?:max|maximalt|som mest)(?![\p{L}\d])/gu, 'högst'],
  [/(?<![\p{L}\d])(?:dagligen|om dagen|varje dag|per dygn|om dygnet|per d)(?![\p{L}\d])/gu, 'per dag'],
  [/(?<![\p{L}\d])(?:i veckan|varje vecka)(?![\p{L}\d])/gu, 'per vecka'],
  [/(?<![\p{L}\d])(?:ggr|gång)(?![\p{L}\d])/gu, 'gånger'],
];

/** The words of a sentence, without punctuation. */
const wordsIn = (sentence: string): readonly string[] =>
  sentence.match(/[\p{L}\d](?:[\p{L}\d]|[.:-](?=[\p{L}\d]))*/gu) ?? [];

/** A word as it is compared: a number in digits, a unit in the singular. */
const comparedWord = (word: string): string => {
  const at = word === 'ett' ? 1 : numbers.indexOf(word);
  if (at > 0) return String(at);
  return /^\d+\.\d+$/.test(word) ? String(Number(word)) : (unitOfText(word)?.[0] ?? word);
};

/** Sentences of a text, each as its words. */
const sentencesOf = (text: string): (readonly string[])[] =>
  synonyms
    .reduce((said, [pattern, word]) => said.replace(pattern, word), text.toLowerCase())
    .split(/[\n;!]|\.(?=\s|$)/)
    .map(wordsIn);

/** The longest text that is compared, in UTF-16 units (D32). Of a longer one the patient reads both. */
const maxLength = 4096;

/**
 * Whether a sentence of the prescriber begins with the same statement as a line: `Två tabletter 3 ggr dagligen mot smärta` says
 * `2 tabletter, 3 gånger per dag`. What comes before (`högst`, `inte`) could change it, so it must be the beginning.
 */
export const statementsOf = (texts: readonly (string | undefined)[]): ((line: string) => boolean) => {
  const sentences = texts.flatMap(text =>
    text === undefined || text.length > maxLength ? [] : sentencesOf(text),
  );
  if (sentences.length === 0) return () => false;
  return line => {
    if (line.length > maxLength) return false;
    const [words = [], ...others] = sentencesOf(line);
    if (words.length === 0 || others.length > 0) return false;
    const statement = words.map(comparedWord);
    const wordAt = (sentence: readonly string[], at: number) => comparedWord(sentence[at] ?? '');
    return sentences.some(
      sentence =>
        statement.every((word, at) => word === wordAt(sentence, at)) &&
        !/^\d|^eller$/.test(wordAt(sentence, statement.length)),
    );
  };
};
