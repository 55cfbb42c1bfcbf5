// Losses that matter to access rules: those in elements that the rules look at (D26, D27), and those that hide which patient
// a record belongs to (D17).
import type { Loss } from '../../../ports/ehr.ts';

/** Element path below the document → the published path that access rules look at. */
export type RulePaths = readonly (readonly [wire: string, published: string])[];

/** Whether the loss of one element includes another. */
const coversPath = (lost: string, wire: string) => lost === wire || wire.startsWith(`${lost}/`);

/**
 * Renames losses of elements that a rule looks at to their published paths, so that the rule applies. An unmapped value
 * was readable, and hides nothing.
 */
export const lossesUnderRulePaths = (
  losses: readonly Loss[],
  element: string,
  rulePaths: RulePaths,
): readonly Loss[] =>
  losses.length === 0
    ? losses
    : losses.map(loss => {
        if (loss.reason === 'unmapped') return loss;
        const [, published] = rulePaths.find(([wire]) => coversPath(loss.path, `${element}/${wire}`)) ?? [];
        return published === undefined ? loss : { ...loss, path: published };
      });

/**
 * Whether losses hide the patient of a record: the element at the path, or one around or inside it, is repeated or
 * unreadable.
 */
export const hidesPatient = (losses: readonly Loss[], path: string): boolean =>
  losses.some(({ path: lost }) => coversPath(lost, path) || coversPath(path, lost));
