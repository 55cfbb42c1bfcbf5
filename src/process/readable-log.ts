// Readable log lines for development. In production the log is JSON lines, and pino-pretty is not installed.

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

/** Formats one line of JSON. */
export type Format = (line: string) => string;

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
