// npm run release: makes what a region installs. Two runs from the same commit give the same bytes.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseIntervalEnd } from '../src/domain/model/interval.ts';
import { readArguments } from './arguments.ts';
import { print, Refusal, refusalBecause, runProcess, UsageError, warn } from './command.ts';
import { noticesOf } from './release/notices.ts';
import { prepare } from './release/prepare.ts';
import { type ImagePackages, stableSbom } from './release/sbom.ts';
import { basesOf, pinned, readDigests, sectionOf, tagText } from './release/texts.ts';
import { vexOf } from './release/vex.ts';

const usage = `npm run release -- prepare VERSION [--day YYYY-MM-DD]
npm run release -- VERSION --out FOLDER --digest IMAGE=sha256:… --packages FILE [--sign KEY]
npm run release -- VERSION --dry

prepare gives the working tree the version, and its section of the changelog the day (today, if none is given). Look at the changes and
commit them. docs/releasing.md has every step.

The second form makes a release of the commit that is checked out, in a new folder:

  patient-data-access-service-VERSION.tar.gz   the source, and the JSON Schemas of tables
  sbom.cdx.json                                the program, its packages and those of the image (CycloneDX)
  notices.txt                                  the packages of others that the program needs, with their licences
  vex.cdx.json                                 known vulnerabilities of its packages (CycloneDX), or that they were not assessed
  Containerfile                                with its base images pinned by digest
  changelog.md                                 the section of this version
  tag.txt                                      for git tag --sign --file tag.txt vVERSION
  SHA256SUMS                                   of the files above
  SHA256SUMS.minisig                           its signature, with --sign

package.json must have this version, CHANGELOG.md its section with a day, and the working tree no changes.

  --digest    the digest of each base image of deploy/Containerfile, from a registry that you trust
  --packages  what "dpkg-query -W -f '\${Package} \${Version} \${Architecture}\\n'" prints in the last of them: the packages of the image
  --advisories  what "npm audit --omit=dev --json" prints, where the registry has advisories; without it, vex.cdx.json says "not assessed"
  --sign      a secret key of minisign, with which it signs SHA256SUMS; it asks for the password
  --dry       makes everything in memory and writes nothing: the changelog needs no day, and the bases no digests and packages`;

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

type PackageFile = { readonly name: string; readonly version: string };
const versionIn = (file: string) => (JSON.parse(committed(file)) as PackageFile).version;
const nameIn = (file: string) => (JSON.parse(committed(file)) as PackageFile).name;

const isManifest = (file: string) => file.endsWith('.yaml');

/** The day on this machine: `2026-12-01`. */
const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');

const requireCleanTree = () => {
  if (outputOf('git', ['status', '--porcelain']) !== '')
    throw new Refusal('The working tree has changes: commit or remove them.');
};

/** Throws a refusal if the commit is not one of this version, or if its files were changed since. */
const checkCommit = (version: string, isDry: boolean) => {
  for (const file of ['package.json', 'package-lock.json'])
    if (versionIn(file) !== version) throw new Refusal(`${file} has the version ${versionIn(file)}.`);
  if (!isDry) requireCleanTree();
};

/** The commit, and a folder of JSON Schemas for those who write tables. */
const archiveOf = async (folder: string): Promise<Buffer> => {
  // Loading the schemas takes longer than all the rest, and a refusal needs none.
  const { writeSchemas } = await import('./region/schemas.ts');
  const made = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const added = writeSchemas(made).map(path => `--add-file=${path}`);
    const prefixes = [`--prefix=${folder}/schemas/`, ...added, `--prefix=${folder}/`];
    return run('git', ['archive', '--format=tar', ...prefixes, 'HEAD']);
  } finally {
    rmSync(made, { recursive: true });
  }
};

/** The packages of the image. Throws a refusal that says how to list them. */
const readPackages = (path: string | undefined, image: string): string => {
  if (path === undefined) {
    throw new Refusal(
      [
        'The packages of the image are not known. List them, and give the file with --packages:',
        `  docker run --rm ${image}@sha256:… dpkg-query -W -f '\${Package} \${Version} \${Architecture}\\n' > packages.txt`,
      ].join('\n'),
    );
  }
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refusalBecause(`--packages: ${path} cannot be read`, error);
  }
};

const readAdvisories = (path: string | undefined): string | undefined => {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch (error) {
    throw refusalBecause(`--advisories: ${path} cannot be read`, error);
  }
};

/** What is known of the base images. */
type Bases = {
  readonly digests: ReadonlyMap<string, string>;
  /** The file with the packages of the last one. */
  readonly packages: string | undefined;
};

/** The image that the program runs in is the last one that the container file begins with. */
const imageOf = ({ digests, packages }: Bases): ImagePackages => {
  const image = basesOf(committed('deploy/Containerfile')).at(-1) ?? '';
  return { image, digest: digests.get(image) ?? '', listed: readPackages(packages, image) };
};

