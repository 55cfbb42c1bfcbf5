// The access log while the process is killed, the disk is full or the file is renamed (D23): every answer has its entry.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rows } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { type Outcome, startLoad } from '../../support/load.ts';
import { describeWith } from '../../support/programs.ts';
import {
  newFolder,
  type ProcessOptions,
  runRefused,
  type ServiceProcess,
  startProcess,
} from '../../support/service/process.ts';
import { unhurried, until } from '../../support/until.ts';
import { patient, startWorld, usualAnswer } from '../world.ts';
import {
  becomesReady,
  becomesUnready,
  expectEntries,
  expectNothingAnswered,
  isAnswered,
  isRefused,
  mixed,
  readiness,
} from './answered.ts';

vi.setConfig(unhurried);

/** How often the service is killed; KILL_ROUNDS raises it for a longer run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3);

const world = await forThisFile(startWorld());
let folder: string;
beforeEach(({ onTestFinished }) => {
  folder = newFolder();
  world.ehr.received.length = 0;
  world.ehr.answer = usualAnswer;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const start = (more: Partial<ProcessOptions> = {}) => startProcess({ ...world.here, folder, ...more });

/** Ids of the requests with an entry of this phase, in all log files of the folder. */
const idsOf = (service: Pick<ServiceProcess, 'entries'>, phase: 'begun' | 'done') => {
  const files = readdirSync(folder).filter(name => /^access.*\.log$/.test(name));
  return files
    .flatMap(name => service.entries(name))
    .filter(entry => entry.phase === phase)
    .map(({ requestId }) => requestId);
};

const repaired = 'the last line of the access log was torn and has been repaired';

describe('killed under load at random moments', () => {
  test(
    `${rounds} times: every answer has its line, and every write that the EHR received has its "begun" line`,
    async ({ annotate }) => {
      const outcomes: Outcome[] = [];
      const torn: boolean[] = [];
      const reported: boolean[] = [];
      for (let round = 0; round < rounds; round++) {
        await using service = await start();
        reported.push(service.log().some(({ msg }) => msg === repaired));
        const load = startLoad({ clients: 12, next: mixed(world, [service.url]) });
        await until('something is answered', () => load.answered() > 5);
        await wait(Math.random() * 300);
        service.signal('SIGKILL');
        expect(await service.ended).toEqual({ status: null, signal: 'SIGKILL' });
        outcomes.push(...(await load.stop()));
        // A kill within a line is rare, so the test cuts a line itself: the next start must cope with it.
        torn.push(round % 2 === 0);
        if (round % 2 === 0) appendFileSync(join(folder, 'access.log'), '{"time":"2026-01-15T08:30:0');
      }
      await using service = await start();
      reported.push(service.log().some(({ msg }) => msg === repaired));
      await expectEntries(outcomes, { world, idsOf: phase => idsOf(service, phase) });
      expect(torn.filter((isTorn, at) => isTorn && reported[at + 1] === false)).toEqual([]);
      const answered = outcomes.filter(isAnswered).length;
      const refused = outcomes.filter(isRefused).length;
      const cutOff = outcomes.length - answered - refused;
      await annotate(
        `${answered} answered, ${refused} refused by overload, ${cutOff} cut off, ${world.writesReceived().length} writes received`,
      );
      expect(answered).toBeGreaterThan(rounds);
      expect(world.writesReceived()).not.toEqual([]);
    },
    60_000 + rounds * 15_000,
  );
});

describe('one process, one file', () => {
  test('a second process ends with status 70 and a message; the first continues', async () => {
    await using first = await start();
    const second = await runRefused({ ...world.here, folder });
    expect(second.status).toBe(70);
    expect(second.stderr).toMatch(
      /^The service could not be started: ACCESS_LOG_FILE: .*access\.log is locked: another process writes this log\n$/,
    );
    expect((await first.ask(world.usual(10))).status).toBe(200);
    expect(first.entries()).toHaveLength(1);
  });
});

test('a file that is not an access log ends the start with status 70, and stays as it is', async () => {
  writeFileSync(join(folder, 'access.log'), '[\n  { "name": "app" }\n]');
  const { status, stderr } = await runRefused({ ...world.here, folder });
  expect(status).toBe(70);
  expect(stderr).toMatch(
    /^The service could not be started: ACCESS_LOG_FILE: .*access\.log is not an access log: its first line is not an entry; nothing was changed\n$/,
  );
  expect(readFileSync(join(folder, 'access.log'), 'utf8')).toBe('[\n  { "name": "app" }\n]');
});

