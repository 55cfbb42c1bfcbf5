// Resources that many records refer to, such as units and professionals, are translated once per request.
import { type Element, withTally } from '../elements/element.ts';
import { addTally, newTally, type Tally } from '../elements/tally.ts';
import type { JsonObject } from '../json/json.ts';

/**
 * Wraps a translation of resources. What a resource lacks is counted for every record that uses it. The result must not
 * contain elements of the resource: what is read from them later would be counted for no record, or for all.
 */
export const readOnce = <R, T>(read: (root: Element<R>) => T): ((root: Element<R>) => T) => {
  const results = new Map<JsonObject, { readonly value: T; readonly tally: Tally }>();
  return root => {
    let result = results.get(root.node);
    if (result === undefined) {
      const tally = newTally(root.tally.meter);
      result = { value: read(withTally(root, tally)), tally };
      results.set(root.node, result);
    }
    addTally(root.tally, result.tally);
    return result.value;
  };
};
