// The service's log: JSON lines, one a request, nothing personal in them (D23).
import { type DestinationStream, type LogFn, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { isFailure } from '../domain/model/failure.ts';

/** Frames of a stack that are logged. */
const deepestStack = 8;

/** Headers that name a person or open a door, wherever an object with headers is logged. */
const redacted = ['authorization', 'ocp-apim-subscription-key', 'patient', 'cookie', 'x-api-key'].flatMap(
  name => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`],
);

/** pino's number of the level. */
const info = 30;

/** Takes a line of JSON; a warning or an error is urgent. */
export type TakeLine = (line: string, isUrgent: boolean) => void;

const destinationFor = (take: TakeLine) =>
  ({
    // pino tells the level of each line to a destination that asks for it.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      take(line, this.lastLevel > info);
    },
  }) as DestinationStream & { lastLevel: number };

export const createLogger = (level: string, take: TakeLine) =>
  pino(
    {
      level,
      redact: redacted,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describe },
      hooks: { logMethod: inOurWords },
    },
    destinationFor(take),
  );

export type Logger = ReturnType<typeof createLogger>;

type LogArguments = Parameters<LogFn>;

/** An error without a message of ours would bring its own. */
const hasOnlyError = ([first, ...rest]: readonly unknown[]): boolean => {
  if (rest.length > 0) return false;
  return first instanceof Error || (typeof first === 'object' && first !== null && 'err' in first);
};

function inOurWords(this: PinoLogger, args: LogArguments, method: LogFn): void {
  const [first] = args as readonly unknown[];
  const fields = first instanceof Error ? { err: first } : (first as object);
  method.apply(this, hasOnlyError(args) ? [fields, 'an error'] : args);
}

/** The frames of a stack, without the words before them. */
const framesOf = ({ stack = '', message }: Error): string[] => {
  const after = stack.indexOf(message) + message.length;
  return stack
    .slice(after)
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, deepestStack)
    .map(frame => frame.trim());
};

/** A failure that we foresaw is no bug: where our code was says nothing. */
const isForeseen = (error: Error): boolean => isFailure(error) && error.code !== 'unexpected';

/**
 * An error by its name and code, and those of its causes; with its place where it may be a bug of ours. Words are logged of
 * our own failures alone: those of libraries may quote what they choked on.
 */
function describe(error: unknown): object {
  return describeCause(error, true);
}

function describeCause(error: unknown, mayBeBug: boolean): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, cause } = error;
  const hasStack = mayBeBug && !isForeseen(error);
  return {
    type: name,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(isFailure(error) ? { message: error.message } : {}),
    ...(hasStack ? { stack: framesOf(error) } : {}),
    ...(cause === undefined ? {} : { cause: describeCause(cause, hasStack) }),
  };
}