test('a named pipe ends the start with status 1: it keeps no entries (D23)', async () => {
  execFileSync('mkfifo', [join(folder, 'access.log')]);
  const { status, stderr } = await runRefused({ ...world.here, folder });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'The configuration has faults; nothing was started.\n' +
      '  ACCESS_LOG_FILE: expected the path of the access log, a file on a disk; there is a pipe\n',
  });
});

describe('renamed under load', () => {
  test('nothing is lost: every line is in one of the files, and every request is answered', async () => {
    await using service = await start();
    const load = startLoad({ clients: 8, next: mixed(world, [service.url]) });
    for (let turn = 1; turn <= 5; turn++) {
      const before = load.answered();
      await until('more is answered', () => load.answered() > before + 20);
      renameSync(join(folder, 'access.log'), join(folder, `access.${turn}.log`));
      await until('more is answered to the renamed file', () => load.answered() > before + 40);
      service.signal('SIGHUP');
      await until('a new file', () => existsSync(join(folder, 'access.log')));
    }
    // Answers alone would not do: a busy machine refuses requests, which have no entry.
    await until('the last file has entries', () => service.entries().length > 0);
    const outcomes = await load.stop();
    const accepted = outcomes.filter(one => !isRefused(one));
    expect(accepted.filter(({ sent }) => ![200, 403].includes(sent.status) || sent.error)).toEqual([]);
    await expectEntries(outcomes, { world, idsOf: phase => idsOf(service, phase) });
    expect(idsOf(service, 'done')).toHaveLength(accepted.length);
    expect(service.entries('access.5.log')).not.toHaveLength(0);
  });
});

describeWith('prlimit', 'a full disk, simulated by a limit on file sizes', prlimit => {
  const limit = (service: ServiceProcess, bytes: number | 'unlimited') =>
    execFileSync(prlimit, ['--pid', String(service.pid), `--fsize=${bytes}:unlimited`]);

  test('nothing is answered while the disk is full; the service recovers by itself', async () => {
    await using service = await start();
    expect((await service.ask(world.usual(10))).status).toBe(200);
    limit(service, 1000);
    await until('the disk is full', async () => (await service.send(world.usual(10))).status === 503);
    const full = service.entries().length;
    const asked = world.received();
    await expectNothingAnswered(service, world);
    // It is known that nothing could be answered: the EHR is not asked.
    expect(world.received()).toBe(asked);
    expect(await readiness(service)).toEqual({ status: 503, missing: ['the access log'] });
    expect((await service.send({ path: '/health/live', key: null })).status).toBe(200);
    expect(service.entries()).toHaveLength(full);

    limit(service, 'unlimited');
    for (const { number } of rows) expect((await service.ask(world.usual(number))).status).toBe(200);
    expect(await readiness(service)).toEqual({ status: 200, missing: undefined });
    // Ten operations; the two writes have two lines each.
    expect(service.entries()).toHaveLength(full + 12);
    expect(service.entries().every(({ subject }) => subject === patient)).toBe(true);
  });

  test('no entry is lost under load: every answer with data has its line', async () => {
    await using service = await start();
    const load = startLoad({ clients: 8, pauseMs: 20, next: mixed(world, [service.url]) });
    for (let turn = 0; turn < 3; turn++) {
      const before = load.answered();
      await until('more is answered', () => load.answered() > before + 40);
      limit(service, 2000);
      await becomesUnready(service);
      limit(service, 'unlimited');
      await becomesReady(service);
    }
    const outcomes = await load.stop();
    const refused = outcomes.filter(isRefused);
    expect(refused).not.toEqual([]);
    await expectEntries(outcomes, { world, idsOf: phase => idsOf(service, phase) });
    expect(refused.filter(({ sent }) => sent.text.includes(patient))).toEqual([]);
  });
});

describe('a disk that is full at start', () => {
  test('the service is not ready and answers nothing', async () => {
    // No file may grow.
    await using service = await start({
      awaits: 'live',
      through: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
    });
    const { status } = await until('only the log is missing', async () => {
      const ready = await readiness(service);
      return ready.missing?.join() === 'the access log' ? ready : undefined;
    });
    expect(status).toBe(503);
    await expectNothingAnswered(service, world);
    expect(service.log().filter(({ level }) => level === 'error')).not.toEqual([]);
  });
});
