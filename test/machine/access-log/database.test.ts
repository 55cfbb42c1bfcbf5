// The access log in a database while the service or the database is killed, hangs, runs out of disk space or refuses
// statements (D23, D34): every answered request is in the log exactly once.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, documentOf, everyScope, rowOf, rows } from '../../http/contract.ts';
import { type Outcome, startLoad } from '../../support/load.ts';
import { describeWith, findProgram } from '../../support/programs.ts';
import { xml } from '../../support/servers/ehr-server.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/servers/postgresql.ts';
import {
  newFolder,
  type ProcessOptions,
  runRefused,
  type ServiceProcess,
  startProcess,
} from '../../support/service/process.ts';
import { startService } from '../../support/service/service.ts';
import { unhurried, until } from '../../support/until.ts';
import { patient, startWorld, usualAnswer, type World } from '../world.ts';
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

/** How often the service is killed; the database is killed half as often. KILL_ROUNDS=20 takes minutes. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3);

let world: World;
let server: PostgresqlServer;
let database: string;
let folder: string;

const settings = () => ({ ACCESS_LOG_FILE: '', ACCESS_LOG_URL: server.url('service', database) });
const start = (more: Partial<ProcessOptions> = {}) =>
  startProcess({ ...world.here, folder, settings: settings(), ...more });

type Line = { readonly request_id: string; readonly phase: string; readonly subject: string };

const linesInLog = () =>
  server.query<Line>(database, 'select request_id, phase, subject from access_log.entries');

const idsOf = async (phase: string) =>
  (await linesInLog()).filter(line => line.phase === phase).map(({ request_id }) => request_id);

/** A busy machine may refuse a request for overload. */
const becomesAnswered = (service: ServiceProcess) =>
  until('a request is answered', async () => (await service.send(world.usual(10))).status === 200);

