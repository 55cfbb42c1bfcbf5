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

/** Whether a text is the name that the standard itself has for a code, such as `VITAL SIGNS`. It is no word of the source. */
export const isStandardName = (text: string, { system, code }: Code): boolean =>
  system !== undefined && lists.some(list => list.systems.includes(system) && list.isNameOf(text, code));

/** Whether a code is one of a standard: of a system of HL7 or of a list here, or, without a system, of a list. */
export const isStandardCode = ({ system, code }: Code): boolean =>
  system === undefined
    ? lists.some(list => list.ofCode(code) !== undefined)
    : /^https?:\/\/(?:terminology\.)?hl7\.org\//.test(system) ||
      lists.some(list => list.systems.includes(system));
