// Whether a page has a record of an earlier one: then the server ignores the parameter that asks for the next page, or the list has changed
// in between, so that others may be missing (D29, nothing is left out in silence).
import type { Json } from '../../../../domain/model/json.ts';
import { contentDigest } from '../../../../domain/model/repeated.ts';
import { unusable } from './answers.ts';

/** Remembers the records of a list, page by page. */
export const earlierPages = () => {
  const earlier = new Set<string>();
  let own: string[] = [];
  const note = (key: string): undefined => {
    if (earlier.size > 0 && earlier.has(key)) throw unusable('a record of an earlier page');
    own.push(key);
  };
  return {
    /** Called before the records of each page. */
    onPage: (): void => {
      for (const key of own) earlier.add(key);
      own = [];
    },
    /**
     * Throws `ehr-unusable` for a record that an earlier page had: one with its id, or an equal one where it has none.
     * @param id undefined for a record without an id, or whose id is not known because it is not the patient's.
     */
    check: (id: string | undefined, sent: Json): Promise<void> | undefined =>
      id === undefined ? contentDigest([sent]).then(digest => note(`content ${digest}`)) : note(`id ${id}`),
  };
};
