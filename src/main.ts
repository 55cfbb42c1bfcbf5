// The process: configuration → service → listen → stop on a signal. The only reader of process.env.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { adapters, compose } from './composition.ts';
import { loadConfiguration } from './config/index.ts';
import { createLogger } from './logger.ts';
import { stopOnSignal } from './stop.ts';

const environment = {
  ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}),
  ...process.env,
};

const { configuration, faults } = loadConfiguration(environment, adapters);

if (faults !== undefined) {
  process.stderr.write('The configuration has faults; nothing was started.\n');
  for (const { where, expected } of faults) process.stderr.write(`  ${where}: expected ${expected}\n`);
  process.exitCode = 1;
} else {
  const { settings, region } = configuration;
  const logger = createLogger(settings.LOG_LEVEL);
  if (region.unknown.length > 0) {
    logger.warn({ members: region.unknown }, 'the region profile has members that nothing reads');
  }
  const service = await compose(configuration, { logger });
  await service.app.listen({ host: settings.HOST, port: settings.PORT });
  await service.admin?.listen({ host: settings.ADMIN_HOST, port: settings.ADMIN_PORT ?? 0 });
  process.on('SIGHUP', () => void service.reopenLogs());

  stopOnSignal(async () => {
    service.announceStop();
    await wait(settings.SHUTDOWN_DELAY_MS);
    await service.close();
  }, logger);
}
