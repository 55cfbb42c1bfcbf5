// Element paths as labels of a metric. Adapters report paths of known elements; whatever they report, the number of time
// series is limited.

/** Paths that get a label of their own. The records of all kinds have fewer. */
const maxPaths = 1000;
/** Element names, separated by slashes. */
const pathForm = /^[A-Za-z_$][\w$.-]*(\/[A-Za-z_$][\w$.-]*)*$/;
const maxPathLength = 256;

/** Path → label: the path itself, `""` for a whole record, `other` for an invalid path and beyond the limit. */
export const boundedPaths = (): ((path: string | undefined) => string) => {
  const known = new Set<string>();
  return (path = '') => {
    if (path === '' || known.has(path)) return path;
    if (known.size >= maxPaths || path.length > maxPathLength || !pathForm.test(path)) return 'other';
    known.add(path);
    return path;
  };
};
