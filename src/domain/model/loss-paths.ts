// Paths of losses, of names that an EHR gives. They become labels of metrics: there is a limit to how many there are.

/** Extends a path by a name. */
export type PathOf = (parent: string, name: string) => string;

export const pathTo: PathOf = (parent, name) => (parent === '' ? name : `${parent}/${name}`);

/** The most different names in the paths of one document: a document could have one for each value. */
const maxNames = 200;

/** Creates the paths of one document. Beyond the limit, a name is `…`. */
export const boundedPaths = (): PathOf => {
  const names = new Set<string>();
  return (parent, name) => {
    if (names.size < maxNames) names.add(name);
    return pathTo(parent, names.has(name) ? name : '…');
  };
};
