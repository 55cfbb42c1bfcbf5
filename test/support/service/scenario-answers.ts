// Every scenario of a sandbox, pasted and answered once, for the tests of a region.
import { paste, type Sandbox } from './sandbox.ts';

type Answer = Awaited<ReturnType<typeof paste>>;

/** The value of `x-left-out`; undefined if nothing was left out. */
export const leftOut = ({ head }: { head: string }) => /^x-left-out: (.*)$/im.exec(head)?.[1];

/** The value of `x-error`; undefined in an answer without an error. */
export const errorWord = ({ head }: { head: string }) => /^x-error: (.*)$/im.exec(head)?.[1];

/** What each answer says of itself, to compare with the scenarios. */
export const outcomesOf = (answers: ReadonlyMap<string, Answer>) =>
  [...answers].map(([shows, answer]) => ({ shows, status: answer.status, error: errorWord(answer) }));

/** What the scenarios say that their answers are. */
export const documentedOutcomes = (
  scenarios: readonly { readonly shows: string; readonly status: number; readonly error?: string }[],
) => scenarios.map(({ shows, status, error }) => ({ shows, status, error }));

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

/** Runs the printed command of every scenario, in order. Returns scenario title → answer. */
export const scenarioAnswers = async (sandbox: Sandbox): Promise<ReadonlyMap<string, Answer>> => {
  const answers = new Map<string, Answer>();
  for (const { shows, curl } of sandbox.scenarios) answers.set(shows, await paste(sandbox, curl));
  return answers;
};

/** The answer of the scenario whose title starts with a text. @throws Error if there is none. */
export const answerOf = (answers: ReadonlyMap<string, Answer>, begin: string): Answer => {
  const answer = [...answers].find(([shows]) => shows.startsWith(begin))?.[1];
  if (answer === undefined) throw new Error(`no scenario begins with ${begin}`);
  return answer;
};
