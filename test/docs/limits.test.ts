// The page of limits has every limit of the code, with its value (D32).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** `const maxParts = 1000;`, and the members of `jsonLimits`. */
const declared = /\bconst (max[A-Z]\w*) = ([\d_]+(?: \* [\d_]+)*);|^ {2}(\w+): ([\d_]+),$/gm;

const numberIn = (written: string): number =>
  written.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);

test('docs/limits.md has the limits of the code', () => {
  const files = globSync(['src/adapters/ehr/**/*.ts', 'src/domain/**/*.ts', 'src/json/*.ts'], { cwd: root });
  const inCode = files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(declared)].flatMap(
      ([, name, value = '', member, ofMember = '']) => {
        if (name !== undefined) return [`${file.slice(4)} ${name} ${numberIn(value)}`];
        return file === 'src/json/strict-json.ts' ? [`${file.slice(4)} ${member} ${numberIn(ofMember)}`] : [];
      },
    ),
  );
  const page = readFileSync(join(root, 'docs/limits.md'), 'utf8');
  const onPage = [...page.matchAll(/^\| ([\d,]+) \| .* \| `(.*)` `(\w+)` \|$/gm)].map(
    ([, value = '', file, name]) => `${file} ${name} ${value.replaceAll(',', '')}`,
  );
  expect(inCode.length).toBeGreaterThan(60);
  expect(onPage.toSorted()).toEqual(inCode.toSorted());
});
