// `npm run night`: two instances behind nginx with PostgreSQL, Redis and Prometheus, as deploy/ has them, through one fault after the other,
// while apps call every operation. It counts answers, entries of the access log and alerts, and fails where an answer has no entry or an
// alert does not begin and end with its incident. The rules are the shipped ones with every duration divided by the factor.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, listenToAnyHost } from '../../sandbox/listen.ts';
import { people } from '../../sandbox/patients/patients.ts';
import { call, everyScope, rowOf, rows } from '../http/contract.ts';
import { isAnswered } from '../machine/access-log/answered.ts';
import { patient, startWorld, usualAnswer } from '../machine/world.ts';
import { type Outcome, startPacedLoad } from '../support/load.ts';
import { findProgram } from '../support/programs.ts';
import type { EhrServer } from '../support/servers/ehr-server.ts';
import { newKey } from '../support/servers/issuer.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { ownByServer, startPostgresql } from '../support/servers/postgresql.ts';
import { startRedis } from '../support/servers/redis.ts';
import { newFolder, startProcess } from '../support/service/process.ts';
import { smallDisk } from '../support/small-disk.ts';
import { spawnTool } from '../tools/spawn-tool.ts';
import { startPrometheus } from './prometheus.ts';

const { values: options } = parseArgs({
  options: {
    /** What the durations of the shipped alerts are divided by: 1 is a real night of three hours. */
    factor: { type: 'string', default: '20' },
    /** Only the faults whose name has this text. */
    only: { type: 'string', default: '' },
  },
});
const factor = Number(options.factor);
if (!(factor >= 1)) throw new Error('--factor: 1 or more');
const perSecond = 30;
const write = (text: string) => process.stdout.write(`${text}\n`);

const program = (name: string): string => {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
};

const minuteMs = 60_000 / factor;
/** How long a fault lasts: longer than the longest "for" of the alerts that it is to raise. */
const faultMs = 8 * minuteMs;
/** How long an alert may last when its fault is over: the longest window of those alerts, and their evaluations. */
const mostAfterMs = 15 * minuteMs;
/** Milliseconds that the service waits for the EHR, and that a slow EHR takes. */
const timeoutMs = 2000;
const slowMs = 3000;
/** Callers: one may have eight calls to a system in flight, and the circuit opens by several patients (D31). */
const callers = 60;
const patients = Object.values(people).map(({ number }) => number);

type Fault = {
  readonly name: string;
  begin(): unknown;
  end(): unknown;
  /** The alerts that it must raise, and those that it may, by how many calls there are. */
  readonly alerts?: readonly string[];
  readonly possible?: readonly string[];
};
/** A fault, and what happened from its begin to that of the next one. */
type Part = Fault & { readonly outcomes: readonly Outcome[]; readonly from: number; readonly over: number };

await using stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stack.disposeAsync().then(() => process.exit(130)));
const folder = mkdtempSync(join(tmpdir(), 'night-'));
stack.defer(() => rmSync(folder, { recursive: true, force: true }));
const world = await startWorld();
stack.defer(world.close);
const server = await startPostgresql(program('postgres'));
stack.defer(server.close);
const redis = await startRedis(program('redis-server'));
stack.defer(redis.close);
const database = await server.newDatabase();

/** For the database's tables; the write-ahead log is not on it, because without room for it the server stops. */
const disk = process.getuid?.() === 0 ? smallDisk(60) : undefined;
if (disk !== undefined) {
  stack.defer(() => server.kill().then(disk.remove));
  ownByServer(disk.path);
  await server.query('postgres', `create tablespace small location '${disk.path}'`);
  await server.query('postgres', `alter database ${database} set tablespace small`);
}

const newInstance = async () => {
  const [port, adminPort, ownFolder] = [await freePort(), await freePort(), newFolder()];
  stack.defer(() => rmSync(ownFolder, { recursive: true, force: true }));
  const settings = {
    ACCESS_LOG_FILE: '',
    ACCESS_LOG_URL: server.url('service', database),
    ADMIN_PORT: String(adminPort),
    REDIS_URL: redis.url,
    SHUTDOWN_DELAY_MS: '2000',
    TRUST_PROXY: '127.0.0.1',
  };
  const start = () =>
    startProcess({ ...world.here, port, folder: ownFolder, system: { timeoutMs }, settings });
  let process = await start();
  stack.defer(() => process[Symbol.asyncDispose]());
  return {
    port,
    adminAddress: `127.0.0.1:${adminPort}`,
    stop: async (signal: 'SIGKILL' | 'SIGTERM') => {
      process.signal(signal);
      await process.ended;
    },
    start: async () => {
      process = await start();
    },
  };
};
const [one, other] = [await newInstance(), await newInstance()];
const nginx = await startNginx(program('nginx'), [one.port, other.port]);
stack.defer(nginx.close);

