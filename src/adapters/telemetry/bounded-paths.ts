// Element paths as a label. They are those of our own trees, told by adapters; whatever an adapter tells, there is an end
// to how many time series come of it.

/** Paths that are told apart; the trees of all kinds have fewer than a thousand. */
const most = 1000;
/** Characters of a path: element names with slashes between them. */
const written = /^[A-Za-z_$][\w$.-]*(\/[A-Za-z_$][\w$.-]*)*$/;
const longest = 256;

/** Path → label: itself, `""` for a whole record, `other` for what is no path or one too many. */
export const boundedPaths = (): ((path: string | undefined) => string) => {
  const known = new Set<string>();
  return (path = '') => {
    if (path === '' || known.has(path)) return path;
    if (known.size >= most || path.length > longest || !written.test(path)) return 'other';
    known.add(path);
    return path;
  };
};
