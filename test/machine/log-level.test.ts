// The level of the service log, from a file that is read again while the service runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { startProcess } from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { startWorld } from './world.ts';

vi.setConfig(unhurried);

test('changes while the service runs, and a word that is no level changes nothing', async () => {
  const world = await startWorld();
  const file = join(newFolder(), 'log-level');
  writeFileSync(file, 'info\n');
  try {
    await using service = await startProcess({
      ...world.here,
      settings: { LOG_LEVEL: `file:${file}`, ADMIN_PORT: '0' },
    });
    const answered = () => service.log().filter(({ msg }) => msg === 'answered').length;
    const changes = () =>
      service
        .log()
        .filter(({ msg }) => msg === 'the level of this log has changed')
        .map(({ level }) => level);
    await service.ask(world.usual(10));
    await until('the line of a request', () => answered() > 0);
    const before = answered();

    writeFileSync(file, 'warn\n');
    await until('the change', () => changes().length === 1);
    await service.ask(world.usual(10));
    writeFileSync(file, 'loud\n');
    const faulty = () => service.log().filter(({ file: name }) => name === 'LOG_LEVEL');
    await until('the fault', () => faulty().length > 0);
    expect(faulty()).toMatchObject([{ level: 'error', faults: [{ where: 'LOG_LEVEL' }] }]);
    // The warnings and errors of the log, and nothing below, are kept for the support bundle.
    const [started] = service.log().filter(({ msg }) => msg === 'the service has started');
    const kept = await (await fetch(String(started?.metrics).replace('/metrics', '/warnings'))).text();
    const written = service.log().filter(({ level }) => level === 'warn' || level === 'error');
    expect(
      kept
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual(written);

    writeFileSync(file, 'info\n');
    await until('the change back', () => changes().length === 2);
    await service.ask(world.usual(10));
    await until('the line of a request', () => answered() > before);
    // The request at "warn" has no line, and none came late.
    expect(answered()).toBe(before + 1);
  } finally {
    await world.close();
  }
});
