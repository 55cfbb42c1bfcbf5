// Warnings about what may happen a thousand times a second, limited to one line a minute.
import type { FastifyBaseLogger } from 'fastify';

const minute = 60_000;

/** Logs a warning, unless the same message was logged within the last minute. */
export const throttledWarnings = (logger: Pick<FastifyBaseLogger, 'warn'>) => {
  const warned = new Map<string, number>();
  return (fields: object, message: string): void => {
    const now = performance.now();
    const last = warned.get(message);
    if (last !== undefined && now - last < minute) return;
    warned.set(message, now);
    logger.warn(fields, message);
  };
};
