// The log as people read it, while developing. In production it is JSON lines, and what makes them readable is not there.

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

/** A line of JSON as it is written. */
export type Format = (line: string) => string;

/**
 * How lines are written for a person who reads them: in development (`NODE_ENV`), or on a terminal outside production.
 * Everywhere else they stay JSON.
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
