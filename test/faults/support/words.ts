// Words of the EHR that must stay with it (D34), and the search for them in all that the service puts out.
import { expect } from 'vitest';
import type { TestService } from '../../support/service/service.ts';
import { requests } from './operations.ts';
import type { Behaviour, TcpServer } from './tcp-server.ts';

/** A name and two numbers, in letters that may stand anywhere: in an element's name, a header, an encoding. */
const words = ['Tolvansson', '19890101.9802', '1912-12-12-1212'];
export const said = words.join('_');

/** Sends a text as it is, and ends the connection. */
export const bytes =
  (text: string): Behaviour =>
  socket =>
    socket.end(text);

/** Calls every operation, and finds none of the words in logs, metrics and answers. */
export const expectSilence = async (
  service: TestService,
  { ehr, behaviour, token }: { ehr: TcpServer; behaviour: Behaviour; token: string },
) => {
  ehr.behave = behaviour;
  const before = ehr.requests();
  const answers = [];
  // One after the other, because a user has only a share of the concurrent calls.
  for (const request of requests) answers.push(await service.ask({ ...request, token }));
  expect(ehr.requests() - before).toBeGreaterThanOrEqual(6);
  const everywhere = [
    JSON.stringify(service.log()),
    JSON.stringify(service.entries()),
    await service.scrape(),
    ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
  ];
  for (const word of words) {
    for (const text of everywhere) expect(text.includes(word), word).toBe(false);
  }
};
