// The log as people read it, while developing. In production it is JSON lines, and what makes them readable is not there.
import type { DestinationStream } from 'pino';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

/**
 * Where a log goes that a person reads: in development (`NODE_ENV`), or on a terminal that is not production's.
 * Undefined: JSON lines on standard output.
 */
export const readableLog = async (
  mode: string | undefined,
  isTerminal: boolean,
): Promise<DestinationStream | undefined> => {
  if (mode !== 'development' && (mode === 'production' || !isTerminal)) return undefined;
  try {
    const { prettyFactory } = await import('pino-pretty');
    const pretty = prettyFactory({
      colorize: isTerminal,
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss.l',
      singleLine: true,
    });
    return { write: line => void process.stdout.write(pretty(line)) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
