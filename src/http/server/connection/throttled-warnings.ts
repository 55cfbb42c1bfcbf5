// Warnings of what may happen a thousand times a second: one line a minute says enough.
import type { FastifyBaseLogger } from 'fastify';

const minute = 60_000;

/** Warns, unless it has warned of the same within the last minute. */
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
