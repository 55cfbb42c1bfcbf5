// Element paths as a label. Adapters report paths of the known element trees; whatever they report, the number of time
// series is limited.

/** Paths that get a label of their own. The trees of all kinds have fewer. */
const most = 1000;
/** Characters of a path: element names with slashes between them. */
const written = /^[A-Za-z_$][\w$.-]*(\/[A-Za-z_$][\w$.-]*)*$/;
const longest = 256;

/** Path → label: the path itself, `""` for a whole record, `other` for an invalid path and beyond the limit. */
export const boundedPaths = (): ((path: string | undefined) => string) => {
  const known = new Set<string>();
  return (path = '') => {
    if (path === '' || known.has(path)) return path;
    if (known.size >= most || path.length > longest || !written.test(path)) return 'other';
    known.add(path);
    return path;
  };
};
