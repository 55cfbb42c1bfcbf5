// Reads a kind from a FHIR test server, for tests of how resources become records.
import { onTestFinished } from 'vitest';
import type { Hidden } from '../../../../../src/domain/model/loss.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { eachLoss } from '../../../../support/losses.ts';
import { type Connecting, connect, type ReadOptions } from './connect.ts';
import { type Answer, fhirServer } from './fhir-server.ts';

export type Answers = Readonly<Record<string, Answer>>;

/** A record with its losses written as `reason path`. */
// biome-ignore lint/suspicious/noExplicitAny: records whose members are asserted one by one.
export type Read = { readonly record: any; readonly losses: readonly string[] };

/** Opens the adapter with a new server; both are closed when the test ends. */
export const openAt = async (answers: Answers, connecting: Connecting = {}) => {
  const server = await fhirServer(answers);
  onTestFinished(server.close);
  const connected = connect(`${server.url}/fhir`, connecting);
  onTestFinished(connected.close);
  return { server, ...connected };
};

/** Reads all records of a kind. @param own profile members specific to the adapter. */
export const readAll = async (
  kind: SourceKind,
  answers: Answers,
  own: object = {},
  query: ReadOptions = {},
): Promise<Read[]> => {
  const { read } = await openAt(answers, { own });
  return (await read(kind, query)).map(({ record, losses }) => ({
    record,
    losses: eachLoss(losses).map(({ path, reason }) => `${reason} ${path}`),
  }));
};

/** What the losses of the only record of a kind hide from the access rules (D36): each word once, in alphabetical order. */
export const readHidden = async (kind: SourceKind, answers: Answers): Promise<readonly Hidden[]> => {
  const { read } = await openAt(answers);
  const [record, ...others] = await read(kind);
  if (record === undefined || others.length > 0) throw new Error(`${others.length + 1} records, not one`);
  return [...new Set(record.losses.flatMap(({ hides }) => hides))].sort();
};

/** The only record of a list; throws if there is not exactly one. */
export const only = (records: readonly Read[]): Read => {
  const [record, ...others] = records;
  if (record === undefined || others.length > 0) throw new Error(`${records.length} records`);
  return record;
};
