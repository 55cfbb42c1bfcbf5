// Rolling restarts of two instances behind the nginx of deploy/, under a steady load, with one EHR that is slow: no call fails.
// In the suite, each instance restarts once. ROLLING_RESTART_MINUTES=15 goes on for that long, with 30 calls a second and an EHR
// that takes 14 s, and prints figures.
import { rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { everyScope } from '../http/contract.ts';
import { type Outcome, startPacedLoad } from '../support/load.ts';
import { describeWith } from '../support/programs.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { type Nginx, startNginx } from '../support/servers/nginx.ts';
import { newFolder, type ServiceProcess, startProcess } from '../support/service/process.ts';
import { notAvailable, patient, startWorld, usualAnswer, type World } from './world.ts';

const minutes = Number(process.env.ROLLING_RESTART_MINUTES ?? 0);
const isLong = minutes > 0;
/** Milliseconds that the slow EHR takes for an answer. */
const slowMs = isLong ? 14_000 : 2000;
const perSecond = isLong ? 30 : 10;
/** Callers: one may have eight calls to a system in flight (D31). */
const callers = 60;

vi.setConfig({ testTimeout: 180_000 + minutes * 60_000, hookTimeout: 120_000 });

const kinds = ['appointments', 'patients', 'contacts', 'attentionSignals', 'videoMeetings', 'prescriptions'];

const statusesOf = (outcomes: readonly Outcome[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { sent } of outcomes) {
    const outcome = String(sent.error ?? sent.status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};

describeWith('nginx', 'two instances behind nginx', program => {
  let world: World;
  let slow: EhrServer;
  let nginx: Nginx;
  let instances: [Instance, Instance];
  let tokens: readonly string[];

  /** An instance that keeps its address and its access log when its process is replaced. */
  type Instance = { readonly port: number; readonly logs: object[]; process: ServiceProcess };

  const startAt = async (port: number, folder?: string): Promise<ServiceProcess> => {
    const system = { adapter: 'extracts', timeoutMs: slowMs + 10_000 };
    return startProcess({
      ...world.here,
      ...(folder === undefined ? {} : { folder }),
      port,
      profile: {
        systems: { ehr: { ...system, baseUrl: world.ehr.url }, slow: { ...system, baseUrl: slow.url } },
        sources: { ...Object.fromEntries(kinds.map(kind => [kind, 'ehr'])), journalNotes: 'slow' },
      },
      settings: {
        TRUST_PROXY: '127.0.0.1',
        REQUEST_TIMEOUT_MS: String(slowMs + 10_000),
        SHUTDOWN_DELAY_MS: '2000',
      },
    });
  };

  /** Replaces the process of an instance, which is stopped by a signal. */
  const restart = async (instance: Instance, signal: 'SIGTERM' | 'SIGKILL') => {
    const { process: old } = instance;
    old.signal(signal);
    expect(await old.ended).toEqual(
      signal === 'SIGTERM' ? { status: 0, signal: null } : { status: null, signal },
    );
    instance.logs.push(...old.log());
    instance.process = await startAt(instance.port, old.folder);
  };

  beforeAll(async () => {
    world = await startWorld();
    slow = await ehrServer(async (received, response) => {
      await wait(slowMs);
      return usualAnswer(received, response);
    });
    const exp = Math.floor(Date.now() / 1000) + 60 * (minutes + 10);
    tokens = await Promise.all(
      Array.from({ length: callers }, (_, at) =>
        world.issuer.sign({ patient, scope: everyScope, sub: `user-${at}`, exp }),
      ),
    );
    const start = async (): Promise<Instance> => {
      const port = await freePort();
      return { port, logs: [], process: await startAt(port, newFolder()) };
    };
    instances = [await start(), await start()];
    nginx = await startNginx(program, [instances[0].port, instances[1].port]);
  });

  afterAll(async () => {
    await nginx.close();
    for (const { process: service } of instances) {
      await service[Symbol.asyncDispose]();
      rmSync(service.folder, { recursive: true, force: true });
    }
    await slow.close();
    await world.close();
  });

  const startLoad = (operations: readonly number[]) =>
    startPacedLoad({
      perSecond,
      agent: new Agent({ keepAlive: true, ca: nginx.ca }),
      next: count => ({
        url: nginx.url,
        ...world.usual(operations[count % operations.length] ?? 10),
        token: tokens[count % callers],
      }),
    });

  /** The calls that failed, but for those that a busy machine refused as overload, which have nothing to do with restarts. */
  const failed = (outcomes: readonly Outcome[]) => {
    const lines = instances.flatMap(({ logs, process: service }) => [...logs, ...service.log()]);
    const overloaded = new Set(
      lines.flatMap(line => {
        const { reason, requestId } = line as { reason?: string; requestId?: string };
        return reason?.startsWith('overload-') ? [requestId] : [];
      }),
    );
    return outcomes
      .filter(({ requestId, sent }) => !(sent.text.includes(notAvailable) && overloaded.has(requestId)))
      .filter(({ sent }) => sent.status !== 200 || sent.error !== undefined)
      .map(({ asked, sent }) => [asked.method, asked.path, sent.status, sent.error, sent.text]);
  };

  const doneIds = () =>
    instances.flatMap(({ process: service }) =>
      service.entries().flatMap(({ phase, requestId }) => (phase === 'done' ? [requestId] : [])),
    );

  test('rolling restarts: every call is answered, and each has one entry in an access log', async () => {
    const load = startLoad([3, 2, 10, 6, 9, 1, 7, 4, 8, 3]);
    const until = Date.now() + minutes * 60_000;
    let restarts = 0;
    do {
      for (const instance of instances) {
        await wait(1000);
        await restart(instance, 'SIGTERM');
        restarts++;
      }
    } while (Date.now() < until);
    const outcomes = await load.stop();
    if (isLong) {
      const load = loadavg().map(one => one.toFixed(1));
      const figures = { minutes, restarts, calls: outcomes.length, statuses: statusesOf(outcomes), load };
      process.stdout.write(`${JSON.stringify(figures)}\n`);
    }
    expect(failed(outcomes)).toEqual([]);
    const answered = outcomes.filter(({ sent }) => sent.status === 200);
    expect(answered.length).toBeGreaterThan(perSecond * 4);
    expect(doneIds().toSorted()).toEqual(answered.map(({ requestId }) => requestId).toSorted());
    for (const { port, process: service } of instances)
      expect(service.entries().length, String(port)).toBeGreaterThan(0);
  });

  test('kill -9: every read is answered', async () => {
    const load = startLoad([3, 10, 6, 9, 7, 4, 8, 3]);
    for (const instance of instances) {
      // nginx asks each instance once: a call that began while the other one was away has nowhere left to go.
      await wait(slowMs + 1000);
      await restart(instance, 'SIGKILL');
    }
    const outcomes = await load.stop();
    expect(failed(outcomes)).toEqual([]);
    const ids = new Set(doneIds());
    const answered = outcomes.filter(({ sent }) => sent.status === 200).map(({ requestId }) => requestId);
    expect(answered.length).toBeGreaterThan(perSecond * 4);
    expect(answered.filter(requestId => !ids.has(requestId))).toEqual([]);
  });
});
