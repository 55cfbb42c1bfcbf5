// npm run release -- prepare: gives the working tree a version and the changelog its day. Whoever releases looks at it and commits it.
import { readFileSync, writeFileSync } from 'node:fs';
import { Refusal } from '../command.ts';

/** What is prepared. @property day `YYYY-MM-DD`. */
export type Preparation = { readonly from: string; readonly version: string; readonly day: string };

/** Replaces a text that occurs once. Throws a refusal if it does not. */
const replaceOnce = (file: string, text: string, [old, fresh]: readonly [string, string]): string => {
  const count = text.split(old).length - 1;
  if (count === 1) return text.replace(old, () => fresh);
  throw new Refusal(`${file}: expected "${old.trim()}" once; it is there ${count} times.`);
};

type Lock = {
  version: string;
  readonly packages: Readonly<Record<string, { version: string } | undefined>>;
};

/** npm writes both files as JSON with two spaces. */
const asNpmWrites = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const lockOf = (text: string, { version }: Preparation): string => {
  const lock = JSON.parse(text) as Lock;
  const own = lock.packages[''];
  if (own === undefined) throw new Refusal('package-lock.json: it has no package of its own.');
  lock.version = version;
  own.version = version;
  return asNpmWrites(lock);
};

/** File → its text for the version. */
const edits: Readonly<Record<string, (text: string, preparation: Preparation) => string>> = {
  'package.json': (text, { from, version }) =>
    replaceOnce('package.json', text, [`"version": "${from}"`, `"version": "${version}"`]),
  'package-lock.json': lockOf,
  'CHANGELOG.md': (text, { from, version, day }) =>
    replaceOnce('CHANGELOG.md', text, [`## ${from} (not yet released)\n`, `## ${version} (${day})\n`]),
  // The table of what each version changes for apps: not every version has a row.
  'docs/guide.md': (text, { from, version }) => text.replace(`\n| ${from} |`, () => `\n| ${version} |`),
};

/** The tags of the service's image: those of the release before, whatever version the working tree has had since. */
const taggedImage = (text: string, { version }: Preparation): string =>
  text.replaceAll(/(patient-data-access:|newTag: )\d+\.\d+\.\d+/g, `$1${version}`);

/**
 * Changes the files of the working tree. Throws a refusal, and changes none, if one of them is not as expected.
 * @param manifests files with tags of the image.
 * @returns the files that were changed.
 */
export const prepare = (preparation: Preparation, manifests: readonly string[]): string[] => {
  const all = [...Object.entries(edits), ...manifests.map(file => [file, taggedImage] as const)].map(
    ([file, edit]) => {
      const text = readFileSync(file, 'utf8');
      return { file, text, edited: edit(text, preparation) };
    },
  );
  const changed = all.filter(({ text, edited }) => text !== edited);
  for (const { file, edited } of changed) writeFileSync(file, edited);
  return changed.map(({ file }) => file);
};
