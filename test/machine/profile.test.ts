// The region profile while the service runs: an edited one shows, and SIGUSR2 reads it anew, as a whole or not at all.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serviceProcesses } from '../../tools/region/service-processes.ts';
import { call, everyScope, rowOf } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startLoad } from '../support/load.ts';
import { newFolder } from '../support/new-folder.ts';
import { samplesOf, sumOf } from '../support/scrape.ts';
import { ehrServer } from '../support/servers/ehr-server.ts';
import { type ServiceProcess, startProcess } from '../support/service/process.ts';
import { settingsFor } from '../support/service/service.ts';
import { unhurried, until } from '../support/until.ts';
import { runTool } from '../tools/run.ts';
import { startWorld, usualAnswer } from './world.ts';

vi.setConfig(unhurried);

const world = await forThisFile(startWorld());
const other = await forThisFile(ehrServer(usualAnswer));

const kinds = ['appointments', 'patients', 'contacts', 'attentionSignals', 'videoMeetings', 'prescriptions'];
const usualSources = { ...Object.fromEntries(kinds.map(kind => [kind, 'ehr'])), journalNotes: 'ehr' };

const startWith = async () => {
  const profile = {
    systems: {
      ehr: { adapter: 'extracts', baseUrl: world.ehr.url },
      other: { adapter: 'extracts', baseUrl: other.url },
    },
    sources: usualSources,
  };
  const service = await startProcess({ ...world.here, profile, settings: { ADMIN_PORT: '0' } });
  const path = join(service.folder, 'region.json');
  const first = JSON.parse(readFileSync(path, 'utf8'));
  return {
    service,
    first,
    edit: (members: object) => writeFileSync(path, JSON.stringify({ ...first, ...members })),
  };
};

type Started = Awaited<ReturnType<typeof startWith>>;

/** A service that never takes another profile: tests of what is refused share it. The other tests share one that does. */
let unchanged: Started;
let changing: Started;
/** The version of the profile with which both start. */
let version: string;
beforeAll(async () => {
  [unchanged, changing] = await Promise.all([startWith(), startWith()]);
  version = (await readiness(changing.service)).profile;
});
afterAll(async () => {
  await unchanged?.service[Symbol.asyncDispose]();
  await changing?.service[Symbol.asyncDispose]();
});

/** The service that takes other profiles, with the first one again, and without the lines and the entries of earlier tests. */
const started = async (): Promise<Started> => {
  const { service, ...rest } = changing;
  rest.edit({});
  if ((await readiness(service)).profile !== version) {
    const before = lines(service, reloaded).length;
    service.signal('SIGUSR2');
    await until('the first profile', () => lines(service, reloaded).length > before);
  }
  await until('what is in its file', async () => (await readiness(service)).stale === undefined);
  const [logged, entered] = [service.log().length, service.entries().length];
  const log = () => service.log().filter(({ msg }, at) => at >= logged || msg === 'the service has started');
  return { ...rest, service: { ...service, log, entries: () => service.entries().slice(entered) } };
};

/** The lines of the log with a message that begins so. */
const lines = (service: ServiceProcess, beginning: string) =>
  service.log().filter(({ msg }) => String(msg).startsWith(beginning));

const readiness = async (service: ServiceProcess) =>
  JSON.parse((await service.send({ path: '/health/ready' })).text);

const metric = async (service: ServiceProcess, name: string, labels: Readonly<Record<string, string>>) => {
  const [started] = lines(service, 'the service has started');
  const metrics = String(started?.metrics);
  return sumOf(samplesOf(await (await fetch(metrics)).text()), name, labels);
};

const reloaded = 'the region profile was read again and is in use';

/** Lets the shared service read its edited profile, and waits for the line with which it refuses it. */
const refusalOf = async (members: object, beginning: string) => {
  const { service, edit } = unchanged;
  const before = lines(service, beginning).length;
  edit(members);
  service.signal('SIGUSR2');
  return until('its line', () => lines(service, beginning)[before]);
};

test('is read anew under load, and no call fails', async () => {
  const { service, edit, first } = await started();
  const asked = [6, 7, 10];
  const before = (await readiness(service)).profile;
  expect(before).toMatch(/^[0-9a-f]{12}$/);
  expect(await metric(service, 'pdas_build_info', { profile: before, region: 'Region Prov' })).toBe(1);
  const load = startLoad({
    clients: 4,
    next: count => ({ url: service.url, ...world.usual(asked[count % asked.length] ?? 10) }),
  });
  await until('calls before', () => load.answered() > 20);
  edit({ name: 'Region Ny', sources: { ...first.sources, journalNotes: 'other' } });
  service.signal('SIGUSR2');
  await until('the new profile', () => lines(service, reloaded).length > 0);
  const then = load.answered();
  await until('calls after', () => load.answered() > then + 20);
  const outcomes = await load.stop();

  const failed = outcomes.filter(({ sent }) => sent.status !== 200 && sent.status !== 503);
  expect(failed.map(({ sent }) => sent.error ?? sent.status)).toEqual([]);
  const refused = outcomes.filter(({ sent }) => sent.status === 503);
  // A busy machine may refuse some as overload, whatever the profile does.
  for (const { sent } of refused) expect(sent.headers['x-error']).toBe('overloaded');
  const after = (await readiness(service)).profile;
  expect(lines(service, reloaded)).toMatchObject([
    { level: 'info', before, profile: after, changed: ['/name', '/sources/journalNotes'] },
  ]);
  expect(after).not.toBe(before);
  expect(await metric(service, 'pdas_build_info', { profile: after, region: 'Region Ny' })).toBe(1);
  expect(await metric(service, 'pdas_build_info', { profile: before })).toBe(0);
  const notes = service.entries().filter(({ operation }) => operation === '10 journalNotes');
  expect([notes[0]?.region, notes[0]?.systems]).toEqual(['Region Prov', ['ehr']]);
  expect([notes.at(-1)?.region, notes.at(-1)?.systems]).toEqual(['Region Ny', ['other']]);
});

