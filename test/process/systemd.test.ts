// Notifications to systemd, over its own program to a datagram socket such as systemd listens on.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemdNotifier } from '../../src/process/systemd.ts';
import { newFolder } from '../support/new-folder.ts';
import { describeWith } from '../support/programs.ts';
import { until } from '../support/until.ts';

const recorded = () => {
  const warnings: unknown[] = [];
  return { warnings, logger: { warn: (...args: unknown[]) => void warnings.push(args) } as never };
};

/** Receives datagrams and prints one a line. Node cannot; file descriptors that come along are closed. */
const receiver = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
while True:
    print(s.recv(4096).decode().replace("\\n", " "), flush=True)
`;

import { outputOf, spawnChild } from '../support/spawn-child.ts';

describeWith('systemd-notify', 'by systemd-notify', () => {
  describeWith('python3', 'to a socket', python => {
    test('what is assigned arrives', async () => {
      const socket = join(newFolder(), 'notify');
      const child = spawnChild(python, ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(async () => {
        child.kill();
        await once(child, 'exit');
      });
      const received = outputOf(child);
      await until('it listens', () => existsSync(socket));
      const { logger, warnings } = recorded();
      const notify = systemdNotifier({ PATH: process.env.PATH, NOTIFY_SOCKET: socket }, logger);
      await notify('READY=1', 'STATUS=not ready, missing: the access log');
      await until('it has arrived', () => received.stdout.includes('READY=1'));
      expect(received.stdout).toContain('READY=1 STATUS=not ready, missing: the access log');
      expect(warnings).toEqual([]);
    });
  });

  test('a socket that nobody listens on is one warning', async () => {
    const { logger, warnings } = recorded();
    const notify = systemdNotifier(
      { PATH: process.env.PATH, NOTIFY_SOCKET: join(newFolder(), 'gone') },
      logger,
    );
    await notify('READY=1');
    expect(warnings).toEqual([[{ cause: '1' }, expect.stringContaining('could not be notified')]]);
  });
});

describe('without', () => {
  test('systemd: no notification is sent, and no program is started', async () => {
    const { logger, warnings } = recorded();
    await systemdNotifier({ PATH: '' }, logger)('READY=1');
    expect(warnings).toEqual([]);
  });

  test('its program: a warning that names it', async () => {
    const { logger, warnings } = recorded();
    await systemdNotifier({ PATH: newFolder(), NOTIFY_SOCKET: '/run/none' }, logger)('READY=1');
    expect(warnings).toEqual([[{ cause: 'ENOENT' }, expect.stringContaining('systemd-notify')]]);
  });
});
