// Records what a command is about to do with the access log, before it prints anything (D23).
import { existsSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AdministrationAct, AdministrationEntry } from '../../src/adapters/access-log/administration.ts';
import { insertAct } from '../../src/adapters/access-log/database/administration.ts';
import { inTransaction } from '../../src/adapters/access-log/database/connection.ts';
import { codeOf as databaseCodeOf } from '../../src/adapters/access-log/database/errors.ts';
import type { FileKind } from '../../src/adapters/access-log/first-line.ts';
import { type LogFile, openLogFile } from '../../src/adapters/access-log/log-file.ts';
import { isLockedFile } from '../../src/adapters/access-log/open-file.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import { printableJson } from '../../src/domain/model/printable.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { Refusal, visible, warn } from '../command.ts';
import { withDatabase } from './place.ts';

/** The file in the folder of log files that records what was done with them. */
export const administrationName = 'access-log-administration.jsonl';

const kind: FileKind = {
  name: 'a file of what was done with the access log',
  members: ['time', 'action', 'user', 'question'] satisfies (keyof AdministrationEntry)[],
};

/** The account that runs this process. A container may have one without a name. */
const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** Who runs the command, as far as the environment tells: behind `sudo`, whoever called it. */
export const loginOf = (): string => process.env.SUDO_USER ?? systemUser();

/** Milliseconds for which a command waits for another one that adds its entry. */
const patienceMs = 10_000;
const pollMs = 20;

const openFile = async (path: string): Promise<LogFile> => {
  const log = {
    info: () => {},
    warn: (_: object, message: string) => warn(`${visible(path)}: ${message}`),
    error: (_: object, message: string) => warn(`${visible(path)}: ${message}`),
  };
  for (const end = performance.now() + patienceMs; ; await wait(pollMs)) {
    try {
      return await openLogFile(path, log, kind);
    } catch (error) {
      if (!isLockedFile(error) || performance.now() > end) throw error;
    }
  }
};

const entryOf = (act: AdministrationAct): Omit<AdministrationEntry, 'prev'> => ({
  time: new Date().toISOString(),
  action: act.action,
  user: systemUser(),
  login: act.login ?? null,
  question: act.question,
  reason: act.reason ?? null,
  months: act.months ?? null,
  entries: act.entries ?? null,
  last: act.last ?? null,
});

/** Adds an entry to the chain beside a log file. A new file belongs to whom the log belongs, also if root makes it. */
const appendBeside = async (logFile: string, act: AdministrationAct): Promise<void> => {
  const path = join(dirname(logFile), administrationName);
  const isNew = !existsSync(path);
  try {
    const file = await openFile(path);
    try {
      await file.append([printableJson(entryOf(act))]);
    } finally {
      await file.close();
    }
    if (isNew && process.getuid?.() === 0) {
      const { uid, gid } = await stat(logFile);
      await chown(path, uid, gid);
    }
  } catch (error) {
    const why = isFailure(error) ? error.message : `${visible(path)} cannot be written (${errorCode(error)})`;
    throw new Refusal(`${why}: nothing is read unless it can be recorded who reads the access log.`);
  }
};

/** Milliseconds that a command waits for another one that adds its entry to the table. */
const lockPatienceMs = 15_000;

const insertBeside = (act: AdministrationAct): Promise<void> =>
  withDatabase(client =>
    inTransaction(client, async () => {
      await client.query("select set_config('lock_timeout', $1, true)", [`${lockPatienceMs}ms`]);
      await insertAct(client, act);
    }).catch((error: unknown) => {
      // The tables are of a version without this one.
      if (databaseCodeOf(error) !== '42P01') throw error;
      throw new Refusal(
        'The tables are of an earlier version, which cannot record who reads the access log: run npm run access-log -- migrate.',
      );
    }),
  );

/**
 * Leaves an entry of a command, in the database or beside the files that it reads.
 * @param files undefined for the database.
 * Throws `Refusal` if it cannot be left; the command must then do nothing.
 */
export const recordAct = async (
  { files }: { readonly files: readonly string[] | undefined },
  act: Omit<AdministrationAct, 'login'>,
): Promise<void> => {
  const signed = { ...act, login: loginOf() };
  if (files === undefined) return insertBeside(signed);
  const folders = Map.groupBy(files, file => dirname(file));
  for (const [file] of folders.values()) if (file !== undefined) await appendBeside(file, signed);
};
