// The words for the codes of HL7, SNOMED CT and LOINC, wherever such a code stands (D39, words and not codes).
import { noAllergyWords, notAskedWords } from './allergy-statements.ts';
import { encounterClassWords } from './contacts.ts';
import { emptyReasonWords } from './empty-reasons.ts';
import { loincWords } from './loinc.ts';
import { addressWords, participationWords, relationshipWords } from './people.ts';
import { alertCategoryWords, flagCategoryWords } from './warning-categories.ts';
import { nameKey, type WordList } from './word-list.ts';

const lists: readonly WordList[] = [
  addressWords,
  alertCategoryWords,
  emptyReasonWords,
  encounterClassWords,
  flagCategoryWords,
  loincWords,
  noAllergyWords,
  notAskedWords,
  participationWords,
  relationshipWords,
];

/** The lists that have codes of a code system. */
const listsBySystem = new Map<string | undefined, WordList[]>();
for (const list of lists)
  for (const system of list.systems) listsBySystem.set(system, [...(listsBySystem.get(system) ?? []), list]);

type Code = { readonly system: string | undefined; readonly code: string | undefined };

/** The Swedish word for a code of a standard; undefined for a code that no list has, and for one without a code system. */
export const standardWord = ({ system, code }: Code): string | undefined =>
  listsBySystem
    .get(system)
    ?.map(list => list.ofCode(code, system))
    .find(word => word !== undefined);

/** The codes of the standards' code systems, by their code system. */
type StandardCodes = ReadonlyMap<string | undefined, ReadonlySet<string | undefined>>;

export const standardCodes = (codes: readonly Code[]): StandardCodes => {
  const bySystem = new Map<string | undefined, Set<string | undefined>>();
  for (const { system, code } of codes)
    if (listsBySystem.has(system)) bySystem.set(system, (bySystem.get(system) ?? new Set()).add(code));
  return bySystem;
};

/** Whether a text is the name that a standard itself has for one of its codes, such as `VITAL SIGNS`. It is no word of the source. */
export const isStandardName = (text: string, codes: StandardCodes): boolean => {
  if (codes.size === 0) return false;
  const name = nameKey(text);
  return [...codes].some(([system, ofSystem]) =>
    listsBySystem
      .get(system)
      ?.some(({ codesNamed }) => codesNamed.get(name)?.some(code => ofSystem.has(code)) === true),
  );
};

/** Whether a code is one of a standard: of a system of HL7 or of a list here, or, without a system, of a list. */
export const isStandardCode = ({ system, code }: Code): boolean =>
  system === undefined
    ? lists.some(list => list.ofCode(code) !== undefined)
    : /^https?:\/\/(?:terminology\.)?hl7\.org\//.test(system) || listsBySystem.has(system);
