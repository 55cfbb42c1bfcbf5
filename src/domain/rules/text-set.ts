// The texts of one rule in a region profile, matched against texts of records (D33).
import { comparableForms, type FormsOf } from './comparable-text.ts';

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

export type TextSet = ReturnType<typeof textSet>;
