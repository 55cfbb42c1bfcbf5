// All that a record lacks of its resource.
import type { Loss } from '../../../../domain/model/loss.ts';
import type { AnyElement } from '../elements/element.ts';
import { unmappedLosses } from '../elements/unread.ts';
import type { Resource } from '../json/resource.ts';
import { placelessLabels } from '../search/labels.ts';

/**
 * What was counted while the record was read, its labels, and what nothing has read. Call it when the record is complete.
 * @param options.judged as in `unmappedLosses`.
 * @param options.hasLevels whether the record has a place for secrecy levels.
 */
export const recordLosses = (
  root: AnyElement,
  options: { readonly judged?: readonly string[] | undefined; readonly hasLevels?: boolean | undefined } = {},
): Loss[] => [
  ...root.tally.losses,
  ...(options.hasLevels === true ? [] : placelessLabels(root.node as Resource)),
  ...unmappedLosses(root, options.judged),
];
