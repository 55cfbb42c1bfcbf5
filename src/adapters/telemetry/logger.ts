// The service log: JSON lines without personal data, one for each request (D23).
import { type DestinationStream, type LogFn, type Logger as PinoLogger, pino } from 'pino';
import { isFailure } from '../../domain/model/failure.ts';

/** The number of stack frames that are logged. */
const maxFrames = 8;

/** Headers with personal data or credentials, redacted wherever they are logged. */
const redacted = ['authorization', 'ocp-apim-subscription-key', 'patient', 'cookie', 'x-api-key'].flatMap(
  name => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`],
);

/** The number of pino's level `info`. */
const info = 30;

/** Takes a line of JSON; a warning or an error is urgent. */
export type TakeLine = (line: string, isUrgent: boolean) => void;

const destinationFor = (take: TakeLine) =>
  ({
    // This symbol makes pino set `lastLevel` before each line.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      take(line, this.lastLevel > info);
    },
  }) as DestinationStream & { lastLevel: number };

/** The logger of the service log: a JSON object per line. */
export const createLogger = (level: string, take: TakeLine) =>
  pino(
    {
      level,
      redact: redacted,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: error => describe(error) },
      hooks: { logMethod: inOurWords },
    },
    destinationFor(take),
  );

export type Logger = ReturnType<typeof createLogger>;

/** Whether only an error is logged: pino would then log the error's own message. */
const hasOnlyError = ([first, ...rest]: readonly unknown[]): boolean => {
  if (rest.length > 0) return false;
  return first instanceof Error || (typeof first === 'object' && first !== null && 'err' in first);
};

function inOurWords(this: PinoLogger, args: Parameters<LogFn>, method: LogFn): void {
  const [first] = args as readonly unknown[];
  const fields = first instanceof Error ? { err: first } : (first as object);
  method.apply(this, hasOnlyError(args) ? [fields, 'an error'] : args);
}

/** The frames of a stack, without the message before them. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const after = stack.indexOf(message) + message.length;
  return stack
    .slice(after)
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, maxFrames)
    .map(frame => frame.trim());
};

/** Whether an error is an expected failure, not a bug: its stack would not help. */
const isExpected = (error: Error): boolean => isFailure(error) && error.code !== 'unexpected';

/**
 * Serializes an error by name and code, with its causes, and with its stack if it may be a bug. Messages are logged only for
 * our own failures: those of libraries may quote the data that they failed on.
 */
function describe(error: unknown, mayBeBug = true): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, cause } = error;
  const hasStack = mayBeBug && !isExpected(error);
  return {
    type: name,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(isFailure(error) ? { message: error.message } : {}),
    ...(hasStack ? { stack: framesOf(error) } : {}),
    ...(cause === undefined ? {} : { cause: describe(cause, hasStack) }),
  };
}
