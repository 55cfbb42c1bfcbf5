// Release rules: what the region withholds from patients (D26). One matching rule withholds the whole record.
import { type Hidden, hides, type Loss } from '../model/loss.ts';
import { comparableForms, type FormsOf, textSet } from './comparable-text.ts';
import { type Facts, secrecyLevelsIn } from './facts.ts';

export type WithholdRules = {
  readonly units?: readonly string[];
  readonly noteTemplates?: readonly string[];
  readonly keywords?: readonly string[];
  readonly secrecyLevels?: readonly string[];
  readonly unsharedContacts?: boolean;
};

/** Who decides what is released: the EHR, or these rules. */
export type ReleaseRules = 'ehr' | { readonly withhold: WithholdRules };

type Judged = { readonly facts: Facts; readonly record: unknown; readonly formsOf: FormsOf };

/** One rule: whether it withholds a record, and what it needs to know in order to tell. */
type Rule = { readonly withholds: (judged: Judged) => boolean; readonly needs: Hidden };

type TextRuleName = Exclude<keyof WithholdRules, 'unsharedContacts'>;
type TextRule = {
  readonly textsIn: (judged: Judged) => Iterable<string | undefined>;
  readonly needs: Hidden;
};

/** Rule of texts → the texts of a record that it compares. */
const textRules: Readonly<Record<TextRuleName, TextRule>> = {
  units: { textsIn: ({ facts }) => facts.units, needs: 'unit' },
  noteTemplates: {
    textsIn: ({ facts: { noteTemplate, titles = [] } }) => [noteTemplate, ...titles],
    needs: 'template',
  },
  keywords: {
    *textsIn({ facts: { keywords, titles = [] } }) {
      if (keywords !== undefined) yield* keywords();
      yield* titles;
    },
    needs: 'keyword',
  },
  secrecyLevels: { textsIn: ({ record }) => secrecyLevelsIn(record), needs: 'secrecy' },
};

/** The rules of a region's profile that have something to withhold. Texts are compared as in D33. */
const rulesOf = (withhold: WithholdRules): Rule[] => {
  const rules = (Object.keys(textRules) as TextRuleName[]).flatMap((name): Rule[] => {
    const { textsIn, needs } = textRules[name];
    const listed = textSet(withhold[name]);
    if (listed.size === 0) return [];
    const withholds = (judged: Judged) =>
      Iterator.from(textsIn(judged)).some(text => listed.mayHave(text, judged.formsOf));
    return [{ withholds, needs }];
  });
  if (withhold.unsharedContacts === true)
    rules.push({ withholds: ({ facts }) => facts.shared === false, needs: 'sharing' });
  return rules;
};

export type ReleaseFilter = {
  /**
   * Whether a record is withheld: because a rule matches, or because it is impossible to tell: a text is not compared (D33), or a loss
   * hides what a rule needs (D36).
   */
  withholds(facts: Facts, record: unknown, losses: readonly Loss[]): boolean;
  /** Creates the filter for the bookings of one list. */
  bookings(): BookingFilter;
};

/**
 * Whether a booking at the unit with this HSA-id is withheld. Losses of a list are not known per booking: if any unit in the list could
 * not be read, every booking of the list is withheld.
 */
export type BookingFilter = (hsaId: string | undefined, losses: readonly Loss[]) => boolean;

/** What the profile's `release` withholds. A loss that hides what a rule needs withholds too (D26, D36). */
export const releaseFilter = (rules: ReleaseRules): ReleaseFilter => {
  if (rules === 'ehr') return { withholds: () => false, bookings: () => () => false };
  const active = rulesOf(rules.withhold);
  const units = textSet(rules.withhold.units);
  return {
    withholds: (facts, record, losses) => {
      const formsOf = comparableForms();
      return active.some(rule => rule.withholds({ facts, record, formsOf }) || hides(losses, rule.needs));
    },
    bookings: () => {
      const formsOf = comparableForms();
      return (hsaId, losses) => units.mayHave(hsaId, formsOf) || (units.size > 0 && hides(losses, 'unit'));
    },
  };
};
