// npm run access-log -- administration: who read, exported, verified and changed the access log, and why (D23).
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AdministrationEntry } from '../../src/adapters/access-log/administration.ts';
import { readActs } from '../../src/adapters/access-log/database/administration.ts';
import { printableJson } from '../../src/domain/model/printable.ts';
import { readArguments } from '../arguments.ts';
import { print, visible, warn } from '../command.ts';
import { type Column, table } from '../table.ts';
import { counted } from '../terminal/words.ts';
import { administrationName, recordAct } from './administration.ts';
import { parse } from './entries.ts';
import { linesOf } from './lines.ts';
import { type Period, periodOf } from './period.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';

type ReadEntries = {
  readonly entries: readonly AdministrationEntry[];
  readonly unreadable: readonly string[];
};

const isAct = (value: unknown): value is AdministrationEntry =>
  typeof value === 'object' && value !== null && 'action' in value && 'time' in value && 'question' in value;

/** The entries beside files, folder by folder. */
const besideFiles = async (files: readonly string[]): Promise<ReadEntries> => {
  const entries: AdministrationEntry[] = [];
  const unreadable: string[] = [];
  const paths = [...new Set(files.map(file => join(dirname(file), administrationName)))];
  for (const path of paths.filter(path => existsSync(path)))
    for await (const { number, text } of linesOf(path)) {
      const value = parse(text);
      if (isAct(value)) entries.push(value);
      else unreadable.push(`${visible(path)}:${number}: not an entry`);
    }
  return { entries, unreadable };
};

const inDatabase = (): Promise<ReadEntries> =>
  withDatabase(async client => ({
    entries: (await readActs(client)).map(({ entry }) => entry),
    unreadable: [],
  }));

const columns: readonly (Column & { readonly of: (entry: AdministrationEntry) => string })[] = [
  { title: 'TIME (UTC)', width: 19, of: ({ time }) => time.slice(0, 19).replace('T', ' ') },
  { title: 'ACTION', width: 12, of: ({ action }) => action },
  { title: 'USER', width: 18, of: ({ user }) => user },
  { title: 'LOGIN', width: 14, of: ({ login }) => login ?? '' },
  {
    title: 'QUESTION AND REASON',
    width: 0,
    of: ({ question, reason }) => `${JSON.stringify(question)}${reason === null ? '' : ` ${reason}`}`,
  },
];

const isIn = ({ from, before }: Period, { time }: AdministrationEntry): boolean => {
  const at = new Date(time);
  return (from === undefined || at >= from) && (before === undefined || at < before);
};

export const runAdministration = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments({
    args: [...argv],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      json: { type: 'boolean' },
      reason: { type: 'string' },
    },
    allowPositionals: true,
  });
  const { reason, ...question } = values;
  const period = periodOf(values.from, values.to);
  const { files, name } = filesOrDatabase(positionals);
  await recordAct({ files }, { action: 'read', question: { administration: true, ...question }, reason });
  const { entries, unreadable } = files === undefined ? await inDatabase() : await besideFiles(files);
  const { head, row } = table(columns);
  if (!values.json) print(head);
  const asked = entries.filter(entry => isIn(period, entry));
  for (const entry of asked)
    print(values.json ? printableJson(entry) : row(columns.map(({ of }) => of(entry))));
  for (const line of unreadable) warn(line);
  warn(`${counted(asked.length, 'entry', 'entries')} of what was done with the log in ${name}.`);
  return unreadable.length === 0 ? 0 : 1;
};
