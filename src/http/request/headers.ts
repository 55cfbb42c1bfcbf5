// Request headers that may occur only once.
import type { FastifyRequest } from 'fastify';

/**
 * A header's value; `repeated` if it occurs more than once. Node would join repeated headers or drop all but one.
 */
export const headerOnce = (request: FastifyRequest, name: string): string | 'repeated' | undefined => {
  const { headers, rawHeaders } = request.raw;
  const value = headers[name];
  if (value === undefined) return undefined;
  let count = 0;
  // Names and values alternate. Comparing lengths first avoids lower-casing every name.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const rawName = rawHeaders[at];
    if (rawName?.length === name.length && rawName.toLowerCase() === name) count++;
  }
  return count === 1 && typeof value === 'string' ? value : 'repeated';
};
