// npm run release, in a repository of its own with the files of this one that a release is made of.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { unhurried } from '../support/service/process.ts';
import { spawnTool } from './run.ts';

vi.setConfig(unhurried);

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const archive = `patient-data-access-service-${version}.tar.gz`;
const bases = ['node:24-slim', 'debian:stable-slim'];
const digestOf = (image: string) => `sha256:${hash('sha256', image, 'hex')}`;
const digests = bases.flatMap(image => ['--digest', `${image}=${digestOf(image)}`]);

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
        expect(await run(cwd, version, '--out', `../of-${cwd}`, ...digests)).toMatchObject({
          status: 0,
          err: '',
        });
      const read = (from: string) =>
        Object.fromEntries(
          readdirSync(join(folder, from)).map(name => [name, readFileSync(join(folder, from, name))]),
        );
      const files = read('of-repository');
      expect(read('of-other')).toEqual(files);
      expect(Object.keys(files).toSorted()).toEqual(
        [archive, 'Containerfile', 'SHA256SUMS', 'changelog.md', 'sbom.cdx.json', 'tag.txt'].toSorted(),
      );
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
        cwd: join(folder, 'of-repository'),
      });
      const textOf = (name: string) => files[name]?.toString('utf8') ?? '';
      expect(textOf('Containerfile').match(/^FROM .*$/gm)).toEqual([
        `FROM node:24-slim@${digestOf('node:24-slim')} AS build`,
        `FROM debian:stable-slim@${digestOf('debian:stable-slim')}`,
      ]);
      expect(textOf('tag.txt')).toContain(hash('sha256', files[archive] ?? '', 'hex'));
      const { metadata, components } = JSON.parse(textOf('sbom.cdx.json'));
      expect(metadata.component).toMatchObject({ name: 'patient-data-access-service', version });
      const names = components.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici']));
      expect(names).not.toContain('vitest');
      const listed = execFileSync('tar', ['-tzf', archive], {
        cwd: join(folder, 'of-repository'),
      }).toString();
      for (const name of ['package-lock.json', 'schemas/contacts.schema.json'])
        expect(listed.split('\n')).toContain(`patient-data-access-service-${version}/${name}`);
    });

    test.each<[string, string[], number, RegExp]>([
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
        [version, '--out', '../x', ...digests, '--digest', `alpine=${digestOf('alpine')}`],
        1,
        /does not begin with alpine/,
      ],
      ['another version than that of package.json', ['9.9.9', '--dry'], 1, /package\.json has the version/],
      ['no version', ['--dry'], 2, /Which version/],
    ])('%s is refused, and nothing is written', async (_, argv, status, words) => {
      const ran = await run('repository', ...argv);
      expect(ran.status).toBe(status);
      expect(ran.err).toMatch(words);
      expect(readdirSync(folder)).not.toContain('x');
    });

    test('a changed working tree, and a changelog without a day, are refused', async () => {
      writeFileSync(join(folder, 'other/package.json'), ' ', { flag: 'a' });
      const changed = await run('other', version, '--out', '../x', ...digests);
      expect(changed).toMatchObject({
        status: 1,
        err: expect.stringMatching(/The working tree has changes/),
      });
      git('other', 'checkout', '--quiet', 'HEAD~1', '--', '.');
      git('other', 'commit', '--quiet', '--message', 'Back');
      const undated = await run('other', version, '--out', '../x', ...digests);
      expect(undated).toMatchObject({ status: 1, err: expect.stringMatching(/has no day/) });
    });
  });
});
