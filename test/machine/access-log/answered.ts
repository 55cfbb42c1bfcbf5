// Load on a service whose access log is disturbed, and which of its answers must have an entry.
import type { Outcome } from '../../support/load.ts';
import type { ServiceProcess } from '../../support/service/process.ts';
import { until } from '../../support/until.ts';
import { notAvailable, stranger, type World } from '../world.ts';

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
