import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * The rows for `test.each` in the YAML file beside a test, by the name of their group. They are written by hand.
 * @param test the `import.meta.url` of `NAME.test.ts`, whose rows are in `NAME.yaml`.
 */
export const casesIn = (test: string) => {
  const file = new URL(test.replace(/\.test\.ts$/, '.yaml'));
  const groups = parse(readFileSync(file, 'utf8'), { merge: true }) as Readonly<
    Record<string, readonly unknown[]>
  >;
  return <Row>(group: string): readonly Row[] => {
    const rows = groups[group];
    if (rows === undefined || rows.length === 0) throw new Error(`no cases of ${group} in ${file.pathname}`);
    return rows as readonly Row[];
  };
};
