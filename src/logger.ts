// The service's log: JSON lines, one a request, nothing personal in them (D23).
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import { isFailure } from './domain/model/failure.ts';

/** Frames of a stack that are logged. */
const deepestStack = 8;

/** Headers that name a person or open a door, wherever an object with headers is logged. */
const redacted = ['authorization', 'ocp-apim-subscription-key', 'patient', 'cookie', 'x-api-key'].flatMap(
  name => [`["${name}"]`, `headers["${name}"]`, `*.headers["${name}"]`],
);

export const createLogger = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      redact: redacted,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: describe },
    },
    ...(destination === undefined ? [] : [destination]),
  );

/**
 * An error by its name, code and place, and those of its causes. Words are logged of our own failures alone: those of
 * libraries may quote what they choked on.
 */
const describe = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack, cause } = error;
  const frames = stack?.split('\n').filter(line => line.startsWith('    at ')) ?? [];
  return {
    type: name,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(isFailure(error) ? { message: error.message } : {}),
    stack: frames.slice(0, deepestStack).map(frame => frame.trim()),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
  };
};
