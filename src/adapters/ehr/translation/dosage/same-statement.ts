// Whether the prescriber's own words say what a sentence about a dose says, so that a patient does not read it twice.
import { unitOfText } from './units.ts';

const numbers = ['noll', 'en', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio'];

/** Different spellings of the same. The right side is for comparison only. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d),(?=\d)/g, '.'],
  [/\b(kl|tabl?|kaps|ggr)\./g, '$1'],
  [/\bkl (\d\d)\.(\d\d)\b/g, 'kl $1:$2'],
  [/(\d)\s*½/g, '$1.5'],
  [/½/g, '0.5'],
  [/\/\s*(?=dag|dygn|d\b|vecka)/g, ' per '],
];

/** Different words for the same, as prescribers write them, and the words that are compared. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    högst: ['max', 'maximalt', 'som mest'],
    'per dag': ['dagligen', 'om dagen', 'varje dag', 'per dygn', 'om dygnet', 'per d'],
    'per vecka': ['i veckan', 'varje vecka'],
    gånger: ['ggr', 'gång'],
  }).flatMap(([words, others]) => others.map(other => [other, words.split(' ')] as const)),
);

/** The synonyms of several words, other words, and what ends a sentence. */
const tokens = new RegExp(
  `(?:${[...synonyms.keys()].filter(words => words.includes(' ')).join('|')})(?![\\p{L}\\d])|` +
    '[\\p{L}\\d]+(?:[.:-][\\p{L}\\d]+)*|[\\n;!]|\\.(?=\\s|$)',
  'gu',
);

const sentenceEnds: ReadonlySet<string> = new Set(['\n', ';', '!', '.']);

/** Short words that are no abbreviations. */
const wholeWords: ReadonlySet<string> = new Set(['dag', 'dygn', 'hel', 'hela', 'mat', 'natt', 'värk']);

/** Whether the point after a word may belong to it, as in `max.` or `ca.`: what follows is then no sentence of its own. */
const mayBeAbbreviation = (word: string): boolean => /^\p{L}{1,4}$/u.test(word) && !wholeWords.has(word);

/** Sentences of a text, each as its words, without punctuation. */
const sentencesOf = (text: string): readonly (readonly string[])[] => {
  const spelled = spellings.reduce(
    (said, [pattern, same]) => said.replace(pattern, same),
    text.toLowerCase(),
  );
  const sentences: string[][] = [[]];
  let before = '';
  for (const token of spelled.match(tokens) ?? []) {
    const same = synonyms.get(token);
    const isOfWord = token === '.' && mayBeAbbreviation(before);
    before = token;
    if (isOfWord) continue;
    if (sentenceEnds.has(token)) sentences.push([]);
    else if (same === undefined) sentences.at(-1)?.push(token);
    else sentences.at(-1)?.push(...same);
  }
  return sentences;
};

/** A number in digits; undefined for another word. */
const numberOf = (word: string): string | undefined => {
  if (/^\d/.test(word)) return /^\d+\.\d+$/.test(word) ? String(Number(word)) : word;
  const at = word === 'ett' ? 1 : numbers.indexOf(word);
  return at > 0 ? String(at) : undefined;
};

const unitOf = (word: string): string => unitOfText(word)?.[0] ?? word;

/** Whether two words are the same number, the same unit in the singular or the plural, or equal. */
const isSameWord = (one: string, other: string): boolean => {
  const number = numberOf(one);
  if (number !== undefined) return number === numberOf(other);
  return one === other || unitOf(one) === unitOf(other);
};

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
    return sentences.some(sentence => {
      if (!words.every((word, at) => isSameWord(word, sentence[at] ?? ''))) return false;
      const next = sentence[words.length] ?? '';
      return numberOf(next) === undefined && next !== 'eller';
    });
  };
};
