// Log lines at start and end of the process, and its command line arguments.
import { describe, expect, test, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { settingSpecs } from '../../src/config/settings/specs.ts';
import { newFolder, runToItsEnd, startProcess } from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { startWorld } from './world.ts';

vi.setConfig(unhurried);

test('one line at the start, one on SIGTERM, two at the end', async () => {
  const world = await startWorld();
  try {
    await using service = await startProcess({ ...world.here, settings: { ADMIN_PORT: '0' } });
    const lines = (message: string) => service.log().filter(({ msg }) => msg === message);
    await until('the line at the start', () => lines('the service has started').length > 0);
    expect(lines('the service has started')).toEqual([
      expect.objectContaining({
        level: 'info',
        version: packageFile.version,
        node: process.version,
        instance: expect.stringMatching(/^.+\/[0-9a-f]{12}$/),
        region: 'Region Prov',
        profile: expect.stringMatching(/^[0-9a-f]{12}$/),
        systems: { ehr: `extracts at ${world.ehr.url}` },
        addresses: [service.url],
        metrics: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)],
      }),
    ]);
    service.signal('SIGTERM');
    service.signal('SIGTERM');
    expect(await service.ended).toEqual({ status: 0, signal: null });
    const ending = service.log().slice(-3);
    expect(ending).toMatchObject([
      { msg: 'the service stops: requests in flight are finished', signal: 'SIGTERM' },
      { msg: 'the access log is closed', instance: lines('the service has started')[0]?.instance },
      { msg: 'the service has stopped', status: 0, uptimeSeconds: expect.any(Number) },
    ]);
  } finally {
    await world.close();
  }
});

describe('arguments', () => {
  const run = (...argv: string[]) =>
    runToItsEnd({}, newFolder(), { through: ['sh', '-c', 'exec "$@" "$0"', ...argv] });

  test('--version', async () => {
    expect(await run('--version')).toMatchObject({
      status: 0,
      stdout: `${packageFile.version}\n`,
      stderr: '',
    });
  });

  test('--help lists every setting, with its default', async () => {
    const { status, stdout, stderr } = await run('--help');
    expect([status, stderr]).toEqual([0, '']);
    for (const name of Object.keys(settingSpecs)) expect(stdout).toMatch(new RegExp(`^  ${name}$`, 'm'));
    expect(stdout).toContain(
      '  REQUEST_TIMEOUT_MS\n      a whole number of milliseconds, 1 to 3600000 (10000)\n',
    );
    expect(stdout).toContain('(required)');
  });

  test('an unknown argument is refused, and nothing is started', async () => {
    const { status, stdout, stderr } = await run('--port=3000');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Unexpected argument "--port=3000": .*\n.*--help.*\n$/);
  });
});