/** What node_exporter would serve of the regular `verify`. */
const metricsOfVerify = join(folder, 'verify.prom');
const exporter = await listenToAnyHost(
  (_, response) => void response.end(readFileSync(metricsOfVerify, 'utf8')),
  0,
);
stack.defer(exporter.close);
const verify = () =>
  spawnTool('access-log', ['verify', '--head', '--keep', folder, '--metrics', metricsOfVerify], {
    cwd: folder,
    env: { ACCESS_LOG_URL: server.url('owner', database) },
  });
await verify();

const prometheus = await startPrometheus({
  program: program('prometheus'),
  folder,
  factor,
  targets: [one.adminAddress, other.adminAddress],
  exporter: new URL(exporter.url).host,
});
stack.defer(prometheus.close);

const answers = (answer: EhrServer['answer']) => () => {
  world.ehr.answer = answer;
};
const works = answers(usualAnswer);
/** What a busy machine may raise at any time. */
const ofTheMachine = ['AccessLogSlow', 'EventLoopLags', 'RequestsSlow', 'RequestsRefusedForOverload'];
const logFails = ['AccessLogNotWritable', 'PatientDataAccessNotReady', 'RequestsFail'];
/** Signed by a key that the instances have not seen, while the issuer is away. */
let unknownToken: string | undefined;

const faults: readonly Fault[] = [
  { name: 'none', begin: () => {}, end: () => {} },
  {
    name: 'the EHR is down',
    begin: answers((_, response) => response.destroy()),
    end: works,
    alerts: ['EhrCircuitOpen', 'RequestsFail'],
    possible: ['EhrCallsFail'],
  },
  {
    name: 'the EHR is slow',
    begin: answers(async (received, response) => {
      await wait(slowMs);
      usualAnswer(received, response);
    }),
    end: works,
    alerts: ['EhrCircuitOpen', 'RequestsFail'],
    possible: ['EhrCallsFail', 'EhrPlacesTaken'],
  },
  { name: 'the database is stopped', begin: server.kill, end: server.restart, alerts: logFails },
  ...(disk === undefined
    ? []
    : [
        {
          name: "the database's disk is full",
          begin: () => disk.fill(8192),
          end: disk.free,
          alerts: logFails,
        },
      ]),
  { name: 'Redis is down', begin: redis.kill, end: redis.restart, alerts: ['RedisUnreachable'] },
  {
    name: 'an instance is killed',
    begin: () => one.stop('SIGKILL'),
    end: one.start,
    alerts: ['PatientDataAccessDown'],
  },
  {
    name: 'both instances are restarted, one after the other',
    begin: async () => {
      for (const instance of [one, other]) {
        await instance.stop('SIGTERM');
        await instance.start();
      }
    },
    end: () => {},
    // A start of some seconds is longer than what is left of two minutes.
    possible: ['PatientDataAccessDown'],
  },
  {
    name: "the issuer's keys are down",
    begin: async () => {
      const key = await newKey();
      world.issuer.available = false;
      world.issuer.keys.push(key);
      unknownToken = await world.issuer.sign({ patient, scope: everyScope, exp }, { key });
    },
    end: () => {
      world.issuer.available = true;
    },
    alerts: ['RequestsFail'],
  },
];

const exp = Math.floor(Date.now() / 1000) + 24 * 3600;
const tokens = await Promise.all(
  Array.from({ length: callers }, (_, at) =>
    world.issuer.sign({ patient: patients[at % patients.length], scope: everyScope, sub: `user-${at}`, exp }),
  ),
);
const startCalls = () =>
  startPacedLoad({
    perSecond,
    agent: new Agent({ keepAlive: true, ca: nginx.ca }),
    next: count => {
      const token = count % 5 === 0 && unknownToken !== undefined ? unknownToken : tokens[count % callers];
      return { url: nginx.url, ...call(rowOf((count % rows.length) + 1), { token }) };
    },
  });

