// Losses of a document that matter beyond being counted: in elements that access rules look at (D26, D27), in those that say which
// patient a record belongs to (D17), and those that make other values misleading.
import type { Loss } from '../../../ports/ehr.ts';
import type { CountLoss } from '../translation/values.ts';

/** Element path below the document → the published path that access rules look at. */
export type RulePaths = readonly (readonly [wire: string, published: string])[];

/** Whether the loss of one element includes another. */
const coversPath = (lost: string, wire: string) => lost === wire || wire.startsWith(`${lost}/`);

/** Whether the element at one of the paths, below the document, or one around it, is among the losses. */
export const losesOneOf = (losses: readonly Loss[], element: string, paths: readonly string[]): boolean =>
  losses.some(({ path: lost }) => paths.some(path => coversPath(lost, `${element}/${path}`)));

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

/** Where a document says whose it is, and where it would be published. `hidesOwner` of the domain looks there (D17). */
export const ownerPaths = (element: string, published: string): RulePaths => [
  [element, published],
  [`${element}/id`, published],
  [`${element}/type`, published],
];

/** The losses of a document: those of reading it, and those that its translation adds. Paths are relative to the document. */
export type DocumentLosses = {
  readonly countLoss: CountLoss;
  /** Whether the element at the path, or one around it, is repeated or unreadable: its value is uncertain. */
  readonly isUncertain: (path: string) => boolean;
  /** Whether the element at the path, or one inside it, is repeated or unreadable: its other values may mislead. */
  readonly isDamaged: (path: string) => boolean;
};

/** The losses of a document, from those of reading it. */
export const documentLosses = (
  read: readonly Loss[],
  { element, countLoss }: { readonly element: string; readonly countLoss: CountLoss },
): DocumentLosses => {
  const lost = read.filter(({ reason }) => reason !== 'unmapped').map(({ path }) => path);
  return {
    countLoss,
    isUncertain: path => lost.some(one => coversPath(one, `${element}/${path}`)),
    isDamaged: path => lost.some(one => coversPath(`${element}/${path}`, one)),
  };
};
