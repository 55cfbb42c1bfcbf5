// Opens the service log on standard output.
import { isatty } from 'node:tty';
import { createLogger, type Logger } from '../adapters/telemetry/logger.ts';
import { type LogOutput, logOutput } from './log-output.ts';
import { type Format, formatFor } from './readable-log.ts';
import { standardOutput } from './standard-output.ts';

export type ServiceLog = Pick<LogOutput, 'dropped' | 'flush'> & { readonly logger: Logger };

/** @param mode `NODE_ENV`. */
export const openServiceLog = async (level: string, mode: string | undefined): Promise<ServiceLog> => {
  const format: Format = await formatFor(mode, isatty(1));
  const output = logOutput(standardOutput(), recovery => {
    logger.warn(recovery, 'lines of this log were dropped: it could not be written, or nobody read it');
  });
  const logger = createLogger(level, (line, isUrgent) => output.write(format(line), isUrgent));
  return { logger, dropped: output.dropped, flush: output.flush };
};
