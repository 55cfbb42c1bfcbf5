// The end of the process: on a signal in order, on an error that nobody handled at once and in order.
// (close-with-grace would end at a second signal, which npm and a process group send; and it ends at SIGHUP.)
import { endProcess } from './end.ts';
import type { ServiceLog } from './service-log.ts';

/**
 * Ends the process with status 0 after SIGTERM or SIGINT, with 1 after an error, when `stop` has closed everything.
 * Further signals change nothing.
 */
export const stopOnSignal = (stop: () => Promise<void>, log: ServiceLog): void => {
  const { logger } = log;
  let isStopping = false;

  const end = async (status: number) => {
    try {
      await stop();
      logger.info({ status, uptimeSeconds: Math.round(process.uptime()) }, 'the service has stopped');
      await endProcess(status, log);
    } catch (err) {
      logger.fatal({ err }, 'the service could not be stopped in order');
      await endProcess(1, log);
    }
  };
  const begin = (status: number) => {
    if (isStopping) return;
    isStopping = true;
    void end(status);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isStopping) logger.info({ signal }, 'the service stops: requests in flight are finished');
      begin(0);
    });
  }
  process.on('uncaughtException', err => {
    logger.fatal({ err }, 'an error that nobody handled: the service stops');
    begin(1);
  });
};