test('a kind that it no longer names is not offered, and the description says so', async () => {
  const { service, edit, first } = await started();
  const offers = async () => {
    const { operations } = JSON.parse((await service.send({ path: '/capabilities' })).text);
    return operations.find(({ name }: { name: string }) => name === 'journalNotes').offered;
  };
  expect([(await service.ask(world.usual(10))).status, await offers()]).toEqual([200, true]);
  const { journalNotes: _, ...sources } = first.sources;
  edit({ sources });
  service.signal('SIGUSR2');
  await until('the new profile', () => lines(service, reloaded).length > 0);
  expect([(await service.ask(world.usual(10))).status, await offers()]).toEqual([501, false]);
  expect((await service.ask(world.usual(6))).status).toBe(200);
});

test('the number in a token that is known already is read by the rule of the new profile', async () => {
  const { service, edit } = await started();
  const token = await world.issuer.sign({ patient: '20260101R123', scope: everyScope });
  const ask = async () => (await service.ask(call(rowOf(10), { token }))).status;
  const before = await ask();
  edit({ reserveNumbers: '[0-9]{8}[A-Z][0-9]{3}' });
  service.signal('SIGUSR2');
  await until('the new profile', () => lines(service, reloaded).length > 0);
  expect([before, await ask()]).toEqual([403, 200]);
});

test('an equal write that is in flight while it is read anew is sent once', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  const writes: string[] = [];
  world.ehr.answer = async (received, response) => {
    if (received.method !== 'GET') {
      writes.push(String(received.headers['x-request-id']));
      await isOpen;
    }
    return usualAnswer(received, response);
  };
  onTestFinished(() => {
    world.ehr.answer = usualAnswer;
  });
  const { service, edit } = await started();
  const sent = service.send(world.usual(2));
  await until('the write', () => writes.length === 1);
  edit({ name: 'Region Ny' });
  service.signal('SIGUSR2');
  await until('the new profile', () => lines(service, reloaded).length > 0);
  const begun = service.entries().length;
  const equal = service.send(world.usual(2));
  // It waits for the first: it has no entry of its own, and its request has passed the gates.
  await until('its gates', async () => (await metric(service, 'pdas_requests_in_flight', {})) === 2);
  open();
  expect([(await sent).status, (await equal).status]).toEqual([200, 200]);
  expect(writes).toHaveLength(1);
  expect(begun).toBe(1);
});

describe('not at all', () => {
  test('an edited one that nobody has asked for shows, until it is as before', async () => {
    const { service, edit } = await started();
    expect(await readiness(service)).not.toHaveProperty('stale');
    edit({ name: 'Region Ny' });
    await until(
      'its line',
      () => lines(service, 'the region profile has changed and is not in use').length > 0,
    );
    expect(await readiness(service)).toMatchObject({ status: 'ready', stale: ['REGION_FILE'] });
    // SIGHUP rotates the access log every night: it does not read the profile.
    service.signal('SIGHUP');
    await until('the rotation', () => lines(service, 'the access log was reopened').length > 0);
    expect(lines(service, reloaded)).toEqual([]);
    expect(await metric(service, 'pdas_configuration_stale', { file: 'REGION_FILE' })).toBe(1);
    edit({});
    await until('the old one', async () => (await readiness(service)).stale === undefined);
    expect(await metric(service, 'pdas_configuration_stale', { file: 'REGION_FILE' })).toBe(0);
  });

  test.each([
    ['release', { release: { withhold: { secrecyLevels: ['x'] } } }, ['/release']],
    ['representProtected', { representProtected: true }, ['/representProtected']],
    ['sources.patients', { sources: { ...usualSources, patients: 'other' } }, ['/sources/patients']],
    ['timeZone', { timeZone: 'Europe/Helsinki' }, ['/timeZone']],
    ['reserveNumbersRoot', { reserveNumbersRoot: '1.2.752.97.3.1.3' }, ['/reserveNumbersRoot']],
  ])('a change of %s needs a restart, and takes the rest with it', async (_, members, needRestart) => {
    const { service } = unchanged;
    const before = (await readiness(service)).profile;
    const message = 'a change of the region profile needs a restart: the old one stays in use';
    const line = await refusalOf({ ...members, name: 'Region Ny' }, message);
    expect(line).toMatchObject({ level: 'error', inUse: before, needRestart });
    expect([line.changed].flat().toSorted()).toEqual([...needRestart, '/name'].toSorted());
    expect(await readiness(service)).toMatchObject({ profile: before, stale: ['REGION_FILE'] });
    await service.ask(world.usual(10));
    expect(service.entries().at(-1)?.region).toBe('Region Prov');
  });

  test('a change of a system and of protectedIdentity needs a restart', async () => {
    const { ehr, ...others } = unchanged.first.systems;
    const systems = { ...others, ehr: { ...ehr, protectedIdentity: 'absent-means-no' } };
    const line = await refusalOf({ systems }, 'a change of the region profile needs a restart');
    expect(line).toMatchObject({ needRestart: ['/systems/ehr/protectedIdentity'] });
  });

  test('a faulty one is reported with its faults, and none of its values', async () => {
    const { service } = unchanged;
    const sources = { ...usualSources, journalNotes: 'secret-name' };
    expect(await refusalOf({ sources }, 'the region profile has faults')).toMatchObject({
      level: 'error',
      faults: [{ where: 'REGION_FILE /sources/journalNotes', expected: 'one of ehr, other' }],
    });
    expect(JSON.stringify(service.log())).not.toContain('secret-name');
    expect((await service.ask(world.usual(10))).status).toBe(200);
  });
});

