// The contract suite finds dangerous mistakes: twelve of them, each made in the adapter of docs/adding-a-region.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyWithGuide, type GuideCopy, guideFiles } from './guide-copy.ts';

const adapter = 'src/adapters/ehr/example/index.ts';
/** The files of its contract suite. */
const suite = ['damage-harness.ts', 'contract.test.ts'].map(name => `test/adapters/ehr/example/${name}`);

type Mistake = {
  readonly name: string;
  /** What is written in place of what. */
  readonly edits: readonly (readonly [written: string, mistaken: string])[];
  /** The kind of record, or the write, whose tests find it. */
  readonly kind: string;
  /** Words in the title of a test that fails. */
  readonly caughtBy: string;
};

const values = 'a damaged value is counted';
/** Words in the title of a test that no mistake disturbs. */
const undisturbed = '(?:the right answers are published|without a connection)';

const mistakes: readonly Mistake[] = [
  {
    name: 'foreign records are accepted',
    edits: [
      ['warning.owner !== query.patient', 'false'],
      ['owner === undefined ? undefined : { PatientID: personId(owner) }', 'undefined'],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: "another person's whole answer is accepted",
    edits: [["if (found.patient !== patient) throw unusable('an answer about somebody else');", '']],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'hidden bookings are shown',
    edits: [['read.filter(({ record }) => record.isVisible)', 'read']],
    kind: 'appointments',
    caughtBy: values,
  },
  {
    name: 'hidden warnings are shown',
    edits: [['!warning.isVisible', 'false']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'an endless cursor is followed',
    edits: [['cursors.has(next) || cursors.size === mostPages', 'false']],
    kind: 'attentionSignals',
    caughtBy: 'pages without an end',
  },
  {
    name: 'an unknown word of protection reads as unprotected',
    edits: [
      [
        "fields.word('identity', { open: false, protected: true }, ['protection'])",
        "fields.text('identity', []) === 'protected'",
      ],
    ],
    kind: 'patients',
    caughtBy: values,
  },
  {
    name: 'values that cannot be read are not reported',
    edits: [['report: loss => void losses.push(loss)', 'report: () => undefined']],
    kind: 'attentionSignals',
    caughtBy: values,
  },
  {
    name: 'a 500 to a write is reported as certainly not sent',
    edits: [
      [
        "throw new Failure('outcome-unknown', {",
        "throw new Failure('ehr-unreachable', { reason: 'ehr-not-notified',",
      ],
    ],
    kind: 'arrive',
    caughtBy: 'the outcome is unknown',
  },
  {
    name: "a proxy's 404 reads as an unknown patient",
    edits: [
      [
        "answer.status === 404 && (await errorIn(answer, call)) === 'unknown patient'",
        'answer.status === 404',
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'what is no answer',
  },
  {
    name: 'a list under another name reads as none',
    edits: [
      ["if (unknown !== undefined) throw unusable('an unknown member');", ''],
      ['const list = answer[name];', 'const list = answer[name] ?? [];'],
    ],
    kind: 'attentionSignals',
    caughtBy: 'a list that is not one of records',
  },
  {
    name: 'an answer that is cut off reads as whole',
    edits: [
      [
        'const found = await objectIn(answer, call);',
        "const found = await objectIn(answer, call).catch(() => ({ patient, [members[0] ?? '']: [] }));",
      ],
    ],
    kind: 'attentionSignals',
    caughtBy: 'cut off',
  },
  {
    name: 'an unknown word of a status reads as a known one',
    edits: [
      ["fields.word('status', { active: true, ended: false }, [])", "fields.text('status', []) === 'active'"],
    ],
    kind: 'attentionSignals',
    caughtBy: values,
  },
];

/** The adapter with a mistake in it. */
const mistaken = ({ edits }: Mistake): string =>
  edits.reduce((source, [written, wrong]) => {
    if (source.split(written).length !== 2) throw new Error(`the guide does not have once: ${written}`);
    return source.replace(written, () => wrong);
  }, guideFiles.get(adapter) ?? '');

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
  for (const [at, mistake] of mistakes.entries()) {
    copy.put(adapter.replace('example', folder(at)), mistaken(mistake));
    for (const file of suite) {
      const content = guideFiles.get(file) ?? '';
      copy.put(
        file.replace('example', folder(at)),
        content.replace('ehr/example/', `ehr/${folder(at)}/`).replaceAll('the invented EHR', folder(at)),
      );
    }
  }
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
