// Release rules: what the region withholds from patients (D26). One match withholds the whole record.

import { type Facts, secrecyLevels } from './facts.ts';
import { type TextSet, textSet } from './text-set.ts';

export type WithholdRules = {
  readonly units?: readonly string[];
  readonly noteTemplates?: readonly string[];
  readonly keywords?: readonly string[];
  readonly secrecyLevels?: readonly string[];
  readonly unsharedContacts?: boolean;
};

/** Who decides: the EHR, or these rules. */
export type ReleaseRules = 'ehr' | { readonly withhold: WithholdRules };

type Loss = { readonly path: string };

/** One rule: whether it withholds a record, and the elements whose loss makes it unable to tell. */
type Rule = {
  readonly withholds: (facts: Facts, record: unknown) => boolean;
  readonly needs: RegExp;
};

const anyIn = (listed: TextSet, texts: Iterable<string | undefined>) => {
  for (const text of texts) if (listed.has(text)) return true;
  return false;
};

const unitPath =
  /(^|\/)(CareUnit|CreationUnit|(Contact)?(Performing|Responsible|AccessZone)Unit)(\/UnitID(\/\w+)?)?$/;

/** Where a list of bookings has their units' HSA-ids. */
const bookingUnitPath = /(^|\/)PerformingUnit(\/HSAId)?$/;

/** The rules that a region has. Texts are compared as D33 says. */
const rulesOf = (withhold: WithholdRules): Rule[] => {
  const units = textSet(withhold.units);
  const templates = textSet(withhold.noteTemplates);
  const keywords = textSet(withhold.keywords);
  const levels = textSet(withhold.secrecyLevels);
  const rules: (Rule | undefined)[] = [
    units.size === 0 ? undefined : { withholds: facts => anyIn(units, facts.units), needs: unitPath },
    templates.size === 0
      ? undefined
      : {
          withholds: facts => templates.has(facts.noteTemplate),
          needs: /(^|\/)Note(\/NoteTemplateName)?$/,
        },
    keywords.size === 0
      ? undefined
      : {
          withholds: facts => anyIn(keywords, facts.keywords?.() ?? []),
          needs: /(^|\/)(Note|Records|Record|Keyword)$/,
        },
    levels.size === 0
      ? undefined
      : {
          withholds: (_facts, record) => anyIn(levels, secrecyLevels(record)),
          needs: /(^|\/)(Note|Records|Record|Contact|HCMContact|Actions|Action|\w*SecrecyLevels?)$/,
        },
    withhold.unsharedContacts !== true
      ? undefined
      : {
          withholds: facts => facts.shared === false,
          needs: /(^|\/)Contact(\/ContactShareInfo)?$/,
        },
  ];
  return rules.filter(rule => rule !== undefined);
};

export type ReleaseFilter = {
  /**
   * Whether a record is withheld: a rule matches, or something that a rule looks at was sent and could not be read, so
   * that nobody can tell.
   */
  withholds(facts: Facts, record: unknown, losses: readonly Loss[]): boolean;
  /**
   * Whether a booking at this unit (its HSA-id) is withheld. What a list lacks is not known by booking: where the unit
   * of one was sent and could not be read, that of none can be told.
   */
  withholdsUnit(hsaId: string | undefined, losses: readonly Loss[]): boolean;
};

export const releaseFilter = (rules: ReleaseRules): ReleaseFilter => {
  if (rules === 'ehr') return { withholds: () => false, withholdsUnit: () => false };
  const active = rulesOf(rules.withhold);
  const units = textSet(rules.withhold.units);
  return {
    withholds: (facts, record, losses) =>
      active.some(rule => rule.withholds(facts, record) || losses.some(({ path }) => rule.needs.test(path))),
    withholdsUnit: (hsaId, losses) =>
      units.has(hsaId) || (units.size > 0 && losses.some(({ path }) => bookingUnitPath.test(path))),
  };
};