test('edited tables of a system show, until they are as before', async () => {
  const folder = newFolder();
  cpSync(join(import.meta.dirname, '../../sandbox/table/nordvik'), join(folder, 'nordvik'), {
    recursive: true,
  });
  const system = { adapter: 'table', tables: 'nordvik', protectedIdentity: 'absent-means-no' };
  await using service = await startProcess({ ...world.here, folder, system });
  expect(await readiness(service)).not.toHaveProperty('stale');
  const words = join(folder, 'nordvik/words/roles.json');
  const before = readFileSync(words, 'utf8');
  writeFileSync(words, '{ "LK": "Läkare" }\n');
  await until('its line', () => lines(service, 'tables have changed and are not in use').length > 0);
  expect(await readiness(service)).toMatchObject({ status: 'ready', stale: ['systems/ehr/tables'] });
  writeFileSync(words, before);
  await until('the old ones', async () => (await readiness(service)).stale === undefined);
  // A file that is added, and cannot be read.
  writeFileSync(join(folder, 'nordvik/words/more.json'), '{');
  await until('the new file', async () => (await readiness(service)).stale !== undefined);
});

describe('npm run region -- reload', () => {
  const reload = (service: ServiceProcess, settings: Readonly<Record<string, string>> = {}) =>
    runTool('region', ['reload', '--pid', String(service.pid)], {
      cwd: service.folder,
      env: { ...settingsFor(service.folder, world.issuer), PORT: new URL(service.url).port, ...settings },
    });

  test('says that the service uses the profile', async () => {
    const { service, edit } = await started();
    const before = (await readiness(service)).profile;
    edit({ name: 'Region Ny' });
    const { status, out } = await reload(service);
    const after = (await readiness(service)).profile;
    expect([status, out]).toEqual([
      0,
      `The service uses the profile, version ${after} (before: ${before}).\n`,
    ]);
    expect((await reload(service)).out).toBe(`The service already uses this profile, version ${after}.\n`);
  });

  /** What the service itself says, where its operators' server can be asked. */
  const reason =
    'It says: .*"msg":"a change of the region profile needs a restart: the old one stays in use".*';
  test.each([
    ['its log', 'Its log says why\\.', false],
    ['its reason', reason, true],
  ])('says that a change needs a restart, and %s', async (_, why, isAdminKnown) => {
    const { service, edit } = unchanged;
    const [{ metrics } = {}] = lines(service, 'the service has started');
    edit({ representProtected: true });
    const { status, err } = await reload(
      service,
      isAdminKnown ? { ADMIN_PORT: new URL(String(metrics)).port } : {},
    );
    expect(status).toBe(1);
    expect(err).toMatch(
      new RegExp(
        `^The service still uses version [0-9a-f]{12}\\. ${why} A change of release, .*sources\\.patients, timeZone or reserveNumbersRoot needs a restart\\.\n$`,
      ),
    );
  });

  test('signals nobody about a profile with faults', async () => {
    const { service, edit } = unchanged;
    const before = lines(service, 'the region profile has faults');
    edit({ timeZone: 'Nowhere' });
    const { status, err } = await reload(service);
    expect(status).toBe(1);
    expect(err).toContain('REGION_FILE /timeZone: expected an IANA time zone');
    expect(lines(service, 'the region profile has faults')).toEqual(before);
  });

  // The last test: it stops the service that the others share.
  test('finds the processes of this installation', async () => {
    const { service } = await started();
    expect(serviceProcesses()).toContain(service.pid);
    service.signal('SIGTERM');
    await service.ended;
    expect(serviceProcesses()).not.toContain(service.pid);
  });
});
