// The contract suite finds dangerous mistakes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mistake, mistakes } from './contract-suite-mistakes.ts';
import { copyWithGuide, type GuideCopy, guideFiles } from './guide-copy.ts';

const adapter = ['index.ts', 'fields.ts'].map(name => `src/adapters/ehr/example/${name}`);
/** The files of its contract suite. */
const suite = ['damage-harness.ts', 'contract.test.ts'].map(name => `test/adapters/ehr/example/${name}`);

/** Words in the title of a test that no mistake disturbs. */
const undisturbed = '(?:the right answers are published|without a connection)';

/** The files of the guide with a mistake in them. */
const mistaken = ({ edits }: Mistake): ReadonlyMap<string, string> => {
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

const folder = (at: number) => `mistake-${at}-`;

/** Selects the test that finds each mistake, and one that does not: all the others would take minutes. */
const selected = mistakes
  .flatMap(({ kind, caughtBy }, at) =>
    [caughtBy, undisturbed].map(title => `damaged answers: ${folder(at)}.*\\b${kind}\\b.*${title}`),
  )
  .join('|');

beforeAll(async () => {
  copy = copyWithGuide();
  for (const [at, mistake] of mistakes.entries())
    for (const [file, content] of mistaken(mistake))
      copy.put(
        file.replace('example', folder(at)),
        content.replaceAll('ehr/example/', `ehr/${folder(at)}/`).replaceAll('the invented EHR', folder(at)),
      );
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
