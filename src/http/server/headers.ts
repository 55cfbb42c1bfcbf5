// Request headers that must stand once.
import type { FastifyRequest } from 'fastify';

/**
 * A header's value; `repeated` where it stands more than once. Node joins or drops repeated headers, so that one of two
 * values would decide.
 */
export const headerOnce = (request: FastifyRequest, name: string): string | 'repeated' | undefined => {
  const values = request.raw.headersDistinct[name];
  if (values === undefined) return undefined;
  const [value] = values;
  return values.length === 1 ? value : 'repeated';
};
