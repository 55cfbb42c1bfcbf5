// How the cost of a request grows with what there can be many of.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../../sandbox/listen.ts';
import { chainedLines } from '../../src/adapters/access-log/chain.ts';
import { entryOf } from '../../test/adapters/access-log/entry.ts';
import { type Issuer, startIssuer } from '../../test/support/servers/issuer.ts';
import { hashOf, key, type ServiceOptions } from '../../test/support/service/service.ts';
import { patientOfNotes, smallNotes } from '../../test/support/small-notes.ts';
import { verifyFiles } from '../../tools/access-log/verify-files.ts';
import { kinds } from '../data/kinds.ts';
import { callerOf, loop } from '../load.ts';
import { cpuSeconds } from '../servers/process-tree.ts';
import type { Client } from '../servers/world.ts';

/** What one size costs, in milliseconds of CPU. */
export type Point = { readonly size: number; readonly cpu: number };
export type Curve = { readonly name: string; readonly points: readonly Point[] };

/** How requests are sent, and what answers them. */
type Load = {
  /** Requests after as many to warm up. */
  readonly requests: number;
  readonly inFlight: number;
  /** The document that the EHR answers. */
  readonly answer: Buffer;
  /** Milliseconds until the EHR answers. */
  readonly delay?: number;
  /** How the service is configured besides. */
  readonly options?: Partial<ServiceOptions>;
};

/** Requests of one user in flight, at about: fewer than a system takes of one (D31). */
const ofOneUser = 2;

const clientsFor = (issuer: Issuer, users: number): Promise<Client[]> =>
  Promise.all(
    Array.from({ length: users }, async (_, at) => ({
      patient: patientOfNotes,
      token: await issuer.sign({ patient: patientOfNotes, scope: kinds.note.scope, sub: `user-${at}` }),
    })),
  );

const startEhr = ({ answer, delay = 0 }: Pick<Load, 'answer' | 'delay'>) =>
  listen(async (_, response) => {
    if (delay > 0) await wait(delay);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(answer);
  }, 0);

const startOpenService = async (options: ServiceOptions) => {
  const child = fork(join(import.meta.dirname, '../servers/open-service.ts'));
  child.send(options);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { name: 'service' as const, url, pid: child.pid ?? 0, close: () => void child.disconnect() };
};

/** Milliseconds of CPU of a request. */
const costOf = async ({ requests, inFlight, options, ...answers }: Load): Promise<number> => {
  const issuer = await startIssuer();
  const ehr = await startEhr(answers);
  const service = await startOpenService({
    issuer: { url: issuer.url },
    ehr: ehr.url,
    system: { maxConcurrent: 5000, timeoutMs: 300_000 },
    ...options,
  });
  const clients = await clientsFor(issuer, Math.ceil(inFlight / ofOneUser));
  const caller = callerOf(service, clients, inFlight);
  const askAll = () => loop(caller, { size: kinds.note, concurrency: inFlight, send: { requests } });
  await askAll();
  const before = cpuSeconds(service.pid);
  await askAll();
  const cpu = ((cpuSeconds(service.pid) - before) / requests) * 1000;
  await caller.close();
  service.close();
  await ehr.close();
  await issuer.close();
  return cpu;
};

const notes = (asked: Parameters<typeof smallNotes>[0]) => smallNotes(asked).bytes;

/** Requests that take a second or two, where one costs in proportion to its size. */
const requestsFor = (size: number) => Math.max(20, Math.round(60_000 / size));

const subscriptionsOf = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, at) => ({ name: `app-${at}`, keys: [hashOf(`key-${at}`)] })),
  { name: 'app', keys: [hashOf(key)], rateLimit: 1_000_000 },
];

const keywords = (count: number) => Array.from({ length: count }, (_, at) => `Sökord ${at}`);

/** Milliseconds of CPU to verify a file of so many entries. */
const verified = async (entries: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'));
  const file = join(folder, 'access.log');
  const written = Array.from({ length: entries }, () => JSON.stringify(entryOf(randomUUID())));
  writeFileSync(file, chainedLines(written, null).text);
  const before = process.cpuUsage();
  const { breaks } = await verifyFiles([file]);
  const { user, system } = process.cpuUsage(before);
  rmSync(folder, { recursive: true });
  if (breaks.length > 0) throw new Error(`the log is broken: ${breaks.join('; ')}`);
  return (user + system) / 1000;
};

/** What there can be many of, in which sizes, and what the cost of one size is. */
const curves: Readonly<
  Record<string, { readonly sizes: readonly number[]; cost(size: number): Promise<number> }>
> = {
  'records of an answer': {
    sizes: [250, 1000, 4000],
    cost: size => costOf({ requests: requestsFor(size), inFlight: 4, answer: notes({ records: size }) }),
  },
  'values of a record': {
    sizes: [1000, 4000, 16_000],
    cost: size =>
      costOf({
        requests: requestsFor(size / 4),
        inFlight: 4,
        answer: notes({ records: 1, values: size }),
      }),
  },
  'keywords that a release rule withholds, 250 records': {
    sizes: [10, 1000, 10_000],
    cost: size =>
      costOf({
        requests: 200,
        inFlight: 4,
        answer: notes({ records: 250 }),
        options: { profile: { release: { withhold: { keywords: keywords(size) } } } },
      }),
  },
  'requests in flight': {
    sizes: [16, 256, 4000],
    cost: size =>
      costOf({
        requests: Math.max(4000, 3 * size),
        inFlight: size,
        answer: notes({ records: 1 }),
        delay: size / 2,
      }),
  },
  subscriptions: {
    sizes: [10, 1000, 10_000],
    cost: size =>
      costOf({
        requests: 4000,
        inFlight: 16,
        answer: notes({ records: 1 }),
        options: { subscriptions: subscriptionsOf(size) },
      }),
  },
  'entries of an access log, verified': { sizes: [10_000, 40_000, 160_000], cost: verified },
};

/** Measures each size in processes of their own. */
export const measureCurves = async (): Promise<Curve[]> => {
  const measured: Curve[] = [];
  for (const [name, { sizes, cost }] of Object.entries(curves)) {
    const points: Point[] = [];
    for (const size of sizes) points.push({ size, cpu: await cost(size) });
    measured.push({ name, points });
  }
  return measured;
};