/** @param bases undefined leaves the container file out, and the packages of the image. */
const filesOf = async (
  version: string,
  bases: Bases | undefined,
  advisories: string | undefined,
): Promise<Files> => {
  const name = nameIn('package.json');
  const section = sectionOf(committed('CHANGELOG.md'), version);
  if (bases !== undefined && section.day === undefined)
    throw new Refusal(`CHANGELOG.md: the heading of ${version} has no day (YYYY-MM-DD).`);
  // Before npm and git make the rest.
  const time = new Date(outputOf('git', ['log', '-1', '--format=%cI'])).toISOString();
  const vex = vexOf(advisories, { name, version, time });
  const containerfile = bases && pinned(committed('deploy/Containerfile'), bases.digests);
  const packages = bases && imageOf(bases);
  const folder = `${name}-${version}`;
  const archive = `${folder}.tar.gz`;
  const source = gzipSync(await archiveOf(folder), { level: 9 });
  const components = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
    '--workspaces=false',
  ];
  const sum = hash('sha256', source, 'hex');
  return {
    [archive]: source,
    'sbom.cdx.json': stableSbom(run('npm', components).toString('utf8'), { name, time, packages }),
    'notices.txt': noticesOf(committed('package-lock.json')),
    'vex.cdx.json': vex,
    ...(containerfile === undefined ? {} : { Containerfile: containerfile }),
    'changelog.md': section.text,
    'tag.txt': tagText(version, { section, archive, sum }),
  };
};

/** Signs the checksums. minisign itself asks for the password of the key. Throws a refusal if it cannot. */
const sign = (folder: string, { key, comment }: { key: string; comment: string }): void => {
  const argv = ['-S', '-s', key, '-m', join(folder, 'SHA256SUMS'), '-t', comment];
  try {
    execFileSync('minisign', argv, { stdio: ['inherit', 'ignore', 'inherit'] });
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'minisign is not installed' : 'minisign failed';
    throw new Refusal(`SHA256SUMS was not signed: ${reason}. The other files are in ${folder}.`);
  }
};

const isVersion = (text: string) => /^\d+\.\d+\.\d+$/.test(text);

/** Prepares the working tree, and says what follows. */
const runPrepare = (version: string, day: string): number => {
  requireCleanTree();
  const manifests = outputOf('git', ['ls-files', 'deploy/kubernetes']).split('\n').filter(isManifest);
  const changed = prepare({ from: versionIn('package.json'), version, day }, manifests);
  for (const file of changed) print(`  ${file}`);
  print(`These files are of version ${version} now. Look at the changes, and commit them.`);
  return 0;
};

await runProcess({
  usage,
  run: async argv => {
    const { values, positionals } = readArguments(argv, {
      options: {
        out: { type: 'string' },
        digest: { type: 'string', multiple: true },
        packages: { type: 'string' },
        advisories: { type: 'string' },
        sign: { type: 'string' },
        day: { type: 'string' },
        dry: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const isPreparing = positionals[0] === 'prepare';
    const [version = '', ...more] = isPreparing ? positionals.slice(1) : positionals;
    if (more.length > 0 || !isVersion(version))
      throw new UsageError('Which version? MAJOR.MINOR.PATCH, such as 1.0.0.');
    const { out, dry: isDry = false, sign: key, day = localDay(new Date()) } = values;
    if (isPreparing) {
      if (parseIntervalEnd(`${day}T00:00:00`) === undefined)
        throw new UsageError('--day: a day that exists, such as 2026-12-01.');
      return runPrepare(version, day);
    }
    if (isDry === (out !== undefined)) throw new UsageError('--out FOLDER or --dry: one of them.');
    checkCommit(version, isDry);
    const bases = isDry
      ? undefined
      : { digests: readDigests(values.digest ?? []), packages: values.packages };
    const files = await filesOf(version, bases, readAdvisories(values.advisories));
    const sums = sumsOf(files);
    print(sums.trimEnd());
    if (out === undefined) {
      const images = basesOf(readFileSync('deploy/Containerfile', 'utf8'));
      print(
        `Nothing was written. The release needs the digests of ${images.join(' and ')}, and the packages of the last.`,
      );
      return 0;
    }
    try {
      mkdirSync(out);
    } catch {
      throw new Refusal(`${out} cannot be created: it must be a new folder in one that exists.`);
    }
    for (const [name, content] of Object.entries({ ...files, SHA256SUMS: sums }))
      writeFileSync(join(out, name), content);
    if (key === undefined)
      warn(
        'SHA256SUMS is not signed: sign it with minisign (--sign KEY), so that a region can tell who made it.',
      );
    else sign(out, { key, comment: `${nameIn('package.json')} ${version}` });
    return 0;
  },
});
