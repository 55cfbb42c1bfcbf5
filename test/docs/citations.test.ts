// What comments cite is in the repository: every page, every heading of a page, every decision.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const files = globSync('{src,sandbox,tools,bench,test,examples}/**/*.{ts,js}', {
  cwd: root,
  exclude: path => /node_modules|generated|citations\.test/.test(path),
});

const commentsIn = (code: string): string =>
  [...code.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:'"`])\/\/ (.*)/g)]
    .map(([, block = '', line = '']) => `${block.replaceAll(/\n\s*\*/g, ' ')}${line}`)
    .join('\n')
    .replaceAll(/\s+/g, ' ');

const pagePath = (page: string): string | undefined =>
  [`docs/${page}`, page].find(path => existsSync(join(root, path)));

const headingsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

const decided = new Set(
  [...read('docs/decisions.md').matchAll(/^\| <a id="d\d+"><\/a>(D\d+) \|/gm)].map(([, number]) => number),
);

type Citation =
  | { readonly page: string; readonly heading: string | undefined }
  | { readonly decision: string };

const citationsIn = (code: string): Citation[] => {
  const comments = commentsIn(code);
  return [
    ...[...comments.matchAll(/\b([a-zA-Z][\w-]*\.md)\b(?:, "([^"]+)")?/g)].map(([, page = '', heading]) => ({
      page,
      heading,
    })),
    ...[...comments.matchAll(/\b(D\d{1,2})[a-f]?\b/g)].map(([, decision = '']) => ({ decision })),
  ];
};

const exists = (citation: Citation): boolean => {
  if ('decision' in citation) return decided.has(citation.decision);
  const path = pagePath(citation.page);
  if (path === undefined) return false;
  return citation.heading === undefined || headingsOf(path).includes(citation.heading);
};

const citations = files.flatMap(file => citationsIn(read(file)).map(citation => ({ file, citation })));

test('reads a plausible number of citations', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(citations.filter(({ citation }) => 'page' in citation).length).toBeGreaterThan(30);
  expect(citations.filter(({ citation }) => 'decision' in citation).length).toBeGreaterThan(200);
});

test('every cited page, heading and decision exists', () => {
  expect(citations.filter(({ citation }) => !exists(citation))).toEqual([]);
});

test.each([
  '// As in nothing.md.',
  '/** As in extracts.md, "No heading". */',
  '// Nobody decided this (D99).',
  '/**\n * Two lines (extracts.md,\n * "No heading").\n */',
])('finds %j', code => {
  expect(citationsIn(code).map(exists)).toEqual([false]);
});
