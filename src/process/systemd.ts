// Notifies systemd of the service's state (Type=notify). Node has no unix datagram sockets, so systemd's own program sends
// the message; it waits until systemd has read it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from '../adapters/telemetry/logger.ts';

const run = promisify(execFile);

/** Milliseconds that a notification may take. */
const timeoutMs = 5000;

/** Sends assignments such as `READY=1` (sd_notify(3)). Never rejects: what cannot be sent is in the log. */
export type NotifySystemd = (...assignments: readonly string[]) => Promise<void>;

/** Does nothing outside systemd. */
export const systemdNotifier = (
  { PATH, NOTIFY_SOCKET }: Readonly<Record<string, string | undefined>>,
  logger: Pick<Logger, 'warn'>,
): NotifySystemd => {
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return async () => {};
  return async (...assignments) => {
    try {
      await run('systemd-notify', assignments, { env: { PATH, NOTIFY_SOCKET }, timeout: timeoutMs });
    } catch (error) {
      const { code, killed } = error as { code?: unknown; killed?: boolean };
      const cause = killed === true ? 'no answer in time' : String(code);
      logger.warn({ cause }, 'systemd could not be notified by the program systemd-notify');
    }
  };
};
