// npm run release: makes what a region installs. Two runs from the same commit give the same bytes.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readArguments } from './arguments.ts';
import { print, Refusal, runProcess, UsageError } from './command.ts';
import { writeSchemas } from './region/schemas.ts';
import { stableSbom } from './release/sbom.ts';
import { basesOf, pinned, readDigests, sectionOf, tagText } from './release/texts.ts';

const usage = `npm run release -- VERSION --out FOLDER --digest IMAGE=sha256:…
npm run release -- VERSION --dry

Makes a release of the commit that is checked out, in a new folder:

  patient-data-access-service-VERSION.tar.gz   the source, and the JSON Schemas of tables
  sbom.cdx.json                                its components (CycloneDX)
  Containerfile                                with its base images pinned by digest
  changelog.md                                 the section of this version
  tag.txt                                      for git tag --sign --file tag.txt vVERSION
  SHA256SUMS                                   of the files above

package.json must have this version, CHANGELOG.md its section with a day, and the working tree no changes.

  --digest   the digest of each base image of deploy/Containerfile, from a registry that you trust
  --dry      makes everything in memory and writes nothing: the changelog needs no day, and the bases no digests`;

const run = (command: string, argv: readonly string[]): Buffer => {
  try {
    return execFileSync(command, argv, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch {
    throw new Refusal(`"${[command, ...argv].join(' ')}" failed.`);
  }
};
const outputOf = (command: string, argv: readonly string[]) => run(command, argv).toString('utf8').trim();

/** A file as it is in the commit. */
const committed = (file: string) => run('git', ['show', `HEAD:${file}`]).toString('utf8');

type Files = Readonly<Record<string, string | Buffer>>;

const sumsOf = (files: Files): string =>
  Object.entries(files)
    .map(([name, content]) => `${hash('sha256', content, 'hex')}  ${name}\n`)
    .join('');

const versionIn = (file: string) => (JSON.parse(committed(file)) as { version: string }).version;

/** Throws a refusal if the commit is not one of this version, or if its files were changed since. */
const checkCommit = (version: string, isDry: boolean) => {
  for (const file of ['package.json', 'package-lock.json'])
    if (versionIn(file) !== version) throw new Refusal(`${file} has the version ${versionIn(file)}.`);
  if (!isDry && outputOf('git', ['status', '--porcelain']) !== '')
    throw new Refusal('The working tree has changes: commit or remove them.');
};

/** The commit, and a folder of JSON Schemas for those who write tables. */
const archiveOf = (folder: string): Buffer => {
  const made = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const added = writeSchemas(made).map(path => `--add-file=${path}`);
    const prefixes = [`--prefix=${folder}/schemas/`, ...added, `--prefix=${folder}/`];
    return run('git', ['archive', '--format=tar', ...prefixes, 'HEAD']);
  } finally {
    rmSync(made, { recursive: true });
  }
};

/** @param digests undefined leaves the container file out. */
const filesOf = (version: string, digests: ReadonlyMap<string, string> | undefined): Files => {
  const { name } = JSON.parse(committed('package.json')) as { name: string };
  const section = sectionOf(committed('CHANGELOG.md'), version);
  if (digests !== undefined && section.day === undefined)
    throw new Refusal(`CHANGELOG.md: the heading of ${version} has no day (YYYY-MM-DD).`);
  // Before npm and git make the rest.
  const containerfile = digests && pinned(committed('deploy/Containerfile'), digests);
  const folder = `${name}-${version}`;
  const archive = `${folder}.tar.gz`;
  const source = gzipSync(archiveOf(folder), { level: 9 });
  const components = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    '--package-lock-only',
    '--workspaces=false',
  ];
  const time = new Date(outputOf('git', ['log', '-1', '--format=%cI'])).toISOString();
  const sum = hash('sha256', source, 'hex');
  return {
    [archive]: source,
    'sbom.cdx.json': stableSbom(run('npm', components).toString('utf8'), { name, time }),
    ...(containerfile === undefined ? {} : { Containerfile: containerfile }),
    'changelog.md': section.text,
    'tag.txt': tagText(version, { section, archive, sum }),
  };
};

await runProcess({
  usage,
  run: argv => {
    const { values, positionals } = readArguments({
      args: [...argv],
      options: {
        out: { type: 'string' },
        digest: { type: 'string', multiple: true },
        dry: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [version = ''] = positionals;
    if (positionals.length !== 1 || !/^\d+\.\d+\.\d+$/.test(version))
      throw new UsageError('Which version? MAJOR.MINOR.PATCH, such as 1.0.0.');
    const { out, dry: isDry = false } = values;
    if (isDry === (out !== undefined)) throw new UsageError('--out FOLDER or --dry: one of them.');
    checkCommit(version, isDry);
    const files = filesOf(version, isDry ? undefined : readDigests(values.digest ?? []));
    const sums = sumsOf(files);
    print(sums.trimEnd());
    if (out === undefined) {
      const bases = basesOf(readFileSync('deploy/Containerfile', 'utf8'));
      print(`Nothing was written. The release needs the digests of ${bases.join(' and ')}.`);
      return 0;
    }
    try {
      mkdirSync(out);
    } catch {
      throw new Refusal(`${out} cannot be created: it must be a new folder in one that exists.`);
    }
    for (const [name, content] of Object.entries({ ...files, SHA256SUMS: sums }))
      writeFileSync(join(out, name), content);
    return 0;
  },
});
