// The saved answers beside the tables: `samples/contacts-1.json` or `.xml`, and the records that are expected of it; `lookup-1.json`,
// `arrive-1.json` and `pay-1.json`; with another status than 200, `arrive-409-1.json`.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { type OtherCall, otherCalls } from '../../adapter.ts';
import { kindOfTable } from '../format/kinds.ts';

export type SampleFile = {
  /** Without its ending: `contacts-1`. */
  readonly name: string;
  /** What it answers: a request for records of a kind, or another call. */
  readonly answerOf: { readonly kind: SourceKind } | { readonly call: OtherCall };
  /** The name of the table of the request, or of the other call. */
  readonly table: string;
  readonly status: number;
  readonly file: string;
  /** The file with the records, `contacts-1.expected.json`; it may be missing. */
  readonly expected: string;
  /** The file that says whose it is, `contacts-1.patient.json`; it may be missing. */
  readonly patient: string;
};

const entriesIn = (tables: string): readonly string[] => {
  const folder = join(tables, 'samples');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

const sampleAt = (tables: string, entry: string): SampleFile | undefined => {
  const [, name = '', stem = '', status = 200] =
    /^((.+?)(?:-([1-5]\d\d))?-[^-.]+)\.(?:json|xml)$/.exec(entry) ?? [];
  const kind = kindOfTable(stem);
  const call = otherCalls.find(one => one === stem);
  const answerOf = kind === undefined ? call && { call } : { kind };
  const folder = join(tables, 'samples');
  return answerOf === undefined
    ? undefined
    : {
        name,
        answerOf,
        table: stem,
        status: Number(status),
        file: join(folder, entry),
        expected: join(folder, `${name}.expected.json`),
        patient: join(folder, `${name}.patient.json`),
      };
};

/** @param tables the folder of the tables. */
export const samplesOf = (tables: string): readonly SampleFile[] =>
  entriesIn(tables).flatMap(entry => sampleAt(tables, entry) ?? []);

/** The files among the samples that are neither one nor what is expected of one, and would never be tested. */
export const strangersAmong = (tables: string): readonly string[] => {
  const known = new Set(
    samplesOf(tables).flatMap(({ expected, patient }) => [basename(expected), basename(patient)]),
  );
  return entriesIn(tables).filter(
    entry => !entry.startsWith('.') && !known.has(entry) && sampleAt(tables, entry) === undefined,
  );
};
