// npm run access-log -- retain: drops months past the retention period, after a confirmation, unless there is a legal hold.
import { createInterface } from 'node:readline/promises';
import { insertAct } from '../../src/adapters/access-log/database/administration.ts';
import { inTransaction } from '../../src/adapters/access-log/database/connection.ts';
import { LegalHold, requireNoHold, writeHold } from '../../src/adapters/access-log/database/hold.ts';
import {
  dropPartition,
  estimatedEntries,
  monthOfPartition,
  partitionsBefore,
} from '../../src/adapters/access-log/database/partitions.ts';
import { defaultRetentionMonths } from '../../src/config/region/region.ts';
import { readArguments } from '../arguments.ts';
import { print, Refusal, readEnvironment, UsageError, visible, warn } from '../command.ts';
import { counted } from '../terminal/words.ts';
import { loginOf } from './administration.ts';
import { withDatabase } from './place.ts';

type Client = Parameters<typeof dropPartition>[0];

/** Asks a question on standard error and reads a line from standard input; empty if the input has ended. */
const answerTo = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
};

/** `3 months (2019-02 to 2019-04) with about 1,200 entries`. */
const inWords = async (client: Client, names: readonly string[]): Promise<string> => {
  const [first = '', last = ''] = [names[0], names.at(-1)].map(name => monthOfPartition(name ?? ''));
  const entries = await estimatedEntries(client, names);
  const content =
    entries === undefined ? 'all their entries' : `about ${entries.toLocaleString('en')} entries`;
  return `${counted(names.length, 'month')} (${first === last ? first : `${first} to ${last}`}) with ${content}`;
};

/** Throws a refusal unless the answer is yes. */
const confirm = async (client: Client, names: readonly string[]) => {
  warn(`This drops ${await inWords(client, names)} from the access log. It cannot be undone.`);
  const answer = (await answerTo('Type "yes" to drop them: ')).trim();
  // "drop" is what the command asked for before.
  if (answer !== 'yes' && answer !== 'drop') throw new Refusal('Nothing was dropped.');
};

/** Drops the partitions, oldest first, and reports each as soon as it is gone. */
const dropAll = async (
  client: Client,
  { names, months, reason }: { names: readonly string[]; months: number; reason: string | undefined },
  onDropped: (month: string) => void,
) => {
  for (const name of names) {
    await dropPartition(client, name, { question: { months }, reason, login: loginOf() });
    onDropped(monthOfPartition(name));
  }
};

/** The months that the profile in `REGION_FILE` requires; without one, those of the law. */
const requiredMonths = async (): Promise<number> => {
  const { REGION_FILE: path = '' } = readEnvironment();
  if (path === '') return defaultRetentionMonths;
  // Loaded only where there is a profile: everything that the service knows comes with it.
  const { loadRegion } = await import('../region/profile.ts');
  return (await loadRegion(path, { isOffline: true })).retentionMonths;
};

const monthsOf = async (written: string | undefined): Promise<number> => {
  const months = Number(written);
  if (!/^\d{1,4}$/.test(written ?? '') || months < 1) {
    throw new UsageError(
      '--months: the number of whole months to keep in addition to the current one, at least 1.',
    );
  }
  const required = await requiredMonths();
  if (months < required)
    throw new Refusal(
      `Entries are kept for ${required} months at least (retentionMonths in the region profile).`,
    );
  return months;
};

/** Sets a legal hold, or releases it. */
const changeHold = (because: string | null, reason?: string): Promise<number> =>
  withDatabase(async client => {
    if (because !== null && because.trim() === '')
      throw new UsageError('--hold: why, such as a case number.');
    await inTransaction(client, async () => {
      await writeHold(client, because);
      await insertAct(client, {
        action: because === null ? 'release-hold' : 'hold',
        question: {},
        reason: because ?? reason,
        login: loginOf(),
      });
    });
    print(
      because === null
        ? 'The legal hold is released.'
        : 'There is a legal hold: nothing is dropped until --release.',
    );
    return 0;
  });

type DropOptions = {
  readonly months: number;
  readonly isSure: boolean;
  readonly asJson: boolean;
  readonly reason: string | undefined;
};

/** Drops the months that are more than `months` months ago, after a confirmation. Throws `LegalHold` if there is one. */
const dropBefore = async (
  client: Client,
  { months, isSure, asJson, reason }: DropOptions,
): Promise<number> => {
  await requireNoHold(client);
  const names = await partitionsBefore(client, { now: new Date(), months });
  if (names.length > 0 && !isSure) await confirm(client, names);
  if (asJson) {
    const dropped: string[] = [];
    // Also if one of them cannot be dropped: those before it are gone.
    await dropAll(client, { names, months, reason }, month => dropped.push(month)).finally(() =>
      print(JSON.stringify({ dropped })),
    );
    return 0;
  }
  if (names.length === 0) print('There are no months to drop.');
  await dropAll(client, { names, months, reason }, month => print(`Dropped ${month}.`));
  return 0;
};

/** Says a legal hold in words; any other error is thrown as it is. */
const refuseHold = (error: unknown): never => {
  if (!(error instanceof LegalHold)) throw error;
  const { since, because } = error.hold;
  throw new Refusal(
    `There is a legal hold since ${since.toISOString().slice(0, 10)} (${visible(because)}): nothing more is dropped.`,
  );
};

export const runRetain = async (argv: readonly string[]): Promise<number> => {
  const { values } = readArguments(argv, {
    options: {
      months: { type: 'string' },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
      hold: { type: 'string' },
      release: { type: 'boolean' },
      reason: { type: 'string' },
    },
  });
  const given = [values.months, values.hold, values.release].filter(value => value !== undefined);
  if (given.length > 1) throw new UsageError('--months, --hold or --release: one of them.');
  if (values.hold !== undefined) return changeHold(values.hold);
  if (values.release) return changeHold(null, values.reason);
  const months = await monthsOf(values.months);
  return withDatabase(client =>
    dropBefore(client, {
      months,
      isSure: values.yes === true,
      asJson: values.json === true,
      reason: values.reason,
    }).catch(refuseHold),
  );
};
