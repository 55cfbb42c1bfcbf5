// Release rules: what the region withholds from patients (D26). One matching rule withholds the whole record.
import { type Hidden, hides, type Loss } from '../model/loss.ts';
import { type Facts, secrecyLevels } from './facts.ts';
import { type TextSet, textSet } from './text-set.ts';

export type WithholdRules = {
  readonly units?: readonly string[];
  readonly noteTemplates?: readonly string[];
  readonly keywords?: readonly string[];
  readonly secrecyLevels?: readonly string[];
  readonly unsharedContacts?: boolean;
};

/** Who decides what is released: the EHR, or these rules. */
export type ReleaseRules = 'ehr' | { readonly withhold: WithholdRules };

/** One rule: whether it withholds a record, and what it needs to know in order to tell. */
type Rule = {
  readonly withholds: (facts: Facts, record: unknown) => boolean;
  readonly needs: Hidden;
};

const anyIn = (listed: TextSet, texts: Iterable<string | undefined>) => {
  for (const text of texts) if (listed.has(text)) return true;
  return false;
};

/** The rules of a region's profile. Texts are compared as in D33. */
const rulesOf = (withhold: WithholdRules): Rule[] => {
  const units = textSet(withhold.units);
  const templates = textSet(withhold.noteTemplates);
  const keywords = textSet(withhold.keywords);
  const levels = textSet(withhold.secrecyLevels);
  const rules: (Rule | undefined)[] = [
    units.size === 0 ? undefined : { withholds: facts => anyIn(units, facts.units), needs: 'unit' },
    templates.size === 0
      ? undefined
      : {
          withholds: facts => templates.has(facts.noteTemplate) || anyIn(templates, facts.titles ?? []),
          needs: 'template',
        },
    keywords.size === 0
      ? undefined
      : {
          withholds: facts =>
            anyIn(keywords, facts.keywords?.() ?? []) || anyIn(keywords, facts.titles ?? []),
          needs: 'keyword',
        },
    levels.size === 0
      ? undefined
      : {
          withholds: (_facts, record) => anyIn(levels, secrecyLevels(record)),
          needs: 'secrecy',
        },
    withhold.unsharedContacts !== true
      ? undefined
      : {
          withholds: facts => facts.shared === false,
          needs: 'sharing',
        },
  ];
  return rules.filter(rule => rule !== undefined);
};

export type ReleaseFilter = {
  /**
   * Whether a record is withheld: because a rule matches, or because a loss hides what a rule needs, so it is impossible
   * to tell (D36).
   */
  withholds(facts: Facts, record: unknown, losses: readonly Loss[]): boolean;
  /**
   * Whether a booking at the unit with this HSA-id is withheld. Losses of a list are not known per booking: if any unit
   * in the list could not be read, every booking of the list is withheld.
   */
  withholdsUnit(hsaId: string | undefined, losses: readonly Loss[]): boolean;
};

export const releaseFilter = (rules: ReleaseRules): ReleaseFilter => {
  if (rules === 'ehr') return { withholds: () => false, withholdsUnit: () => false };
  const active = rulesOf(rules.withhold);
  const units = textSet(rules.withhold.units);
  return {
    withholds: (facts, record, losses) =>
      active.some(rule => rule.withholds(facts, record) || hides(losses, rule.needs)),
    withholdsUnit: (hsaId, losses) => units.has(hsaId) || (units.size > 0 && hides(losses, 'unit')),
  };
};
