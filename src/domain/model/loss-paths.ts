// Paths of losses, of names that an EHR gives. They become labels of metrics: there is a limit to how many there are.

/** Extends a path by a name. */
export type PathOf = (parent: string, name: string) => string;

export const pathTo: PathOf = (parent, name) => (parent === '' ? name : `${parent}/${name}`);

/** A name as people give one, in XML with its namespace and a mark: `icd10`, `@unit`, `v:status`. */
const nameForm = /^[@#]?(?:\*:)?[\p{L}_$][\p{L}\p{N}_$.:-]{0,63}$/u;
/** A number or an id has more. */
const maxDigits = 5;

/** The name of a member, or `…` if it may be data, which no log and no label of a metric may have: a number, an id or a text. */
export const shownName = (name: string): string =>
  nameForm.test(name) && (name.match(/\p{N}/gu)?.length ?? 0) <= maxDigits ? name : '…';

/** The most different names in the paths of one document: a document could have one for each value. */
const maxNames = 200;

/** Creates the paths of one document, of names as they may be shown. Beyond the limit, a name is `…`. */
export const boundedPaths = (): PathOf => {
  let names: Set<string> | undefined;
  return (parent, name) => {
    names ??= new Set();
    const shown = shownName(name);
    if (names.size < maxNames) names.add(shown);
    return pathTo(parent, names.has(shown) ? shown : '…');
  };
};
