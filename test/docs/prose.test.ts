// Every command, setting, file and link named in the documents exists, and their tables match the code.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingSpecs } from '../../src/config/settings/specs.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { decisions } from '../../src/http/request/decisions.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const documents = [...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })].sort();
const readme = read('README.md');

/** Rows of the first table after a marker; cells are trimmed and stripped of backticks. */
const tableAfter = (text: string, mark: string): string[][] => {
  const after = text.slice(text.indexOf(mark) + mark.length).trimStart();
  const lines = after.split('\n');
  const end = lines.findIndex(line => !line.startsWith('|'));
  return lines.slice(2, end === -1 ? undefined : end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.replaceAll(/`|<a id="\w+"><\/a>/g, '').trim()),
  );
};

const modules = globSync('{src,test,tools,sandbox}/**/*.ts', {
  cwd: root,
  exclude: path => path.includes('node_modules'),
});

test('reads a plausible number of documents', () => {
  expect(documents.length).toBeGreaterThan(8);
});

test('the table of operations equals the rows', () => {
  const rows = operations.map(({ number, method, path, version, title, scope }) => [
    String(number),
    method,
    `${path}${version === undefined ? '' : '?api-version=v2'}`,
    title,
    scope,
  ]);
  expect(tableAfter(readme, '<!-- operations -->')).toEqual(rows);
});

test('the table of settings equals the schema', () => {
  const specs = Object.entries(settingSpecs).map(([name, spec]) => [
    name,
    'required' in spec ? 'required' : 'fallback' in spec ? spec.fallback : '',
  ]);
  const rows = tableAfter(read('docs/configuration.md'), '<!-- settings -->').map(([name, , fallback]) => [
    name,
    fallback,
  ]);
  expect(rows).toEqual(specs);
});

test('every decision is in the document of decisions', () => {
  const rows = tableAfter(
    read('docs/decisions.md'),
    '(`x-decisions`). The wording for clients is in `src/http/request/decisions.ts`; the reasons are here.',
  );
  expect(rows.map(([number]) => number)).toEqual(Object.keys(decisions));
});

/** Decisions that are named outside code and headings and are no links: `D8` is `[D8](decisions.md#d8)`. */
const unlinkedDecisions = (text: string): string[] =>
  text
    .replaceAll(/^```[\s\S]*?^```|`[^`]*`|\[[^\]]*\]\([^)]*\)|<a id="\w+"><\/a>D\d+|^#.*$/gm, '')
    .match(/\bD\d{1,2}[a-f]?\b/g) ?? [];

test('a decision that is no link is found', () => {
  expect(unlinkedDecisions('As [D8](decisions.md#d8), `D9`\n## D10\nand D11.')).toEqual(['D11']);
});

describe.each(documents)('%s', name => {
  const text = read(name);
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;

  test('names existing commands', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, script = '']) => script);
    expect(named.filter(script => scripts[script] === undefined)).toEqual([]);
  });

  test('links to existing files', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    // The guide's links to the API description begin with a placeholder.
    const local = links.filter(link => !/^[a-z]+:|^\{basePath\}/.test(link));
    expect(local.filter(link => !existsSync(join(root, dirname(name), link)))).toEqual([]);
  });

  test('links to existing headings', () => {
    const anchors = [...text.matchAll(/\]\(([^)\s]*)#([^)\s]+)\)/g)];
    const missing = anchors.filter(([, file = '', anchor]) => {
      if (/^[a-z]+:/.test(file)) return false;
      const target = file === '' ? text : read(join(dirname(name), file));
      const slugs = [...target.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
      const ids = [...target.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
      return ![...slugs, ...ids].includes(anchor ?? '');
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  test('links the decisions that it names', () => {
    // The log of changes is also read outside the repository.
    if (name === 'CHANGELOG.md') return;
    expect(unlinkedDecisions(text)).toEqual([]);
  });

  test('names existing files', () => {
    const named = [...text.matchAll(/`((?:src|test|docs|deploy|examples|sandbox|bench|tools)\/[^\s`]*)`/g)];
    const missing = named.map(([, path = '']) => path).filter(path => !existsSync(join(root, path)));
    // The files named "example" are created by the walk-through.
    expect(missing.filter(path => !/example/.test(path))).toEqual([]);
  });

  // A sentence that names a folder goes on with names of files in it.
  test('names existing modules', () => {
    const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path);
    const missing = named.filter(path => !modules.some(module => `/${module}`.endsWith(`/${path}`)));
    // The reader makes those that the document has.
    const made = [...text.matchAll(/^```\w+ file=(\S+)$/gm)].map(([, path = '']) => path);
    expect(missing.filter(path => !made.includes(path) && !/\/example\//.test(path))).toEqual([]);
  });

  test('names existing settings', () => {
    // Pages of formats have words of the EHR in the same spelling.
    if (/contract|extracts|records/.test(name)) return;
    const words = [...text.matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)`/g)].map(([, word = '']) => word);
    const others = new Set([
      'NOTHING_SKIPS',
      'TEST_AMOUNT',
      'TEST_FILES',
      'ROUND_TRIP_CASES',
      'PREFIX_STEP',
      'ATTACK_RUNS',
      'KILL_ROUNDS',
      'NODE_COMPILE_CACHE',
      'NODE_EXTRA_CA_CERTS',
      // A misspelt setting, as an example.
      'RATE_LIMT',
    ]);
    const unknown = words.filter(word => !(word in settingSpecs) && !others.has(word));
    expect(unknown).toEqual([]);
  });
});
