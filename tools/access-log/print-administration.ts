// npm run access-log -- administration: who read, exported, verified and changed the access log, and why (D23).
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
import { isWithin, periodOf } from './period.ts';
import { withDatabase } from './place.ts';
import { filesOrDatabase } from './sources.ts';

/** Receives each entry, or what is not one in words. */
type Receive = {
  readonly entry: (entry: AdministrationEntry) => void;
  readonly unreadable: (what: string) => void;
};

const isAct = (value: unknown): value is AdministrationEntry =>
  typeof value === 'object' && value !== null && 'action' in value && 'time' in value && 'question' in value;

/** The entries beside files, folder by folder. */
const besideFiles = async (files: readonly string[], receive: Receive): Promise<void> => {
  for (const folder of new Set(files.map(file => dirname(file)))) {
    const path = join(folder, administrationName);
    for await (const { number, text } of linesOf(path)) {
      const value = parse(text);
      if (isAct(value)) receive.entry(value);
      else receive.unreadable(`${visible(path)}:${number}: not an entry`);
    }
  }
};

const inDatabase = (receive: Receive): Promise<void> =>
  withDatabase(async client => {
    for await (const { entry } of readActs(client)) receive.entry(entry);
  });

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

export const runAdministration = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, {
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
  const { head, row } = table(columns);
  if (!values.json) print(head);
  let [asked, unreadable] = [0, 0];
  const receive: Receive = {
    entry: entry => {
      if (!isWithin(period, entry.time)) return;
      asked++;
      print(values.json ? printableJson(entry) : row(columns.map(({ of }) => of(entry))));
    },
    unreadable: what => {
      unreadable++;
      warn(what);
    },
  };
  await (files === undefined ? inDatabase(receive) : besideFiles(files, receive));
  warn(`${counted(asked, 'entry', 'entries')} of what was done with the log in ${name}.`);
  return unreadable === 0 ? 0 : 1;
};
