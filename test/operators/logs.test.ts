// The service's log: one line per request, readable in development, JSON in production, and nothing personal in it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { forThisFile } from '../support/for-this-file.ts';
import { key, letEverythingHappen, marks, smallKey, startWorld, tokenOf } from './events.ts';

const world = await forThisFile(startWorld());

describe('requests', () => {
  const linesOf = (requestId: string | null) =>
    world.service
      .log()
      .filter(line => line.requestId === requestId && 'durationMs' in line && 'method' in line);

  test.each([
    ['an answer', '/patients/contacts/', 200, '6 contacts'],
    ['a failure of the EHR', '/patients/patient/', 502, '4 patient'],
    ['an unknown path', '/nowhere/', 404, undefined],
    ['health', '/health/live', 200, undefined],
  ])('%s: one line with its id, operation, status and duration', async (_, path, status, operation) => {
    const { headers, status: answered } = await world.service.ask({
      path,
      key,
      token: await tokenOf(world.issuer),
    });
    expect(answered).toBe(status);
    await expect.poll(() => linesOf(headers.get('x-request-id'))).toHaveLength(1);
    const [line] = linesOf(headers.get('x-request-id'));
    expect(line).toMatchObject({ level: 'info', msg: 'answered', method: 'GET', status });
    expect(line?.operation).toBe(operation);
    expect(line?.durationMs).toBeTypeOf('number');
  });

  test('the line of a call to the EHR that failed has the same id, and says why', async () => {
    const token = await tokenOf(world.issuer);
    const { headers } = await world.service.ask({ path: '/patients/videomeetings/', key, token });
    const ofRequest = world.service.log().filter(line => line.requestId === headers.get('x-request-id'));
    expect(ofRequest).toContainEqual(
      expect.objectContaining({
        msg: 'the EHR failed',
        system: 'broken',
        detail: expect.stringMatching(/^no connection/),
      }),
    );
  });

  test.each([
    ['without a key', 401, { path: '/patients/contacts/', key: null }],
    ['with a token that is none', 401, { path: '/patients/contacts/', key, token: 'eyJ.eyJ.x' }],
    ['for somebody else', 403, { path: '/patients/contacts/', key, patient: '198507302381' }],
    ['too often', 429, { path: '/patients/contacts/', key: smallKey }],
  ])('a refusal %s: the line has the address of the client', async (_, status, asked) => {
    const token = await tokenOf(world.issuer);
    const ask = () => world.service.ask({ token, ...asked });
    let answered = await ask();
    for (let times = 0; status === 429 && times < 3; times++) answered = await ask();
    expect(answered.status).toBe(status);
    const id = answered.headers.get('x-request-id');
    await expect.poll(() => linesOf(id)).toMatchObject([{ status, address: '127.0.0.1' }]);
  });

  test('no other line has an address', async () => {
    await letEverythingHappen(world);
    const lines = world.service.log().filter(line => line.msg === 'answered');
    const statuses = (isWith: boolean) =>
      [...new Set(lines.filter(line => 'address' in line === isWith).map(({ status }) => status))].toSorted();
    expect(statuses(true)).toEqual([401, 403, 429]);
    expect(statuses(false)).toEqual([200, 404, 500, 501, 502]);
  });

  test('nothing personal is in it', async () => {
    await letEverythingHappen(world);
    const log = JSON.stringify(world.service.log());
    expect(log).toContain('a foreign record was withheld');
    for (const mark of marks) expect(log.includes(mark), mark).toBe(false);
  });
});

describe('its form', () => {
  const run = promisify(execFile);
  const child = join(import.meta.dirname, 'logging-child.ts');

  /** Makes pino-pretty look as if it were not installed. */
  const withoutPretty = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (name, context, next) => {
        if (name !== 'pino-pretty') return next(name, context);
        throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
  `)}`;

  const logged = async (
    where: 'terminal' | 'pipe',
    mode: string | undefined,
    flags: readonly string[] = [],
  ) => {
    const env = mode === undefined ? {} : { NODE_ENV: mode };
    const { stdout } = await run(process.execPath, [...flags, child, where], { env });
    expect(stdout).not.toContain('191212121212');
    return stdout;
  };

  const expectJson = (text: string) =>
    expect(JSON.parse(text)).toMatchObject({ level: 'info', requestId: 'r-1', status: 200, msg: 'answered' });

  const expectReadable = (text: string) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(text).toContain('answered');
    expect(text).toContain('r-1');
  };

  test('JSON in production, also on a terminal', async () => {
    expectJson(await logged('pipe', 'production'));
    expectJson(await logged('terminal', 'production'));
  });

  test('JSON without NODE_ENV and without a terminal', async () => {
    expectJson(await logged('pipe', undefined));
  });

  test('readable in development, and on a terminal', async () => {
    expectReadable(await logged('pipe', 'development'));
    expectReadable(await logged('terminal', undefined));
  });

  test('JSON if pino-pretty is not installed', async () => {
    expectJson(await logged('terminal', 'development', ['--import', withoutPretty]));
  });
});
