// Standard output that is full, not read, or closed by its reader: the service serves and stops normally (D34).

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../sandbox/listen.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { fullPipe } from '../support/full-pipe.ts';
import { newFolder, startProcess } from '../support/service/process.ts';
import { unhurried, until } from '../support/until.ts';
import { startWorld } from './world.ts';

vi.setConfig(unhurried);

const world = await forThisFile(startWorld());
let folder: string;
beforeEach(() => {
  folder = newFolder();
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Starts a process with its standard output redirected to this path. */
const start = async (stdout: string) =>
  startProcess({
    ...world.here,
    folder,
    port: await freePort(),
    through: ['sh', '-c', `exec "$@" > ${stdout}`, 'sh'],
  });

test.each(['full', 'not read', 'broken'] as const)(
  '%s: requests are answered, and SIGTERM is obeyed',
  async what => {
    const path = join(folder, 'stdout');
    const pipe = what === 'full' ? undefined : fullPipe(path);
    await using service = await start(pipe === undefined ? '/dev/full' : path);
    if (what === 'broken') pipe?.breakOff();
    for (let count = 0; count < 50; count++) {
      expect((await service.ask(world.usual(10))).status).toBe(200);
    }
    expect((await service.send({ path: '/health/ready', key: null })).status).toBe(200);
    service.signal('SIGTERM');
    expect(await service.ended).toEqual({ status: 0, signal: null });
  },
);

test('when output is read again, the buffered lines arrive, and no dropped lines are reported if there are none', async () => {
  const path = join(folder, 'stdout');
  const pipe = fullPipe(path);
  await using service = await start(path);
  expect((await service.ask(world.usual(10))).status).toBe(200);
  let text = '';
  await until('the line of the request comes', () => {
    text += pipe.read();
    return text.includes('"operation":"10 journalNotes"');
  });
  expect(text).not.toContain('dropped');
});
