// The end of the process: on a signal in order, on an error that nobody handled at once and in order.
// (close-with-grace would end at a second signal, which npm and a process group send; and it ends at SIGHUP.)
import type { Log } from '../adapters/telemetry/service-log.ts';

type StopLog = Log & { fatal(fields: object, message: string): void };

/**
 * Ends the process with status 0 after SIGTERM or SIGINT, with 1 after an error, when `stop` has let go of everything.
 * Further signals change nothing.
 */
export const stopOnSignal = (stop: () => Promise<void>, log: StopLog): void => {
  let isStopping = false;

  const end = async (status: number) => {
    try {
      await stop();
      process.exit(status);
    } catch (err) {
      log.fatal({ err }, 'the service could not be stopped in order');
      process.exit(1);
    }
  };
  const begin = (status: number) => {
    if (isStopping) return;
    isStopping = true;
    void end(status);
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => begin(0));
  process.on('uncaughtException', err => {
    log.fatal({ err }, 'an error that nobody handled: the service stops');
    begin(1);
  });
};
