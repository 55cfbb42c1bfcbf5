// The entries after a cursor, in the order in which they were written, for a system that collects them (D23).
import { numberedEntries, Standby, settledNumber } from '../../src/adapters/access-log/database/read.ts';
import { errorCode } from '../../src/faults/error-code.ts';
import { Refusal, UsageError } from '../command.ts';
import { type ChainedLine, chainedLinesOf } from './chained-lines.ts';
import type { HandedOnEntry, OnTrouble } from './entries.ts';
import { inOrder } from './file-order.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';

type Client = Parameters<typeof settledNumber>[0];

/** The cursor before the first entry. */
const start = 'start';

/** How many milliseconds a run waits for inserts in flight. They have a time limit themselves. */
const patienceMs = 30_000;

type Visit = (entry: HandedOnEntry) => Promise<void>;

export type CursorSource = {
  readonly name: string;
  /** Visits the entries after the cursor. Resolves with the cursor after the last one. */
  read(cursor: string, visit: Visit): Promise<string>;
};

/** The lines of a file. What of it cannot be read is reported. */
const readableLinesOf = async function* (file: string, onTrouble: OnTrouble): AsyncGenerator<ChainedLine> {
  try {
    yield* chainedLinesOf(file);
  } catch (error) {
    onTrouble({ file, what: `could not be read to the end (${errorCode(error)})` });
  }
};

/** Whether a file has the line with this hash. */
const hasLine = async (file: string, hash: string): Promise<boolean> => {
  for await (const line of readableLinesOf(file, () => {})) if (line.hash === hash) return true;
  return false;
};

/** The files from the one with the cursor's line on. It is looked for from the newest file back. */
const filesFrom = async (files: readonly string[], cursor: string): Promise<readonly string[]> => {
  const ordered = await inOrder(files);
  if (cursor === start) return ordered;
  for (let at = ordered.length - 1; at >= 0; at--)
    if (await hasLine(ordered[at] ?? '', cursor)) return ordered.slice(at);
  throw new Refusal(
    'No line has this cursor: its file was removed, or its end was cut off. With "start", all is read again.',
  );
};

/** The complete lines after the cursor's. */
const linesAfter = async function* (
  files: readonly string[],
  cursor: string,
  onTrouble: OnTrouble,
): AsyncGenerator<ChainedLine> {
  let isAfter = cursor === start;
  for (const file of await filesFrom(files, cursor)) {
    for await (const line of readableLinesOf(file, onTrouble)) {
      if (isAfter && line.isEnded) yield line;
      isAfter ||= line.hash === cursor;
    }
  }
};

/** Whether a line may come after the one with the cursor: it carries its hash, or no hash at all. */
const follows = ({ entry }: ChainedLine, cursor: string): boolean =>
  cursor === start || entry?.prev == null || entry.prev === cursor;

const ofFiles = (
  { listed, name }: { listed: () => readonly string[]; name: string },
  onTrouble: OnTrouble,
): CursorSource => ({
  name,
  read: async (from, visit) => {
    let cursor = from;
    /** The cursor after which the files were listed again, because the next line does not follow it. */
    let listedAgainAt: string | undefined;
    for (;;) {
      let isRotated = false;
      for await (const line of linesAfter(listed(), cursor, onTrouble)) {
        const { file, number, entry } = line;
        const where = { file, lines: { count: 1, first: number } };
        if (entry === undefined) {
          onTrouble({ ...where, what: 'not an access log entry' });
          continue;
        }
        if (!follows(line, cursor)) {
          isRotated = listedAgainAt !== cursor;
          listedAgainAt = cursor;
          if (isRotated) break;
          onTrouble({ ...where, what: 'does not follow the entry before it: run verify' });
        }
        await visit(entry);
        cursor = line.hash;
      }
      // A file that was renamed meanwhile has not been read.
      if (!isRotated) return cursor;
    }
  },
});

/** As `read` of a `CursorSource`, which gives inserts in flight `patienceMs` to end. */
export const readAfter = async (
  client: Client,
  { cursor, patienceMs, visit }: { cursor: string; patienceMs: number; visit: Visit },
): Promise<string> => {
  if (cursor !== start && !/^\d{1,18}$/.test(cursor))
    throw new UsageError('--since: the cursor of a database is a number.');
  const upTo = await settledNumber(client, patienceMs).catch((error: unknown) => {
    if (!(error instanceof Standby)) throw error;
    throw new Refusal('The database is a standby: only the primary knows what is still being inserted.');
  });
  if (upTo === undefined)
    throw new Refusal('An insert into the access log does not end: run the command again.');
  const after = cursor === start ? 0n : BigInt(cursor);
  if (after > upTo)
    throw new Refusal('The database has no entry with this cursor: it is of another database.');
  for await (const { number, entry } of numberedEntries(client, { after, upTo }))
    await visit({ ...entry, number });
  return String(upTo);
};

const ofDatabase: CursorSource = {
  name: 'the database',
  read: (cursor, visit) => withDatabase(client => readAfter(client, { cursor, patienceMs, visit })),
};

/** The given files, or else the log named in the settings. */
export const cursorSource = (given: readonly string[], onTrouble: OnTrouble): CursorSource => {
  const { files, name } = filesOrDatabase(given);
  if (files === undefined) return ofDatabase;
  return ofFiles({ listed: () => filesOrDatabase(given).files ?? [], name }, onTrouble);
};
