// Renders entries as tables for people and as CSV for spreadsheets.
import { printableJson, printableLine } from '../../src/domain/model/printable.ts';
import type { AccessEntry } from '../../src/ports/access-log.ts';
import { type Column, table } from '../table.ts';

/** How entries are printed: a header and a line for each entry. */
export type Rendering = {
  /** Undefined if there is no header. */
  readonly head: string | undefined;
  readonly line: (entry: AccessEntry) => string;
};

/** A list is its items, separated by semicolons. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(';');
  return value === null || value === undefined ? '' : String(value);
};

/** `2026-01-15 08:00:00` */
const timeOf = ({ time }: AccessEntry): string => time.slice(0, 19).replace('T', ' ');

/** The result of a write, or else the status; `begun` while the outcome is not known. */
const outcomeOf = ({ phase, status, result }: AccessEntry): string =>
  phase === 'begun' ? 'begun' : textOf(result ?? status);

/** `2`, or `2 of 5` if records were left out; `2 of 2+` if a source system did not answer. */
const recordsOf = ({ records, leftOut }: AccessEntry): string => {
  // Entries of earlier versions have no `sources`.
  const { records: missing = 0, sources = 0 } = leftOut ?? {};
  if (records === null || missing + sources === 0) return textOf(records);
  return `${records} of ${records + missing}${sources === 0 ? '' : '+'}`;
};

/** A refusal has no ground. */
const groundOf = ({ ground, status, phase }: AccessEntry): string => {
  if (ground === 'acts_for+register') return 'acts+reg';
  return ground ?? (phase === 'done' && status !== null && status >= 400 ? 'refused' : '');
};

type PrintedColumn = Column & { readonly of: (entry: AccessEntry) => unknown };

const what: readonly PrintedColumn[] = [
  { title: 'TIME (UTC)', width: 19, of: timeOf },
  { title: 'OPERATION', width: 19, of: entry => entry.operation },
  { title: 'OUTCOME', width: 7, of: outcomeOf },
  { title: 'RECORDS', width: 9, of: recordsOf },
  { title: 'GROUND', width: 8, of: groundOf },
];

/** Who asked, and whose data was asked for: the members by which entries are looked for, and their columns. */
const who = {
  subject: { title: 'PATIENT', width: 12, of: ({ subject }) => subject },
  caller: { title: 'CALLER', width: 14, of: ({ caller, callerPatient }) => callerPatient ?? caller },
  user: { title: 'USER', width: 14, of: ({ user }) => user },
  unit: { title: 'UNIT', width: 17, of: ({ unit }) => unit },
  client: { title: 'CLIENT', width: 12, of: ({ client }) => client },
} as const satisfies Partial<Record<keyof AccessEntry, PrintedColumn>>;

/** A table for people. It leaves out the columns of the members that were asked for: they are the same in each line. */
export const entryTable = (asked: readonly (keyof AccessEntry)[]): Rendering => {
  const others = Object.entries(who).filter(([member]) => !asked.some(name => name === member));
  const columns: readonly PrintedColumn[] = [...what, ...others.map(([, column]) => column)];
  const { head, row } = table(columns);
  return { head, line: entry => row(columns.map(({ of }) => textOf(of(entry)))) };
};

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

const laterMembers = [
  'region',
  'instance',
  'address',
  'unit',
  'user',
  'systems',
  'units',
  'prev',
] as const satisfies readonly (keyof AccessEntry)[];

/** What a spreadsheet of another language takes for the beginning of a cell, and what it takes for a formula there; `+2` is a number. */
const innerFormula = /([;,]"? *)(?=[=+\-@＝＋－＠])(?!\+\d+(?:[;,]|$))/g;

/**
 * A text as a cell (RFC 4180), without control characters: other parties choose the ids of clients and callers. An apostrophe
 * precedes what a spreadsheet would take for a formula, also where it has another separator and divides the text.
 */
export const csvCell = (text: string, separator = ','): string => {
  const shown = printableLine(text).replaceAll(innerFormula, "$1'");
  const harmless = /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${shown}` : shown;
  const isQuoted = /["']/.test(harmless) || harmless.includes(separator);
  return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Prints entries as they are in the log file, one per line. */
export const asJsonLines: Rendering = { head: undefined, line: entry => printableJson(entry) };

/** Prints all members of the entries as comma-separated values. */
export const asCsv: Rendering = {
  head: [
    ...members,
    'leftOutRecords',
    'leftOutValues',
    'leftOutSources',
    'leftOutUnmapped',
    ...laterMembers,
  ].join(','),
  line: entry =>
    [
      ...members.map(name => entry[name]),
      entry.leftOut?.records,
      entry.leftOut?.values,
      entry.leftOut?.sources,
      entry.leftOut?.unmapped,
      ...laterMembers.map(name => entry[name]),
    ]
      .map(value => csvCell(textOf(value)))
      .join(','),
};
