// The API description as a linter of another project sees it. (Redocly's runs in test/docs/openapi.test.ts.)
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { forThisFile } from '../../support/for-this-file.ts';
import { startSandbox } from '../../support/service/sandbox.ts';

const run = promisify(execFile);
const sandbox = await forThisFile(startSandbox());

type Description = { readonly info: { readonly contact: object }; readonly paths: object };

type Finding = { readonly code: string; readonly path: readonly string[] };

/** What Spectral's rules for OpenAPI report, warnings too. */
const lint = async (document: object): Promise<Finding[]> => {
  const [file, rules] = ['openapi.json', 'rules.yaml'].map(name => join(sandbox.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(file, JSON.stringify(document));
  writeFileSync(rules, 'extends: ["spectral:oas"]\n');
  const words = [
    'spectral',
    'lint',
    '--ruleset',
    rules,
    '--format',
    'json',
    '--quiet',
    '--fail-severity',
    'error',
    file,
  ];
  // Its status is 1 if it finds an error.
  const { stdout }: { stdout: string } = await run('npx', words, {
    cwd: import.meta.dirname,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(failed => failed);
  return JSON.parse(stdout);
};

test.each(['openapi.json', 'openapi-v2.json'])(
  '%s: nothing but the final slashes, which are the contract’s',
  async name => {
    const document = (await (await fetch(`${sandbox.service}/${name}`)).json()) as Description;
    const found = await lint(document);
    const slashes = Object.keys(document.paths).filter(path => path.endsWith('/'));
    expect(slashes.length).toBeGreaterThan(6);
    expect(found.map(({ code, path }) => [code, path[1]])).toEqual(
      slashes.map(path => ['path-keys-no-trailing-slash', path]),
    );

    const { contact: _, ...info } = document.info;
    const planted = await lint({ ...document, info, externalDocs: { url: 'not a URL' } });
    expect(planted.map(({ code }) => code)).toEqual(expect.arrayContaining(['info-contact', 'oas3-schema']));
  },
  120_000,
);
