// The sandbox as a region, each scenario pasted and answered once, for the tests of a file.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegionName } from '../../../sandbox/command-line/region-names.ts';
import type { Person } from '../../../sandbox/patients/parts.ts';
import { people } from '../../../sandbox/patients/patients.ts';
import { regions } from '../../../sandbox/regions.ts';
import { paste, type Sandbox, serviceLogOf, startSandbox } from './sandbox.ts';

export type Answer = Awaited<ReturnType<typeof paste>>;

/** The value of `x-left-out`; undefined if nothing was left out. */
export const leftOut = ({ head }: { head: string }) => /^x-left-out: (.*)$/im.exec(head)?.[1];

/** The value of `x-error`; undefined in an answer without an error. */
export const errorWord = ({ head }: { head: string }) => /^x-error: (.*)$/im.exec(head)?.[1];

type NoteOf = { readonly JournalNoteEHRExtract: readonly { readonly Note: { readonly NoteId: Id } }[] };
type Id = { readonly extension: string };

/** The numbers that the journal notes of an answer have in the EHR: the last part of their ids. */
export const noteNumbers = (body: unknown): string[] =>
  (body as readonly NoteOf[]).map(
    ({ JournalNoteEHRExtract: [extract] }) =>
      extract?.Note.NoteId.extension.split(/[:/]/).at(-1) ?? 'without an id',
  );

/** Notes of the first week of 2019, and the one without a time. */
export const slicedNotes = ['71704', '71705', '72000'];

export type RegionRun = {
  readonly sandbox: Sandbox;
  /** Scenario title → its answer, in order. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** The answer of the scenario whose title starts with a text. @throws Error if there is none. */
  scenario(begin: string): Answer;
  /** Runs the command of such a scenario once more. */
  again(begin: string): Promise<Answer>;
};

const beginning = <T>(all: Iterable<readonly [shows: string, T]>, begin: string): T => {
  const [, found] = [...all].find(([shows]) => shows.startsWith(begin)) ?? [];
  if (found === undefined) throw new Error(`no scenario begins with ${begin}`);
  return found;
};

const startRegion = async (region: RegionName): Promise<RegionRun> => {
  // The first region needs no word.
  const sandbox = await startSandbox(region === 'extracts' ? [] : ['--region', region]);
  const answers = new Map<string, Answer>();
  for (const { shows, curl } of sandbox.scenarios) answers.set(shows, await paste(sandbox, curl));
  const curls = sandbox.scenarios.map(({ shows, curl }) => [shows, curl] as const);
  return {
    sandbox,
    answers,
    scenario: begin => beginning(answers, begin),
    again: begin => paste(sandbox, beginning(curls, begin)),
  };
};

type Runs<R extends readonly RegionName[]> = { [I in keyof R]: RegionRun };

/**
 * Starts sandboxes before the tests of a file, and ends them after. Adds the tests that every region passes.
 * @param known people whom the region knows beside those of all regions.
 * @returns the runs, for use within tests.
 */
export const regionRuns = <const R extends readonly RegionName[]>(
  names: R,
  known: readonly Person[] = [],
): Runs<R> => {
  const started = new Map<RegionName, RegionRun>();
  beforeAll(async () => {
    const start = async (name: RegionName) => started.set(name, await startRegion(name));
    await Promise.all(names.map(start));
  }, 180_000);
  afterAll(() => {
    for (const { sandbox } of started.values()) sandbox.close();
  });
  const run = (name: RegionName): RegionRun => {
    const found = started.get(name);
    if (found === undefined) throw new Error(`the region ${name} has not been started`);
    return found;
  };

  test.each(names)('%s prints a command for each scenario, and each gives the documented answer', name => {
    const documented = regions[name].scenarios.map(({ shows, status, error }) => ({ shows, status, error }));
    const given = [...run(name).answers].map(([shows, answer]) => ({
      shows,
      status: answer.status,
      error: errorWord(answer),
    }));
    expect(given).toEqual(documented);
  });

  test.each(names)('%s keeps personal data, tokens and the key out of the service log', async name => {
    const { sandbox } = run(name);
    const log = await serviceLogOf(sandbox, regions[name].scenarios.length);
    for (const { number, given, family } of [...Object.values(people), ...known])
      for (const secret of [number, `${number.slice(0, 8)}-${number.slice(8)}`, given, family])
        expect(log).not.toContain(secret);
    expect(log).not.toContain(sandbox.key);
    expect(log).not.toContain('eyJ');
  });

  return names.map(name => ({
    get sandbox() {
      return run(name).sandbox;
    },
    get answers() {
      return run(name).answers;
    },
    scenario: (begin: string) => run(name).scenario(begin),
    again: (begin: string) => run(name).again(begin),
  })) as Runs<R>;
};
