// Reads a kind from a FHIR server that answers by path, for tests of what becomes of its resources.
import { onTestFinished } from 'vitest';
import type { RecordKind } from '../../../../../src/domain/records/index.ts';
import { type Asked, type Connecting, connect } from './connect.ts';
import { type Answer, fhirServer } from './fhir-server.ts';

export type Answers = Readonly<Record<string, Answer>>;

/** A record with its losses as `reason path`. */
// biome-ignore lint/suspicious/noExplicitAny: records whose form is asserted member by member.
export type Read = { readonly record: any; readonly losses: readonly string[] };

/** Opens the adapter at a server of its own; both are closed when the test ends. */
export const openAt = async (answers: Answers, connecting: Connecting = {}) => {
  const server = await fhirServer(answers);
  onTestFinished(server.close);
  const connected = connect(`${server.url}/fhir`, connecting);
  onTestFinished(connected.close);
  return { server, ...connected };
};

/** All records of a kind. @param own members of the profile that are the adapter's own. */
export const readAll = async (
  kind: RecordKind,
  answers: Answers,
  own: object = {},
  asked: Asked = {},
): Promise<Read[]> => {
  const { read } = await openAt(answers, { own });
  return (await read(kind, asked)).map(({ record, losses }) => ({
    record,
    losses: losses.map(({ path, reason }) => `${reason} ${path}`),
  }));
};

/** The one record of a list. */
export const only = (found: readonly Read[]): Read => {
  const [one, ...others] = found;
  if (one === undefined || others.length > 0) throw new Error(`${found.length} records`);
  return one;
};
