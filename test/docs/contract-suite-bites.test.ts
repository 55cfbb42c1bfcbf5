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
const selected = mistakes
  .flatMap(({ kind, caughtBy }, at) =>
    [caughtBy, undisturbed].map(title => `damaged answers: ${folder(at)}.*\\b${kind}\\b.*${title}`),
  )
  .join('|');

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
    // The mistakes share nothing but code that is loaded once.
    '--no-isolate',
    `--testNamePattern=${selected}`,
    '--reporter=json',
    '--outputFile=report.json',
  );
  report = JSON.parse(copy.read('report.json')) as Report;
}, 600_000);
afterAll(() => copy.remove());

test('an adapter without a mistake passes it, with as many damages as this run tries', async () => {
  const { ok, printed } = await copy.binWith(process.env.TEST_AMOUNT === 'all' ? { EHR_DAMAGES: 'all' } : {})(
    'vitest/vitest.mjs',
    'run',
    `test/adapters/ehr/${rightFolder}`,
    '--testNamePattern=attentionSignals',
  );
  expect(ok, printed).toBe(true);
}, 600_000);

describe('the contract suite fails if', () => {
  test.each(mistakes.map((mistake, at) => ({ ...mistake, at })))('$name', ({ at, caughtBy }) => {
    const results = report.testResults.filter(({ name }) => name.includes(folder(at)));
    const failed = results.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
    );
    const passed = results.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed'),
    );
    expect(
      failed.some(title => title.includes(caughtBy)),
      failed.join('\n'),
    ).toBe(true);
    // The rest of the adapter still works.
    expect(passed).not.toEqual([]);
  });
});
