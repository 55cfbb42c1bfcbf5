// Reads a kind from a producer that gives one answer, over real HTTP.
import { onTestFinished } from 'vitest';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { connect } from './connect.ts';
import { producer } from './soap-server.ts';

/** What the adapter reads of a kind if the producer gives this answer. @param own members of the profile. */
export const readAnswer = async (
  kind: SourceKind,
  answer: string,
  interval: Interval = {},
  own: object = {},
) => {
  const server = await producer(() => answer);
  const connected = connect(server.url, { own });
  onTestFinished(async () => {
    await connected.close();
    await server.close();
  });
  return connected.read(kind, { interval });
};
