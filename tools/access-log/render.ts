// Renders entries as tables for people and as CSV for spreadsheets.
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { type Column, table } from '../table.ts';

/** How entries are printed: a header and a line for each entry. */
export type Rendering = {
  /** Undefined if there is no header. */
  readonly head: string | undefined;
  readonly line: (entry: AccessEntry) => string;
};

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** What was left out of the answer. Entries of earlier versions have no `sources`. */
const leftOutOf = ({ leftOut }: AccessEntry): string => {
  const { records = 0, values = 0, sources = 0 } = leftOut ?? {};
  if (records + values + sources === 0) return '';
  return `records=${records} values=${values}${sources === 0 ? '' : ` sources=${sources}`}`;
};

/** The legal ground of the access, or `refused`: refused requests have no ground. */
const groundOf = ({ ground, status, phase }: AccessEntry): string =>
  ground ?? (phase === 'done' && status !== null && status >= 400 ? 'refused' : '');

type PrintedColumn = Column & { readonly of: (entry: AccessEntry) => unknown };

const what: readonly PrintedColumn[] = [
  { title: 'TIME (UTC)', width: 24, of: entry => entry.time },
  { title: 'OPERATION', width: 19, of: entry => entry.operation },
  { title: 'PHASE', width: 5, of: entry => entry.phase },
  { title: 'STATUS', width: 6, of: entry => entry.status },
  { title: 'RESULT', width: 6, of: entry => entry.result },
  { title: 'RECORDS', width: 7, of: entry => entry.records },
  { title: 'GROUND', width: 8, of: groundOf },
];

const throughWhat: readonly PrintedColumn[] = [
  { title: 'CLIENT', width: 16, of: entry => entry.client },
  { title: 'SUBSCRIPTION', width: 16, of: entry => entry.subscription },
  { title: 'LEFT OUT', width: 0, of: leftOutOf },
];

const tableOf = (columns: readonly PrintedColumn[]): Rendering => {
  const { head, row } = table(columns);
  return { head, line: entry => row(columns.map(({ of }) => textOf(of(entry)))) };
};

/** Table of one patient's entries, with the caller. */
export const patientTable = tableOf([
  ...what,
  { title: 'CALLER', width: 20, of: entry => entry.caller },
  { title: "CALLER'S NUMBER", width: 15, of: entry => entry.callerPatient },
  ...throughWhat,
]);

/** Table of one caller's entries, with the patient. */
export const callerTable = tableOf([
  ...what,
  { title: 'PATIENT', width: 12, of: entry => entry.subject },
  ...throughWhat,
]);

const members = [
  'time',
  'requestId',
  'operation',
  'phase',
  'subscription',
  'client',
  'caller',
  'callerPatient',
  'subject',
  'ground',
  'scope',
  'status',
  'result',
  'records',
] as const satisfies readonly (keyof AccessEntry)[];

/** Escapes control and invisible characters as `\u{1b}`: ids of clients and callers are untrusted input. */
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, one => `\\u{${one.codePointAt(0)?.toString(16)}}`);

/**
 * Formats a text as a CSV cell (RFC 4180). Control characters are escaped, since they could manipulate a terminal. A text
 * that a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export const csvCell = (text: string): string => {
  const shown = escaped(text);
  const harmless = /^\s*[=+\-@]/.test(text) ? `'${shown}` : shown;
  return /[",']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Prints entries as they are in the log, one per line. */
export const asJsonLines: Rendering = { head: undefined, line: entry => JSON.stringify(entry) };

/** Prints all members of the entries as comma-separated values. */
export const asCsv: Rendering = {
  head: [...members, 'leftOutRecords', 'leftOutValues', 'leftOutSources'].join(','),
  line: entry =>
    [
      ...members.map(name => entry[name]),
      entry.leftOut?.records,
      entry.leftOut?.values,
      entry.leftOut?.sources,
    ]
      .map(value => csvCell(textOf(value)))
      .join(','),
};
