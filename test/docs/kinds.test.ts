// The pages and files that list the operations or the kinds of record list all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { regionNames } from '../../sandbox/command-line/region-names.ts';
import { extractLists, meetingList } from '../../sandbox/extracts/lists.ts';
import { regions } from '../../sandbox/regions.ts';
import { fhir } from '../../src/adapters/ehr/fhir/index.ts';
import { tableFiles, tableKinds } from '../../src/adapters/ehr/table/format/kinds.ts';
import { ProfileSystem } from '../../src/config/region/profile.ts';
import { sourceKinds, sourceOf } from '../../src/domain/records/index.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { operationIn, operationsOffered } from '../support/offered-operations.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

/** A page from a heading to the next one of its level. */
const section = (page: string, heading: string): string => {
  const [, text = ''] = read(page).split(`\n${heading}\n`);
  return text.split(`\n${heading.replace(/[^#].*/, '')} `)[0] ?? '';
};

const words = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

/** Operation numbers in a text: `3`, or `4, 5`. */
const numbersIn = (text: string) => text.split(', ').map(Number);

describe('docs/contract.md', () => {
  const page = read('docs/contract.md');

  test('has a row for each operation', () => {
    const listed = [
      ...page.matchAll(/^\| (\d+) \| ([A-Z]+) \| `([^`?]+)[^`]*` \| ([^|]+) \| ([\d, ]+) \|$/gm),
    ].map(([, number, method, path, title, statuses = '']) => ({
      number: Number(number),
      method,
      path,
      title,
      documented: numbersIn(statuses),
    }));
    expect(listed).toEqual(
      operations.map(({ number, method, path, title, documented }) => ({
        number,
        method,
        path,
        title,
        documented,
      })),
    );
  });

  test('has the scope of each operation that reads', () => {
    const listed = [...page.matchAll(/^\| ([\d, ]+) \| `(user\/[\w-]+)` \|$/gm)].flatMap(
      ([, numbers = '', scope]) => numbersIn(numbers).map(number => ({ number, scope })),
    );
    const reads = operations.filter(({ method }) => method === 'GET');
    expect(listed).toEqual(reads.map(({ number, scope }) => ({ number, scope })));
  });
});

test.each(Object.entries({ ...extractLists, videoMeetings: meetingList }))(
  'docs/extracts.md says where the EHR has %s',
  (_, { path, root, element }) => {
    expect(read('docs/extracts.md')).toMatch(
      new RegExp(
        `^\\| [^|]+ \\| \`GET \\{ehr\\}${path}\\?patient=P[^|]*\` \\| \`${root}\` \\| \`${element}\` \\|$`,
        'm',
      ),
    );
  },
);

test('docs/fhir.md says which resources each offered kind needs', () => {
  const listed = [...section('docs/fhir.md', '## What a kind needs').matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(
    ([, kinds = '']) => words(kinds),
  );
  const offered = fhir.offers({}, '').kinds;
  expect(listed.toSorted()).toEqual(offered.toSorted());
});

test('docs/region-profile.md lists the kinds that a system serves, and those that it filters by interval', () => {
  const [kinds = ''] = section('docs/region-profile.md', '## Sources').split('.');
  expect(words(kinds).toSorted()).toEqual(sourceKinds.toSorted());
  const [, filtered = ''] = /^\| `intervalAtEhr` \|([^.|]*)\./m.exec(read('docs/region-profile.md')) ?? [];
  expect(`any of ${words(filtered).join(', ')}`).toBe(
    (ProfileSystem.properties.intervalAtEhr as { readonly description?: string }).description,
  );
});

test('the pages of tables list each kind', () => {
  const page = read('docs/region-tables.md');
  for (const file of Object.values(tableFiles)) expect(page).toContain(file);
  const [, kinds = ''] = /The kinds are ([^.]*)\./.exec(read('docs/region-without-code.md')) ?? [];
  expect(words(kinds).toSorted()).toEqual(tableKinds.toSorted());
});

test('Nordvik, the example of a region without code, has a table for each kind that its scenarios do not show as not offered', () => {
  const offered = operationsOffered('table').flatMap(row =>
    row.method === 'GET' ? [sourceOf(row.kind)] : [],
  );
  for (const format of ['nordvik', 'nordvik-xml']) {
    const { kinds } = JSON.parse(read(`sandbox/table/${format}/system.json`));
    expect(Object.keys(kinds).toSorted()).toEqual([...new Set(offered)].toSorted());
  }
});

test.each(regionNames)('the sandbox shows each operation in its region %s', name => {
  const shown = regions[name].scenarios.map(operationIn);
  for (const { number } of operations) expect(shown).toContain(number);
});

test('nginx answers its own errors in the shape of each operation', () => {
  const [, names = ''] = /\/patients\/\(([a-z|]+)\)\n +'\{"error"/.exec(read('deploy/nginx.conf')) ?? [];
  const paths = operations.filter(({ shape }) => shape === 'error').map(({ path }) => path);
  expect(names.split('|').map(name => `/patients/${name}/`)).toEqual(paths);
});
