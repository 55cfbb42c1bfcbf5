// Ending the process: on a signal or on an unhandled error, and even if a disk or a terminal hangs. (close-with-grace would exit on a
// second signal, which npm and process groups send, and on SIGHUP.)
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceLog } from './service-log.ts';

/** Configuration faults have a status of their own, so a supervisor need not restart the service. */
export const exitStatus = {
  /** Stopped by SIGTERM or SIGINT. */
  stopped: 0,
  /** Faults in the configuration (configuration.md). A restart does not help: systemd's RestartPreventExitStatus. */
  configuration: 1,
  /** Wrong arguments. */
  usage: 2,
  /** Anything else, such as a port in use or an unhandled error (EX_SOFTWARE in sysexits.h). A restart may help. */
  failure: 70,
} as const;

/** Milliseconds to wait for the last log lines, and for file system calls that have not returned. */
const logTimeoutMs = 1000;
const fileCallTimeoutMs = 1000;
/** Milliseconds between two checks. */
const pollIntervalMs = 10;

const hasFileCalls = () => process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));

/**
 * Exits with a status. `process.exit` waits for all threads: if one hangs on a disk or a terminal, the process kills
 * itself instead.
 */
export const endProcess = async (status: number, log: Pick<ServiceLog, 'flush'>): Promise<never> => {
  await log.flush(logTimeoutMs);
  for (let waited = 0; hasFileCalls() && waited < fileCallTimeoutMs; waited += pollIntervalMs)
    await wait(pollIntervalMs);
  if (hasFileCalls()) process.kill(process.pid, 'SIGKILL');
  process.exit(status);
};

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
