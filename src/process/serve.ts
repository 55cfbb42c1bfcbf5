// Runs the service: configuration → compose → listen → stop on a signal. The only reader of process.env.
import { setTimeout as wait } from 'node:timers/promises';
import { adapters } from '../composition/ehr-adapters.ts';
import type { Service } from '../composition.ts';
import { type Fault, faultList } from '../config/files.ts';
import { type Configuration, loadConfiguration } from '../config/index.ts';
import { readEnvFile } from '../config/settings/env-file.ts';
import type { UnknownSetting } from '../config/settings/unknown-settings.ts';
import { commandIn } from './arguments.ts';
import { endProcess, exitStatus, stopOnSignal } from './end.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import { checkedLines, logWarnings, startedFields } from './started.ts';
import { systemdNotifier } from './systemd.ts';

const fileFaults = faultList();
const file = readEnvFile(fileFaults);
const environment = { ...file, ...process.env };

/** Starts the service, which runs until a signal. @throws Error if it cannot be assembled or cannot listen. */
const start = async (configuration: Configuration, log: ServiceLog): Promise<void> => {
  const { settings } = configuration;
  const { logger } = log;
  const notify = systemdNotifier(environment, logger);
  await logWarnings(configuration, { logger, mode: environment.NODE_ENV });
  // Whoever only asks for help, or has a faulty configuration, does not wait for the code of the service.
  const { compose } = await import('../composition.ts');
  const composing = compose(configuration, {
    logger,
    droppedLines: log.dropped,
    recentWarnings: log.recentWarnings,
  });
  const whenComposed = (use: (service: Service) => unknown) =>
    composing.then(use, () => {
      // The service did not start. Whoever awaits `composing` reports that.
    });
  // Registered before anything is open: the access log may be renamed while the rest is still being assembled.
  process.on('SIGHUP', () => whenComposed(service => service.reload()));
  // Not SIGHUP, which rotates logs every night: nobody would be looking.
  process.on('SIGUSR2', () => whenComposed(service => service.reloadProfile()));
  const service = await composing;
  await service.app.listen({ host: settings.HOST, port: settings.PORT });
  await service.admin?.listen({ host: settings.ADMIN_HOST, port: settings.ADMIN_PORT ?? 0 });

  stopOnSignal(async () => {
    service.announceStop();
    // However long the settings make it: systemd does not wait for TimeoutStopSec alone.
    void notify('STOPPING=1', 'STATUS=stopping', `EXTEND_TIMEOUT_USEC=${service.stopTimeMs * 1000}`);
    await wait(settings.SHUTDOWN_DELAY_MS);
    await service.close();
  }, log);

  logger.info(startedFields(configuration, service), 'the service has started');
  // Otherwise the line would wait for up to a second, and with it whoever waits for the start.
  void log.flush(0);
  const missing = await service.missing();
  // It becomes ready by itself once the issuer is reachable, so systemd must not restart it for that.
  const status = missing.length === 0 ? 'ready' : `not ready, missing: ${missing.join(', ')}`;
  void notify('READY=1', `STATUS=${status}`);
};

const refuse = (faults: readonly Fault[], unread: readonly UnknownSetting[] = []): void => {
  process.stderr.write('The configuration has faults; nothing was started.\n');
  for (const { where, expected } of faults) process.stderr.write(`  ${where}: expected ${expected}\n`);
  for (const { name, probably } of unread) {
    if (probably !== undefined)
      process.stderr.write(`  ${name}: nothing reads it; did you mean ${probably}?\n`);
  }
  process.exitCode = exitStatus.configuration;
};

/** The configuration; undefined, with its faults on standard error, if it has any. */
const load = async (): Promise<Configuration | undefined> => {
  // Without the file, most of what is missing would only follow from that.
  if (fileFaults.faults.length > 0) {
    refuse(fileFaults.faults);
    return undefined;
  }
  const loaded = await loadConfiguration(environment, adapters, new Set(Object.keys(file)));
  if (loaded.configuration === undefined) refuse(loaded.faults, loaded.unknownSettings);
  return loaded.configuration;
};

const check = async (): Promise<void> => {
  const configuration = await load();
  if (configuration === undefined) return;
  const lines = await checkedLines(configuration, environment.NODE_ENV);
  process.stdout.write(`${lines.join('\n')}\n`);
};

const serve = async (): Promise<void> => {
  const configuration = await load();
  if (configuration === undefined) return;
  const log = await openServiceLog(configuration.settings.LOG_LEVEL, environment.NODE_ENV);
  try {
    await start(configuration, log);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The service could not be started: ${message}\n`);
    await endProcess(exitStatus.failure, log);
  }
};

const command = commandIn(process.argv.slice(2));

if (command === 'start') await serve();
else if (command === 'check') await check();
else {
  const output = command.status === 0 ? process.stdout : process.stderr;
  output.write(command.text);
  process.exitCode = command.status;
}
