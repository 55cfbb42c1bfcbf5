// The notices of a release: every package of others that it needs at run time, with its version and licence, from the lock file.

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
};

/** @param lock the text of package-lock.json. */
export const noticesOf = (lock: string): string => {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> };
  const lines = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => /^node_modules\//.test(path) && !dev && !devOptional)
    .map(([path, { version = '', license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      return `${name} ${version}: ${license ?? 'no licence in its package.json'}`;
    });
  return `${[...new Set(lines)].toSorted().join('\n')}\n`;
};
