// Opens the service log on standard output: without ever blocking, and readable in development. (In production the log is JSON
// lines, and pino-pretty is not installed.)
import { fstatSync, write } from 'node:fs';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { createLogger, type Logger } from '../adapters/telemetry/logger.ts';
import { type LogOutput, logOutput, type WriteText } from './log-output.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

/** Formats one line of JSON. */
type Format = (line: string) => string;

/**
 * Formats lines for people in development (`NODE_ENV`), and on a terminal outside production. Everywhere else lines stay
 * JSON.
 */
export const formatFor = async (mode: string | undefined, isTerminal: boolean): Promise<Format> => {
  const asJson: Format = line => line;
  if (mode !== 'development' && (mode === 'production' || !isTerminal)) return asJson;
  try {
    const { prettyFactory } = await import('pino-pretty');
    const pretty = prettyFactory({
      colorize: isTerminal,
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss.l',
      singleLine: true,
    });
    return line => pretty(line) ?? '';
  } catch (error) {
    if (isMissing(error)) return asJson;
    throw error;
  }
};

const stdout = 1;
const writeTo = promisify(write);

/** For a file, a device or a terminal: a thread writes, so a disk that hangs does not block the process. */
const toFile: WriteText = async bytes => {
  let written = 0;
  try {
    while (written < bytes.length) written += (await writeTo(stdout, bytes, written)).bytesWritten;
    return { written };
  } catch (error) {
    return { written, error: error as NodeJS.ErrnoException };
  }
};

/** For a pipe or a socket: Node writes as much as the reader takes. A thread would hang with it, and prevent the exit. */
const toReader = (): WriteText => {
  // Each write handles its own error.
  process.stdout.on('error', () => {});
  return bytes =>
    new Promise(resolve => {
      process.stdout.write(bytes, error =>
        resolve(error ? { written: 0, error } : { written: bytes.length }),
      );
    });
};

const standardOutput = (): WriteText => {
  const kind = fstatSync(stdout);
  return kind.isFIFO() || kind.isSocket() ? toReader() : toFile;
};

/** The number of warnings and errors that are kept for the support bundle. */
const maxRecent = 200;

export type ServiceLog = Pick<LogOutput, 'dropped' | 'flush'> & {
  readonly logger: Logger;
  /** The last warnings and errors, the oldest first: lines of JSON. */
  recentWarnings(): readonly string[];
};

/** @param mode `NODE_ENV`. */
export const openServiceLog = async (level: string, mode: string | undefined): Promise<ServiceLog> => {
  const format: Format = await formatFor(mode, isatty(1));
  const output = logOutput(standardOutput(), recovery => {
    logger.warn(recovery, 'lines of this log were dropped: it could not be written, or nobody read it');
  });
  const recent: string[] = [];
  const logger = createLogger(level, (line, isUrgent) => {
    output.write(format(line), isUrgent);
    if (!isUrgent) return;
    recent.push(line);
    if (recent.length > maxRecent) recent.shift();
  });
  return { logger, recentWarnings: () => recent, dropped: output.dropped, flush: output.flush };
};
