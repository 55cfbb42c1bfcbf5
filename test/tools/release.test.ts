// npm run release, in a repository of its own with the files of this one that a release is made of.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { describeWith, findProgram } from '../support/programs.ts';
import { unhurried } from '../support/until.ts';
import { spawnTool } from './spawn-tool.ts';

vi.setConfig(unhurried);

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const archive = `patient-data-access-service-${version}.tar.gz`;
const bases = ['node:24-slim', 'debian:stable-slim'];
const digestOf = (image: string) => `sha256:${hash('sha256', image, 'hex')}`;
/** What `dpkg-query` lists in an image, in no order. */
const listed = 'tar 1.34+dfsg-1.2 amd64\nbase-files 12.4+deb12u12 amd64\nlibc6 2.36-9+deb12u13 amd64\n';
const ofBases = [
  ...bases.flatMap(image => ['--digest', `${image}=${digestOf(image)}`]),
  '--packages',
  '../packages.txt',
];

describe('npm run release', () => {
  let folder: string;
  const git = (cwd: string, ...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...argv], {
      cwd: join(folder, cwd),
      stdio: 'pipe',
    });
  const run = (cwd: string, ...argv: string[]) =>
    spawnTool('release', argv, {
      cwd: join(folder, cwd),
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-test-'));
    mkdirSync(join(folder, 'repository/deploy'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'deploy/Containerfile'])
      cpSync(join(root, name), join(folder, 'repository', name));
    for (const name of ['deploy/kubernetes', 'docs/guide.md'])
      cpSync(join(root, name), join(folder, 'repository', name), { recursive: true });
    writeFileSync(join(folder, 'packages.txt'), listed);
    // The commit of a release has its day already: these tests must pass on it, too.
    const changelog = join(folder, 'repository/CHANGELOG.md');
    const undated = readFileSync(changelog, 'utf8').replace(/^## (\S+) \(.+\)$/m, '## $1 (not yet released)');
    writeFileSync(changelog, undated);
    git('repository', 'init', '--quiet');
    git('repository', 'add', '.');
    git('repository', 'commit', '--quiet', '--message', 'All');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('dry, with the files of this repository: a release could be made', async () => {
    const { status, out, err } = await run('repository', version, '--dry');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain(archive);
    expect(out).toContain(`needs the digests of ${bases.join(' and ')}`);
  });

  describe('prepare', () => {
    beforeAll(() => git('.', 'clone', '--quiet', 'repository', 'prepared'));
    const read = (name: string) => readFileSync(join(folder, 'prepared', name), 'utf8');

    test('gives every file the version and the changelog the day: a release can be made of the commit', async () => {
      const ran = await run('prepared', 'prepare', '9.0.0', '--day', '2026-12-01');
      expect(ran).toMatchObject({ status: 0, err: '' });
      const tags = [...ran.out.matchAll(/^ {2}(deploy\/.*)$/gm)].map(([, name = '']) => name);
      expect(tags.length).toBeGreaterThan(3);
      for (const name of tags) expect(read(name)).toContain('9.0.0');
      const everywhere = execFileSync('git', ['grep', '-l', '-E', 'patient-data-access:[0-9]', 'deploy'], {
        cwd: join(folder, 'repository'),
      });
      for (const name of everywhere.toString().trim().split('\n')) expect(tags).toContain(name);
      expect(JSON.parse(read('package.json')).version).toBe('9.0.0');
      const lock = JSON.parse(read('package-lock.json'));
      expect([lock.version, lock.packages[''].version]).toEqual(['9.0.0', '9.0.0']);
      expect(read('CHANGELOG.md')).toContain('\n## 9.0.0 (2026-12-01)\n');
      expect(read('docs/guide.md')).toContain('\n| 9.0.0 |');
      // The lock file differs in its two versions, and in nothing else.
      const changed = execFileSync('git', ['diff', '--numstat', 'package-lock.json'], {
        cwd: join(folder, 'prepared'),
      });
      expect(changed.toString()).toBe('2\t2\tpackage-lock.json\n');

      git('prepared', 'commit', '--quiet', '--all', '--message', 'Release');
      expect((await run('prepared', '9.0.0', '--out', '../of-9', ...ofBases)).status).toBe(0);
      expect(readFileSync(join(folder, 'of-9/tag.txt'), 'utf8')).toMatch(
        /^Patient Data Access Service 9\.0\.0\n/,
      );
    });

    test('the second release and a hotfix work by docs/releasing.md: the tags of the image follow', async () => {
      git('.', 'clone', '--quiet', 'prepared', 'second');
      const of = (name: string) => join(folder, 'second', name);
      const begin = (next: string) => {
        for (const name of ['package.json', 'package-lock.json'])
          writeFileSync(
            of(name),
            readFileSync(of(name), 'utf8').replaceAll('"version": "9.0.0"', `"version": "${next}"`),
          );
        const changelog = readFileSync(of('CHANGELOG.md'), 'utf8');
        writeFileSync(
          of('CHANGELOG.md'),
          changelog.replace('\n## 9.0.0', `\n## ${next} (not yet released)\n\n- A fix.\n\n## 9.0.0`),
        );
        git('second', 'commit', '--quiet', '--all', '--message', `Begin ${next}`);
      };
      for (const next of ['9.1.0', '9.0.1']) {
        // A hotfix begins at the release, not at what has been begun since.
        git('second', 'checkout', '--quiet', '-B', `of-${next}`, 'origin/HEAD');
        begin(next);
        expect(await run('second', 'prepare', next)).toMatchObject({ status: 0, err: '' });
        const tags = execFileSync(
          'git',
          ['grep', '-h', '-o', '-E', 'patient-data-access:[0-9.]+', '--', 'deploy'],
          {
            cwd: join(folder, 'second'),
          },
        );
        expect(new Set(tags.toString().trim().split('\n'))).toEqual(new Set([`patient-data-access:${next}`]));
        git('second', 'commit', '--quiet', '--all', '--message', `Release ${next}`);
        expect((await run('second', next, '--out', `../of-${next}`, ...ofBases)).status).toBe(0);
      }
    });

    test('is refused for a version that has its day, and changes nothing', async () => {
      const before = read('package.json');
      const { status, err } = await run('prepared', 'prepare', '9.1.0');
      expect(status).toBe(1);
      expect(err).toContain(
        'CHANGELOG.md: expected "## 9.0.0 (not yet released)" once; it is there 0 times.',
      );
      expect(read('package.json')).toBe(before);
    });

    test.each([
      [['prepare'], /Which version/],
      [['prepare', '9.1'], /Which version/],
      [['prepare', '9.1.0', '--day', '2026-02-30'], /a day that exists/],
    ])('%j is a wrong usage', async (argv, words) => {
      const { status, err } = await run('prepared', ...argv);
      expect(status).toBe(2);
      expect(err).toMatch(words);
    });
  });

  describe('of a commit with a day in the changelog', () => {
    beforeAll(() => {
      const file = join(folder, 'repository/CHANGELOG.md');
      const dated = readFileSync(file, 'utf8').replace(/^## (\S+) \(.+\)$/m, '## $1 (2026-12-01)');
      writeFileSync(file, dated);
      git('repository', 'commit', '--quiet', '--all', '--message', 'Release');
      git('.', 'clone', '--quiet', 'repository', 'other');
    });

    test('two runs give the same bytes, in folders of different names', async () => {
      for (const cwd of ['repository', 'other'])
        expect(await run(cwd, version, '--out', `../of-${cwd}`, ...ofBases)).toMatchObject({
          status: 0,
          err: expect.stringMatching(/^SHA256SUMS is not signed/),
        });
      const read = (from: string) =>
        Object.fromEntries(
          readdirSync(join(folder, from)).map(name => [name, readFileSync(join(folder, from, name))]),
        );
      const files = read('of-repository');
      expect(read('of-other')).toEqual(files);
      expect(Object.keys(files).toSorted()).toEqual(
        [
          ...[archive, 'Containerfile', 'SHA256SUMS', 'changelog.md', 'sbom.cdx.json', 'tag.txt'],
          ...['notices.txt', 'vex.cdx.json'],
        ].toSorted(),
      );
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
        cwd: join(folder, 'of-repository'),
      });
      const textOf = (name: string) => files[name]?.toString('utf8') ?? '';
      expect(textOf('Containerfile').match(/^FROM .*$/gm)).toEqual([
        `FROM node:24-slim@${digestOf('node:24-slim')} AS build`,
        `FROM debian:stable-slim@${digestOf('debian:stable-slim')}`,
      ]);
      expect(textOf('notices.txt')).toMatch(/^fastify \d+\.\d+\.\d+: MIT$/m);
      expect(textOf('notices.txt')).not.toMatch(/^vitest /m);
      // Nobody asked for advisories: that is not the same as that there are none.
      const vex = JSON.parse(textOf('vex.cdx.json'));
      expect(vex.metadata.properties).toEqual([{ name: 'assessment', value: 'not assessed' }]);
      expect(vex).not.toHaveProperty('vulnerabilities');
      expect(textOf('tag.txt')).toContain(hash('sha256', files[archive] ?? '', 'hex'));
      const { metadata, components } = JSON.parse(textOf('sbom.cdx.json'));
      expect(metadata.component).toMatchObject({
        name: 'patient-data-access-service',
        type: 'application',
        version,
      });
      const names = components.map(({ name }: { name: string }) => name);
      expect(components.at(-1)).toMatchObject({
        type: 'container',
        name: 'debian:stable-slim',
        version: digestOf('debian:stable-slim'),
        components: [
          {
            type: 'library',
            name: 'base-files',
            version: '12.4+deb12u12',
            purl: 'pkg:deb/debian/base-files@12.4%2Bdeb12u12?arch=amd64',
          },
          { name: 'libc6', version: '2.36-9+deb12u13' },
          { name: 'tar', version: '1.34+dfsg-1.2' },
        ],
      });
      expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici']));
      expect(names).not.toContain('vitest');
      const archived = execFileSync('tar', ['-tzf', archive], {
        cwd: join(folder, 'of-repository'),
      }).toString();
      for (const name of ['package-lock.json', 'schemas/contacts.schema.json'])
        expect(archived.split('\n')).toContain(`patient-data-access-service-${version}/${name}`);
    });

    test('known vulnerabilities are listed where the advisories were asked for', async () => {
      const via = {
        name: 'pg',
        url: 'https://github.com/advisories/GHSA-1111-2222-3333',
        title: 'A made-up flaw',
        severity: 'moderate',
        range: '<9.0.0',
      };
      const audit = {
        auditReportVersion: 2,
        vulnerabilities: { pg: { via: [via] }, other: { via: ['pg', via] } },
      };
      writeFileSync(join(folder, 'advisories.json'), JSON.stringify(audit));
      const asked = [version, '--out', '../assessed', ...ofBases, '--advisories', '../advisories.json'];
      expect((await run('other', ...asked)).status).toBe(0);
      const vex = JSON.parse(readFileSync(join(folder, 'assessed/vex.cdx.json'), 'utf8'));
      expect(vex.metadata.properties[0].value).toBe('assessed against the advisories of npm');
      expect(vex.vulnerabilities).toMatchObject([
        {
          id: 'GHSA-1111-2222-3333',
          ratings: [{ severity: 'medium' }],
          analysis: { state: 'in_triage' },
          affects: [{ ref: 'pkg:npm/pg' }],
        },
      ]);
    });

    test.each<[string, string[], number, RegExp]>([
      [
        'advisories of another form',
        [version, '--out', '../x', ...ofBases, '--advisories', '../packages.txt'],
        1,
        /--advisories: expected what "npm audit --omit=dev --json" prints/,
      ],
      [
        'no digest',
        [version, '--out', '../x'],
        1,
        /The digest of node:24-slim and debian:stable-slim is not known/,
      ],
      [
        'a digest that is none',
        [version, '--out', '../x', '--digest', 'node:24-slim=latest'],
        1,
        /64 hexadecimal/,
      ],
      [
        'a digest of an image that is not used',
        [version, '--out', '../x', ...ofBases, '--digest', `alpine=${digestOf('alpine')}`],
        1,
        /does not begin with alpine/,
      ],
      [
        'no packages of the image',
        [version, '--out', '../x', ...ofBases.slice(0, -2)],
        1,
        /packages of the image are not known.*dpkg-query/s,
      ],
      [
        'a list of packages of another form',
        [version, '--out', '../x', ...ofBases.slice(0, -1), 'package.json'],
        1,
        /--packages: line 1 must be a name, a version and an architecture/,
      ],
      ['another version than that of package.json', ['9.9.9', '--dry'], 1, /package\.json has the version/],
      ['no version', ['--dry'], 2, /Which version/],
    ])('%s is refused, and nothing is written', async (_, argv, status, words) => {
      const ran = await run('repository', ...argv);
      expect(ran.status).toBe(status);
      expect(ran.err).toMatch(words);
      expect(readdirSync(folder)).not.toContain('x');
    });

    test('without minisign, a release that is to be signed is refused, and the files are there', async () => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      for (const name of ['git', 'npm', 'node', 'sh', 'tar', 'gzip']) {
        const path = findProgram(name);
        if (path !== undefined) symlinkSync(path, join(bin, name));
      }
      const { status, err } = await spawnTool(
        'release',
        [version, '--out', '../unsigned', ...ofBases, '--sign', 'key'],
        {
          cwd: join(folder, 'repository'),
          env: { PATH: bin, HOME: folder },
        },
      );
      expect(status).toBe(1);
      expect(err).toContain('SHA256SUMS was not signed: minisign is not installed.');
      expect(readdirSync(join(folder, 'unsigned'))).toContain('SHA256SUMS');
    });

    describeWith('minisign', 'signed', minisign => {
      test('the checksums are verified with the public key, and not once they are changed', async () => {
        execFileSync(
          minisign,
          ['-G', '-W', '-p', join(folder, 'release.pub'), '-s', join(folder, 'release.key')],
          {
            stdio: 'pipe',
          },
        );
        const ran = await run(
          'repository',
          version,
          '--out',
          '../signed',
          ...ofBases,
          '--sign',
          '../release.key',
        );
        expect(ran).toMatchObject({ status: 0, err: '' });
        const verify = () =>
          execFileSync(minisign, ['-V', '-p', '../release.pub', '-m', 'SHA256SUMS'], {
            cwd: join(folder, 'signed'),
            stdio: 'pipe',
          }).toString();
        expect(verify()).toContain(`Trusted comment: patient-data-access-service ${version}`);
        writeFileSync(join(folder, 'signed/SHA256SUMS'), ' ', { flag: 'a' });
        expect(verify).toThrow();
      });
    });

    test('a changed working tree, and a changelog without a day, are refused', async () => {
      writeFileSync(join(folder, 'other/package.json'), ' ', { flag: 'a' });
      const changed = await run('other', version, '--out', '../x', ...ofBases);
      expect(changed).toMatchObject({
        status: 1,
        err: expect.stringMatching(/The working tree has changes/),
      });
      git('other', 'checkout', '--quiet', 'HEAD~1', '--', '.');
      git('other', 'commit', '--quiet', '--message', 'Back');
      const undated = await run('other', version, '--out', '../x', ...ofBases);
      expect(undated).toMatchObject({ status: 1, err: expect.stringMatching(/has no day/) });
    });
  });
});