/** A fault, and what comes after it until no alert fires any more. The calls of the next part begin before those of this one end. */
let calls = startCalls();
const through = async (fault: Fault): Promise<Part> => {
  write(`${new Date().toTimeString().slice(0, 8)} ${fault.name}`);
  const from = Date.now();
  await fault.begin();
  await wait(faultMs);
  const over = Date.now();
  await fault.end();
  // An alert may still be about to fire.
  await wait(3 * minuteMs);
  while ((await prometheus.isFiring()) && Date.now() - over < mostAfterMs) await wait(500);
  await wait(minuteMs);
  const before = calls;
  calls = startCalls();
  return { ...fault, outcomes: await before.stop(), from, over };
};

const parts: Part[] = [];
for (const fault of faults.filter(({ name }) => name.includes(options.only)))
  parts.push(await through(fault));
const atTheEnd = await calls.stop();
const fired = await prometheus.fired(parts[0]?.from ?? 0, Date.now());

const idsOf = async (phase: string): Promise<readonly string[]> => {
  const of = 'select request_id as id from access_log.entries where phase = $1';
  return (await server.query<{ id: string }>(database, of, [phase])).map(({ id }) => id);
};
const done = await idsOf('done');
const [inLog, begun] = [new Set(done), new Set(await idsOf('begun'))];
const wrong: string[] = [];

const countsOf = (outcomes: readonly Outcome[]): string =>
  [...Map.groupBy(outcomes, ({ sent }) => `${sent.error ?? sent.status} ${sent.headers['x-error'] ?? ''}`)]
    .map(([said, { length }]) => `${said.trim()}: ${length}`)
    .toSorted()
    .join(', ');
const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

for (const [at, { name, outcomes, from, over, alerts = [], possible = [] }] of parts.entries()) {
  const without = outcomes.filter(one => isAnswered(one) && !inLog.has(one.requestId));
  for (const { asked, sent } of without)
    wrong.push(`${name}: without an entry: ${asked.method} ${asked.path} ${sent.status} ${sent.text}`);
  const entries = outcomes.filter(({ requestId }) => inLog.has(requestId)).length;
  write(`\n${name}, ${seconds(over - from)}: ${outcomes.length} calls (${countsOf(outcomes)})`);
  write(`  ${entries} entries; answers without one: ${without.length}`);
  const next = parts[at + 1]?.from ?? Number.POSITIVE_INFINITY;
  const its = fired.filter(({ begin }) => begin >= from && begin < next);
  for (const { alert, labels, begin, end } of its) {
    write(
      `  ${alert} ${labels}: ${seconds(begin - from)} after its begin to ${seconds(end - over)} after its end`,
    );
    if (![...alerts, ...possible, ...ofTheMachine].includes(alert))
      wrong.push(`${name}: ${alert} ${labels} fired`);
    if (end - over > mostAfterMs) wrong.push(`${name}: ${alert} ${labels} did not end`);
  }
  for (const alert of alerts)
    if (!its.some(one => one.alert === alert)) wrong.push(`${name}: ${alert} did not fire`);
}
const writes = world.writesReceived();
for (const id of writes) if (!begun.has(id)) wrong.push(`a write reached the EHR without its entry: ${id}`);
const verified = await verify();
if (verified.status !== 0) wrong.push(`verify: ${verified.out}${verified.err}`);

const all = [...parts.flatMap(({ outcomes }) => outcomes), ...atTheEnd];
write(`\nAll: ${all.length} calls (${countsOf(all)})`);
write(
  `${done.length} entries of answers (${done.length - inLog.size} twice), ${begun.size} of writes that begin; `,
);
write(`${writes.length} writes at the EHR. verify: ${verified.err.trim().split('\n').at(-1)}`);
if (disk === undefined) write('Skipped: a full disk of the database (only root can mount a tmpfs).');
write(`Durations of the rules were divided by ${factor}: a minute of theirs is ${seconds(minuteMs)} here.`);
write(wrong.length === 0 ? 'Nothing was wrong.' : `\nWrong:\n${wrong.slice(0, 50).join('\n')}`);
await stack.disposeAsync();
process.exit(wrong.length === 0 ? 0 : 1);
