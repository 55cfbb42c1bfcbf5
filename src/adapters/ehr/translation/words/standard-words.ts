// The words for the codes of HL7, SNOMED CT and LOINC, wherever such a code stands (D39, words and not codes).
import { noAllergyWords, notAskedWords } from './allergy-statements.ts';
import { encounterClassWords } from './contacts.ts';
import { emptyReasonWords } from './empty-reasons.ts';
import { loincWords } from './loinc.ts';
import { addressWords, participationWords, relationshipWords } from './people.ts';
import { alertCategoryWords, flagCategoryWords } from './warning-categories.ts';

const lists = [
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

type Code = { readonly system: string | undefined; readonly code: string | undefined };

/** The Swedish word for a code of a standard; undefined for a code that no list has, and for one without a code system. */
export const standardWord = ({ system, code }: Code): string | undefined =>
  system === undefined
    ? undefined
    : lists.map(list => list.ofCode(code, system)).find(word => word !== undefined);

/** Codes by their code system. */
type CodesBySystem = ReadonlyMap<string | undefined, ReadonlySet<string | undefined>>;

export const codesBySystem = (codes: readonly Code[]): CodesBySystem => {
  const bySystem = new Map<string | undefined, Set<string | undefined>>();
  for (const { system, code } of codes) bySystem.set(system, (bySystem.get(system) ?? new Set()).add(code));
  return bySystem;
};

/** Whether a text is the name that a standard itself has for one of its codes, such as `VITAL SIGNS`. It is no word of the source. */
export const isStandardName = (text: string, codes: CodesBySystem): boolean =>
  lists.some(list => {
    const named = list.codesNamed(text);
    return list.systems.some(system => named.some(code => codes.get(system)?.has(code)));
  });

/** Whether a code is one of a standard: of a system of HL7 or of a list here, or, without a system, of a list. */
export const isStandardCode = ({ system, code }: Code): boolean =>
  system === undefined
    ? lists.some(list => list.ofCode(code) !== undefined)
    : /^https?:\/\/(?:terminology\.)?hl7\.org\//.test(system) ||
      lists.some(list => list.systems.includes(system));
