// An EHR that answers as a test says, and tables that the test writes for it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Listening, listen } from '../../../../sandbox/listen.ts';
import { table } from '../../../../src/adapters/ehr/table/index.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { Ehr, Found, Loss, Omission } from '../../../../src/ports/ehr.ts';
import { newCall, systemAt } from '../calls.ts';
import { world } from '../contract-world.ts';

/** A request as the EHR got it. */
export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** An answer: its body, or its status and body. A connection that breaks instead is `undefined`. */
export type Answer = string | { readonly status: number; readonly body: string } | undefined;

export type TableEhr = {
  readonly server: Listening;
  readonly asked: Asked[];
  /** Sets what the EHR answers. */
  readonly answer: (answering: (asked: Asked) => Answer) => void;
  readonly close: () => Promise<void>;
};

/** Starts the EHR on loopback. */
export const tableEhr = async (): Promise<TableEhr> => {
  const asked: Asked[] = [];
  let answering: (one: Asked) => Answer = () => undefined;
  const server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(one);
      const given = answering(one);
      if (given === undefined) return response.destroy();
      const { status, body } = typeof given === 'string' ? { status: 200, body: given } : given;
      return response.writeHead(status).end(body);
    });
  }, 0);
  return {
    server,
    asked,
    answer: next => {
      answering = next;
      asked.length = 0;
    },
    close: server.close,
  };
};

/** What a system.json says first: the answers are JSON, and one of them says that nobody knows the patient. */
export const inJson = {
  format: 'json',
  unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } },
};

/** A kind whose records come as one list, all visible. */
export const listOfAll = { path: '/{patient}', items: 'list', owner: { record: 'who' }, visible: 'all' };

/** File → its content, such as `contacts.json` → rows. */
export type TableFiles = Readonly<Record<string, object>>;

/** Writes tables into a folder that the system clears up, for the tests of a whole file, and returns its path. */
export const keptTables = (files: TableFiles): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tables-')), 'region');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  }
  return folder;
};

/** Writes tables into a folder that lasts as long as the test, and returns its path. */
export const writeTables = (files: TableFiles): string => {
  const folder = keptTables(files);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  return folder;
};

/** What tables have wrong: `region/contacts.json:1:3 expected …`. */
export const faultsOf = (files: TableFiles): string[] =>
  (table.check?.({ tables: writeTables(files) }, '/') ?? []).map(
    ({ file = '', expected }) =>
      `${file.replace(/:\d+:\d+$/, '')}: ${expected.replace(/:\d+:\d+ reads it$/, ' reads it')}`,
  );

/** What a reader yielded: the records that are shown, and what each lacks; and what was withheld. */
export type ReadRecords = {
  readonly records: unknown[];
  readonly losses: Loss[];
  readonly withheld: number;
  readonly omitted: string[];
};

type OpenOptions = { readonly now?: () => number; readonly maxAnswerBytes?: number };

/** Opens the adapter, lets a test use it, and closes it. */
export const withTables = async <T>(
  { server }: TableEhr,
  files: TableFiles,
  use: (ehr: Ehr) => Promise<T>,
  { now = Date.now, ...members }: OpenOptions = {},
): Promise<T> => {
  const tables = writeTables(files);
  const faults = table.check?.({ tables }, '/') ?? [];
  if (faults.length > 0) throw new Error(`the tables have faults: ${JSON.stringify(faults)}`);
  const { ehr, close } = table.open(systemAt(server.url, { profileMembers: { tables }, ...members }), {
    time: regionTime('Europe/Stockholm'),
    clock: now,
    reserveNumbersRoot: undefined,
  });
  try {
    return await use(ehr);
  } finally {
    await close();
  }
};

/** Reads a kind of the patient; or the code of the failure. */
export const readKind = async (
  ehr: TableEhr,
  files: TableFiles,
  kind: SourceKind,
  { interval = {}, ...options }: OpenOptions & { readonly interval?: Interval } = {},
): Promise<ReadRecords | string> => {
  const found: ReadRecords = { records: [], losses: [], withheld: 0, omitted: [] };
  let withheld = 0;
  try {
    await withTables(
      ehr,
      files,
      async opened => {
        const { patient } = world;
        const read = opened[kind]?.({ patient, interval, call: newCall() }) ?? [];
        for await (const one of read as AsyncIterable<Found<unknown> | Omission>) {
          if ('omitted' in one) found.omitted.push(one.omitted);
          else {
            found.losses.push(...one.losses);
            if (one.record === undefined) withheld++;
            else found.records.push(one.record);
          }
        }
      },
      options,
    );
    return { ...found, withheld };
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
};
