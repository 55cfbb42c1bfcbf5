// Stopping the process gracefully, on a signal or on an unhandled error. (close-with-grace would exit on a second signal,
// which npm and process groups send, and on SIGHUP.)
import { endProcess, exitStatus } from './end.ts';
import type { ServiceLog } from './service-log.ts';

/**
 * Exits once `stop` has closed everything: with status 0 after SIGTERM or SIGINT, with 70 after an error. Further signals
 * are ignored.
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
      logger.fatal({ err }, 'the service could not be stopped gracefully');
      await endProcess(exitStatus.failure, log);
    }
  };
  const begin = (status: number) => {
    if (isStopping) return;
    isStopping = true;
    void end(status);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Those of main.js, which end a process that has not started yet.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (!isStopping) logger.info({ signal }, 'the service stops: requests in flight are finished');
      begin(exitStatus.stopped);
    });
  }
  process.on('uncaughtException', err => {
    logger.fatal({ err }, 'unhandled error: the service stops');
    begin(exitStatus.failure);
  });
};
