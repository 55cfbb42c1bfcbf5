// The contract suite finds dangerous mistakes, which are in contract-suite-mistakes.yaml.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { copyWithGuide, type GuideCopy, guideFiles } from './guide-copy.ts';

type Mistake = {
  readonly name: string;
  /** What is written in place of what. */
  readonly edits: readonly (readonly [written: string, mistaken: string])[];
  /** The kind of record, or the write, whose tests find it. */
  readonly kind: string;
  /** Words in the title of a test that fails. */
  readonly caughtBy: string;
};
type Edits = Readonly<Record<string, string>>;
type Found = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Edits>>>>>>;

const file = new URL('contract-suite-mistakes.yaml', import.meta.url);
// Without types: what is written is code, and `false` is none of YAML's.
const found = parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as Found;
const mistakes = Object.entries(found).flatMap(([kind, tests]) =>
  Object.entries(tests).flatMap(([caughtBy, named]) =>
    Object.entries(named).map(
      ([name, edits]): Mistake => ({ name, edits: Object.entries(edits), kind, caughtBy }),
    ),
  ),
);

const adapter = ['index.ts', 'fields.ts'].map(name => `src/adapters/ehr/example/${name}`);
/** The files of its contract suite. */
const suite = ['damage-harness.ts', 'contract.test.ts'].map(name => `test/adapters/ehr/example/${name}`);

/** Words in the title of a test that no mistake disturbs. */
const undisturbed = '(?:the right answers are published|without a connection)';

/** The files of the guide with a mistake in them. */
const mistaken = ({ edits }: Pick<Mistake, 'edits'>): ReadonlyMap<string, string> => {
  const files = new Map([...adapter, ...suite].map(file => [file, guideFiles.get(file) ?? '']));
  for (const [written, wrong] of edits) {
    const holders = [...files].filter(([, source]) => source.includes(written));
    const [[file, source] = ['', '']] = holders;
    if (holders.length !== 1 || source.split(written).length !== 2)
      throw new Error(`the guide does not have once: ${written}`);
    files.set(
      file,
      source.replace(written, () => wrong),
    );
  }
  return files;
};

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
};

let copy: GuideCopy;
let report: Report;

/** An adapter without a mistake, whose EHR says on the last page of a list that nothing follows. */
const right: Pick<Mistake, 'edits'> = {
  edits: [['{ next: String(page + 1) } : {};', '{ next: String(page + 1) } : { next: null };']],
};
const rightFolder = 'no-mistake';

const folder = (at: number) => `mistake-${at}-`;

/** Selects the test that finds each mistake, and one that does not: all the others would take minutes. */
const selected = mistakes.flatMap(({ kind, caughtBy }, at) =>
  [caughtBy, undisturbed].map(title => `damaged answers: ${folder(at)}.*\\b${kind}\\b.*${title}`),
);
/** All tests of one kind of record, for the adapter without a mistake. */
const selectedOfRight = `${rightFolder}.*attentionSignals`;

const putInto = (name: string, mistake: Pick<Mistake, 'edits'>) => {
  for (const [file, content] of mistaken(mistake))
    copy.put(
      file.replace('example', name),
      content.replaceAll('ehr/example/', `ehr/${name}/`).replaceAll('the invented EHR', name),
    );
};

beforeAll(async () => {
  copy = copyWithGuide();
  for (const [at, mistake] of mistakes.entries()) putInto(folder(at), mistake);
  putInto(rightFolder, right);
  await copy.bin(
    'vitest/vitest.mjs',
    'run',
    'test/adapters/ehr/mistake-',
    `test/adapters/ehr/${rightFolder}`,
    // They share nothing but code, and loading that takes longer than all of them.
    '--no-isolate',
    '--maxWorkers=1',
    `--testNamePattern=${[...selected, selectedOfRight].join('|')}`,
    '--reporter=json',
    '--outputFile=report.json',
  );
  report = JSON.parse(copy.read('report.json')) as Report;
}, 600_000);
afterAll(() => copy.remove());

/** The titles of the tests in a folder that ended so. */
const titlesOf = (folder: string, ended: 'failed' | 'passed') =>
  report.testResults
    .filter(({ name }) => name.includes(folder))
    .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === ended))
    .map(({ title }) => title);

describe('an adapter without a mistake', () => {
  test('passes it', () => {
    expect(titlesOf(rightFolder, 'failed')).toEqual([]);
    expect(titlesOf(rightFolder, 'passed')).not.toEqual([]);
  });

  test.runIf(process.env.TEST_AMOUNT === 'all')(
    'passes it with all damages',
    async () => {
      const { ok, printed } = await copy.binWith({ EHR_DAMAGES: 'all' })(
        'vitest/vitest.mjs',
        'run',
        `test/adapters/ehr/${rightFolder}`,
        `--testNamePattern=${selectedOfRight}`,
      );
      expect(ok, printed).toBe(true);
    },
    600_000,
  );
});

describe('the contract suite fails if', () => {
  test.each(mistakes.map((mistake, at) => ({ ...mistake, at })))('$name', ({ at, caughtBy }) => {
    const failed = titlesOf(folder(at), 'failed');
    expect(
      failed.some(title => title.includes(caughtBy)),
      failed.join('\n'),
    ).toBe(true);
    // The rest of the adapter still works.
    expect(titlesOf(folder(at), 'passed')).not.toEqual([]);
  });
});
