// The sandbox as a region, each scenario pasted and answered once, for the tests of a file; and the story that every region tells.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RegionName } from '../../../sandbox/command-line/region-names.ts';
import { bookingIds } from '../../../sandbox/patients/bookings.ts';
import type { Person } from '../../../sandbox/patients/parts.ts';
import { people } from '../../../sandbox/patients/patients.ts';
import { today } from '../../../sandbox/patients/today.ts';
import { regions } from '../../../sandbox/regions.ts';
import { arrive, pay } from '../../../sandbox/scenarios.ts';
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
const slicedNotes = ['71704', '71705', '72000'];

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

/** What differs from region to region in the story that all of them tell. */
export type Story = {
  /** People whom the region knows beside those of all regions. */
  readonly known?: readonly Person[];
  /** What is left out of a journal in part. */
  readonly inPart: RegExp;
  /** What is left out of a week of a journal that has a note without a time; by default, nothing. */
  readonly week?: RegExp;
  /** The beginning of a scenario → texts that are not for the patient, each in a record that is left out and counted. */
  readonly hidden?: Readonly<Record<string, readonly string[]>>;
  /** How the scenario begins that pays; undefined in a region without writes. */
  readonly pays?: string;
};

type Runs<R extends readonly RegionName[]> = { [I in keyof R]: RegionRun };

type Bookings = readonly [
  { readonly Booking: readonly { ContactId: string; StartTime: string; Any: object[] }[] },
];
type Meetings = readonly {
  readonly actionId: number;
  readonly startDateTimeInUnix: number;
  readonly endDateTimeInUnix: number;
}[];

const { tolvanToday, tolvanVideo } = bookingIds;

/** Asks a sandbox as Tolvan. */
const tolvanIn =
  (sandbox: Sandbox) =>
  async <T>({ path, send }: ReturnType<typeof arrive>): Promise<T> => {
    const sent = send === undefined ? '' : `-X ${send.method} --json '${JSON.stringify(send.body)}'`;
    const credentials = '-H "Ocp-Apim-Subscription-Key: $KEY" -H "$TOLVAN"';
    const { status, body } = await paste(sandbox, `curl -sSi ${sent} ${credentials} "$SERVICE${path}"`);
    expect(status).toBe(200);
    return body as T;
  };

/** The tests of regions that take arrivals and payments. */
const testWrites = (
  names: readonly RegionName[],
  { run, pays }: { readonly run: (name: RegionName) => RegionRun; readonly pays: string },
) => {
  test.each(names)('%s refuses a payment before the arrival, then takes both', name => {
    const { scenario } = run(name);
    expect(scenario('1: pay before').body).toMatchObject([
      { ResultCode: 'ERROR', Comment: 'Patienten har inte anlänt.' },
    ]);
    expect(scenario('2: mark').body).toMatchObject({ ResultCode: 'OK' });
    expect(scenario(pays).body).toMatchObject([{ ResultCode: 'OK' }]);
    expect(scenario('2: repeat it: INFO').body.ResultCode).toBe('INFO');
    expect(scenario('2: repeat it: OK').body.ResultCode).toBe('OK');
  });

  test.each(names)('%s keeps the state of its bookings', async name => {
    expect((await run(name).again('2: mark')).body).toMatchObject({ ResultCode: 'INFO' });
    expect((await run(name).again(pays)).body).toMatchObject([{ ResultCode: 'INFO' }]);
  });

  // What the README promises: on any day, arrive at a visit of today and pay it, and join one by video.
  test.each(names)('%s has a visit of today, and one by video', async name => {
    const ask = tolvanIn(run(name).sandbox);
    const booking = async (id: string) => {
      const [{ Booking }] = await ask<Bookings>({ path: '/patients/appointments/' });
      return Booking.find(one => one.ContactId === id);
    };
    const day = today().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    expect(await booking(tolvanToday)).toMatchObject({
      StartTime: `${day} 15:00`,
      Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }, ...(name === 'fhir' ? [expect.anything()] : [])],
    });
    expect(await ask(arrive(tolvanToday))).toMatchObject({ ResultCode: 'OK' });
    expect(await ask(pay(tolvanToday))).toMatchObject([{ ResultCode: 'OK' }]);
    expect((await booking(tolvanToday))?.Any[0]).toEqual({ Status: 'ARRIVED', PaymentStatus: 'PAID' });

    const meetings = await ask<Meetings>({ path: '/patients/videomeetings/' });
    const meeting = meetings.find(({ actionId }) => String(actionId) === tolvanVideo);
    expect(meeting).toMatchObject({ meetingLink: `https://video.example.com/m/${tolvanVideo}` });
    const start = meeting?.startDateTimeInUnix ?? 0;
    const local = new Date(start).toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' });
    expect((await booking(tolvanVideo))?.StartTime).toBe(local.slice(0, 16));
    expect(meeting?.endDateTimeInUnix).toBe(start + 30 * 60_000);
  });
};

/**
 * Starts sandboxes before the tests of a file, and ends them after. Adds the tests that every region passes.
 * @returns the runs, for use within tests.
 */
export const regionRuns = <const R extends readonly RegionName[]>(
  names: R,
  { known = [], inPart, week, hidden = {}, pays }: Story,
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

  test.each(names)('%s answers a journal in part, and says so', name => {
    const { body, ...answered } = run(name).scenario('10: x-left-out');
    expect(body).toHaveLength(1);
    expect(leftOut(answered)).toMatch(inPart);
  });

  test.each(names)('%s reads 2,000 notes', name => {
    expect(run(name).scenario('10: a journal of 2,000 notes').body.bytes).toBeGreaterThan(1_000_000);
  });

  test.each(names)('%s has a note without a time in each part of a journal', name => {
    const part = run(name).scenario('10: a week of her journal');
    expect(noteNumbers(part.body).sort()).toEqual(slicedNotes);
    if (week === undefined) expect(leftOut(part)).toBeUndefined();
    else expect(leftOut(part)).toMatch(week);
  });

  const withheld = Object.entries(hidden).flatMap(([begin, texts]) =>
    names.map(name => ({ name, begin, texts })),
  );
  test.each(withheld)(
    '$name withholds what is not for the patient, and counts it: $begin',
    ({ name, begin, texts }) => {
      const answered = run(name).scenario(begin);
      for (const text of texts) expect(JSON.stringify(answered.body)).not.toContain(text);
      expect(leftOut(answered)).toMatch(new RegExp(`^records=${texts.length}\\b`));
    },
  );

  if (pays !== undefined) testWrites(names, { run, pays });

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
