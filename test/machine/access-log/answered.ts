// Load on a service whose access log is disturbed, and which of its answers must have an entry.
import { expect } from 'vitest';
import { rows } from '../../http/contract.ts';
import type { Outcome } from '../../support/load.ts';
import type { ServiceProcess } from '../../support/service/process.ts';
import { until } from '../../support/until.ts';
import { faultBody, notAvailable, stranger, type World } from '../world.ts';

/** Reads, writes and refusals whose subject is known, so each has an entry, in turn at each of the services. */
export const mixed = (world: World, urls: readonly string[]) => (count: number) => {
  const number = [10, 2, 3, 1, 8][count % 5] ?? 10;
  const isForbidden = count % 7 === 0;
  const url = urls[count % urls.length] ?? '';
  return { url, ...world.usual(number), ...(isForbidden ? { patient: stranger } : {}) };
};

/** Refused before the subject was known, or because the log is unavailable: such a request has no entry. */
export const isRefused = ({ sent }: Outcome) => sent.text.includes(notAvailable);

export const isAnswered = (outcome: Outcome) => outcome.sent.status !== 0 && !isRefused(outcome);

/** The status of /health/ready, and what it says is missing. */
export const readiness = async (service: ServiceProcess) => {
  const { status, body } = await service.send({ path: '/health/ready', key: null });
  return { status, missing: body.missing };
};

export const becomesReady = (service: ServiceProcess) =>
  until('it is ready again', async () => (await readiness(service)).status === 200);
export const becomesUnready = (service: ServiceProcess) =>
  until('it is not ready', async () => (await readiness(service)).status === 503);

/** Ids of the requests that have an entry of a phase, each as often as it has one. */
export type IdsOf = (phase: 'begun' | 'done') => readonly string[] | Promise<readonly string[]>;

/** Every answer that was started is in the log exactly once, and every write that the EHR received has its "begun" entry. */
export const expectEntries = async (
  outcomes: readonly Outcome[],
  { world, idsOf }: { world: World; idsOf: IdsOf },
) => {
  const all = await idsOf('done');
  const [done, begun] = [new Set(all), new Set(await idsOf('begun'))];
  expect(all).toHaveLength(done.size);
  const missing = outcomes.filter(isAnswered).filter(({ requestId }) => !done.has(requestId));
  expect(missing.map(({ asked, sent }) => `${asked.method} ${asked.path} ${sent.status}`)).toEqual([]);
  expect(world.writesReceived().filter(id => !begun.has(id))).toEqual([]);
};

/** Every operation is refused, no answer contains record data, and the EHR receives no write. */
export const expectNothingAnswered = async (service: ServiceProcess, world: World) => {
  const before = world.writesReceived().length;
  const answers = await Promise.all(rows.map(row => service.send(world.usual(row.number))));
  for (const [at, row] of rows.entries()) {
    const { status, headers, body } = answers[at] ?? {};
    const expected = row.number === 8 ? 500 : 503;
    expect({ status, body }).toStrictEqual({
      status: expected,
      body: faultBody(row, expected, notAvailable),
    });
    expect(headers?.['retry-after']).toBe('5');
  }
  expect(world.writesReceived()).toHaveLength(before);
};