describeWith('postgres', 'the access log in PostgreSQL', program => {
  beforeAll(async () => {
    [world, server] = await Promise.all([startWorld(), startPostgresql(program)]);
  });
  afterAll(() => Promise.all([world.close(), server.close()]));
  beforeEach(async ({ onTestFinished }) => {
    folder = newFolder();
    database = await server.newDatabase();
    world.ehr.received.length = 0;
    world.ehr.answer = usualAnswer;
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  });

  test('each member of an entry comes from the token, the connection, the profile or the records into its column', async () => {
    const units = [...Array(60).keys()].map(at => `SE2321000016-${100 + at}`);
    world.ehr.answer = ({ path, query }, response) => {
      const [root, extract, rest] = documentOf(path, query.get('patient') ?? '')
        .split(/(<(\w+EHRExtract)>.*<\/\2>)/)
        .filter((_, at) => at !== 2);
      const of = (unit: string) =>
        extract?.replace(/(<\/\w+EHRExtract>)$/, `<CareUnit><UnitID extension="${unit}"/></CareUnit>$1`);
      xml(response, [root, ...[...units, ...units].map(of), rest].join(''));
    };
    const service = await startService({
      ...world.here,
      profile: { name: 'Region Kolumn' },
      settings: {
        ...settings(),
        AUTH_PARTNER_CLIENTS: 'partner',
        AUTH_UNIT_CLAIM: 'care_unit',
        AUTH_USER_CLAIM: 'employee',
        TRUST_PROXY: '127.0.0.1',
      },
    });
    const token = await world.issuer.sign({
      sub: 'partner-1',
      client_id: 'partner',
      scope: everyScope,
      care_unit: 'SE2321000016-1A2B',
      employee: 'SE2321000016-9Z8Y',
    });
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '[2001:DB8:0:0::1]:4711' };
    const answered = await service.ask(call(rowOf(10), { token, patient, headers }));
    await service.close();
    expect({ status: answered.status, records: answered.body.length }).toEqual({ status: 200, records: 120 });
    const columns = await server.query(
      database,
      'select region, instance, address, unit, user_id, systems, units, prev, caller, subject, ground from access_log.entries',
    );
    expect(columns).toEqual([
      {
        region: 'Region Kolumn',
        instance: expect.stringMatching(/^[\w.-]+\/[0-9a-f]{12}$/),
        address: '2001:db8::1',
        unit: 'SE2321000016-1A2B',
        user_id: 'SE2321000016-9Z8Y',
        systems: ['ehr'],
        units: [...units.slice(0, 50), '+10'],
        prev: null,
        caller: 'partner-1',
        subject: patient,
        ground: 'partner',
      },
    ]);
  });

  test('a new password in its file is used without a restart', async () => {
    const rules = join(server.folder, 'data', 'pg_hba.conf');
    const trusting = readFileSync(rules, 'utf8');
    const file = join(folder, 'password');
    const { password = '' } = server.connection('service', database);
    const url = server.url('service', database).replace(`:${password}`, '');
    const ask = (statement: string) => server.query(database, statement);
    const setPassword = (changed: string) => ask(`alter role service password '${changed}'`);
    const setRules = async (text: string) => {
      writeFileSync(rules, text);
      await ask('select pg_reload_conf()');
    };
    await setRules(`host all service 127.0.0.1/32 scram-sha-256\n${trusting}`);
    try {
      writeFileSync(file, password);
      await using service = await start({
        settings: { ACCESS_LOG_FILE: '', ACCESS_LOG_URL: url, ACCESS_LOG_PASSWORD: `file:${file}` },
      });
      await becomesAnswered(service);
      await setPassword('synthetic-renewed');
      await ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`);
      await becomesUnready(service);
      writeFileSync(file, 'synthetic-renewed');
      await becomesReady(service);
      await becomesAnswered(service);
      expect(JSON.stringify(service.log())).not.toMatch(/synthetic-(?:service|renewed)/);
    } finally {
      await setPassword(password);
      await setRules(trusting);
    }
  });

  test(
    `service killed ${rounds} times under load: every answered request is in the log exactly once`,
    async ({ annotate }) => {
      const outcomes: Outcome[] = [];
      for (let round = 0; round < rounds; round++) {
        await using service = await start();
        const load = startLoad({ clients: 12, next: mixed(world, [service.url]) });
        await until('something is answered', () => load.answered() > 5);
        await wait(Math.random() * 300);
        service.signal('SIGKILL');
        await service.ended;
        outcomes.push(...(await load.stop()));
      }
      await expectEntries(outcomes, { world, idsOf });
      const answered = outcomes.filter(isAnswered).length;
      await annotate(
        `${answered} answered, ${(await linesInLog()).length} lines, ${world.writesReceived().length} writes`,
      );
      expect(answered).toBeGreaterThan(rounds);
      expect(world.writesReceived()).not.toEqual([]);
    },
    60_000 + rounds * 20_000,
  );

  test(
    `database killed ${Math.ceil(rounds / 2)} times under load from two instances: no entry is lost or duplicated`,
    async ({ annotate }) => {
      await using one = await start();
      await using other = await startProcess({ ...world.here, settings: settings() });
      const load = startLoad({
        clients: 12,
        pauseMs: 20,
        next: mixed(world, [one.url, other.url]),
        // Real clients continue after a refusal; so does this one.
        endsWith: () => false,
      });
      for (let round = 0; round < Math.ceil(rounds / 2); round++) {
        const before = load.answered();
        await until('more is answered', () => load.answered() > before + 30);
        await wait(Math.random() * 300);
        await server.kill();
        await Promise.all([becomesUnready(one), becomesUnready(other)]);
        await server.restart();
        await Promise.all([becomesReady(one), becomesReady(other)]);
      }
      const outcomes = await load.stop();
      await expectEntries(outcomes, { world, idsOf });
      const answered = outcomes.filter(isAnswered).length;
      const refused = outcomes.filter(isRefused).length;
      await annotate(
        `${answered} answered, ${refused} refused, ${(await linesInLog()).length} lines, ${world.writesReceived().length} writes`,
      );
      expect(outcomes.filter(one => isRefused(one) && one.sent.text.includes(patient))).toEqual([]);
      for (const service of [one, other]) expect(JSON.stringify(service.log())).not.toContain(patient);
    },
    60_000 + rounds * 40_000,
  );

  test('a hanging database blocks all answers; the service recovers by itself', async () => {
    await using service = await start({ settings: { ...settings(), REQUEST_TIMEOUT_MS: '2500' } });
    expect((await service.ask(world.usual(10))).status).toBe(200);
    server.freeze();
    try {
      await expectNothingAnswered(service, world);
      expect(await readiness(service)).toEqual({ status: 503, missing: ['the access log'] });
      expect((await service.send({ path: '/health/live', key: null })).status).toBe(200);
    } finally {
      server.thaw();
    }
    await becomesReady(service);
    expect((await service.ask(world.usual(10))).status).toBe(200);
    const ids = await idsOf('done');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a database that refuses inserts blocks all answers; the service recovers by itself', async () => {
    await using service = await start();
    await server.query(database, 'revoke insert on access_log.entries from access_log_writer');
    await becomesUnready(service);
    await expectNothingAnswered(service, world);
    await server.query(database, 'grant insert on access_log.entries to access_log_writer');
    await becomesReady(service);
    for (const { number } of rows) expect((await service.ask(world.usual(number))).status).toBe(200);
    // Ten operations; the two writes have two lines each.
    const lines = await linesInLog();
    expect(lines).toHaveLength(12);
    expect(lines.every(({ subject }) => subject === patient)).toBe(true);
  });

  describe.skipIf(findProgram('prlimit') === undefined && process.env.NOTHING_SKIPS === undefined)(
    'its disk is full (simulated by a limit of file sizes)',
    () => {
      test('a full disk blocks all answers; the service recovers by itself', async () => {
        await using service = await start();
        const fill = `insert into access_log.entries (id, time, request_id, operation, phase, subscription, scope)
select gen_random_uuid(), now(), '', '', 'done', '', '' from generate_series(1, 20000)`;
        // The table must grow beyond a segment of the write-ahead log (one megabyte). These rows are smaller than any entry,
        // so no page has space left for an entry.
        for (let round = 0; round < 2; round++) await server.query(database, fill);
        server.limitFiles(1_200_000);
        try {
          await until('the disk is full', async () => {
            await service.send(world.usual(10));
            return (await readiness(service)).status === 503;
          });
          await expectNothingAnswered(service, world);
        } finally {
          server.limitFiles('unlimited');
        }
        await becomesReady(service);
        expect((await service.ask(world.usual(10))).status).toBe(200);
      });
    },
  );

  test('without tables the service does not start and prints the command to run', async () => {
    await server.query('postgres', 'create database empty_log');
    const { status, stderr } = await runRefused({
      ...world.here,
      folder,
      settings: { ACCESS_LOG_FILE: '', ACCESS_LOG_URL: server.url('service', 'empty_log') },
    });
    expect(status).toBe(70);
    expect(stderr).toBe(
      'The service could not be started: ACCESS_LOG_URL: the access log in the database has version 0, and this service needs 4: ' +
        'run npm run access-log -- migrate\n',
    );
  });

  test('unreachable at start: the service is not ready, answers nothing, and recovers by itself', async () => {
    await server.kill();
    await using service = await start({ awaits: 'live' });
    await until('only the log is missing', async () => {
      const { missing } = await readiness(service);
      return missing?.join() === 'the access log';
    });
    await server.restart();
    await becomesReady(service);
    expect((await service.ask(world.usual(10))).status).toBe(200);
    expect(await linesInLog()).toHaveLength(1);
  });
});
