// Request headers that must stand once.
import type { FastifyRequest } from 'fastify';

/**
 * A header's value; `repeated` where it stands more than once. Node joins or drops repeated headers, so that one of two
 * values would decide.
 */
export const headerOnce = (request: FastifyRequest, name: string): string | 'repeated' | undefined => {
  const { headers, rawHeaders } = request.raw;
  const value = headers[name];
  if (value === undefined) return undefined;
  let count = 0;
  // Names and values in turn. Few names are as long as this one: only those are spelled in lower case to compare them.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const found = rawHeaders[at];
    if (found?.length === name.length && found.toLowerCase() === name) count++;
  }
  return count === 1 && typeof value === 'string' ? value : 'repeated';
};
