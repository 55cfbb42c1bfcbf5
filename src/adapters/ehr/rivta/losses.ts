// Losses that an access rule must hear of: under the names that the rules know (D26, D27), and those that leave open whose
// a record is (D17).
import type { Loss } from '../../../ports/ehr.ts';

/** Element path below the document → published path of what is made of it. */
export type RuledPaths = readonly (readonly [wire: string, published: string])[];

/** Whether the loss of one element takes another along. */
const takes = (lost: string, wire: string) => lost === wire || wire.startsWith(`${lost}/`);

/**
 * The same losses; where one hides what a rule looks at, under its published name, so that the rule holds. What is unmapped
 * was read, and hides nothing.
 */
export const underPublishedNames = (
  losses: readonly Loss[],
  element: string,
  ruled: RuledPaths,
): readonly Loss[] =>
  losses.length === 0
    ? losses
    : losses.map(loss => {
        if (loss.reason === 'unmapped') return loss;
        const [, published] = ruled.find(([wire]) => takes(loss.path, `${element}/${wire}`)) ?? [];
        return published === undefined ? loss : { ...loss, path: published };
      });

/**
 * Whether losses leave open whose a record is: the element at the path, one around it or one in it stands there several
 * times, or could not be read.
 */
export const hidesPatient = (losses: readonly Loss[], path: string): boolean =>
  losses.some(({ path: lost }) => takes(lost, path) || takes(path, lost));
