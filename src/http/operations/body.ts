// Reading request bodies: JSON in UTF-8, with or without a Content-Type (D10).
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { parseStrictJson } from '../../domain/model/strict-json.ts';
import { bodyFault, type Described } from './input.ts';

/** The largest body, in bytes. */
export const maxBodyBytes = 64 * 1024;

const isJson = (type: string): boolean => {
  const [name = '', ...parameters] = type.split(';').map(part => part.trim().toLowerCase());
  if (!/^application\/([a-z0-9!#$&^_.+-]+\+)?json$/.test(name)) return false;
  const charset = parameters.find(parameter => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
};

/** The schema of the body that a route expects; undefined if it expects none. */
const schemaFor = ({ routeOptions: { config } }: FastifyRequest): Described | undefined =>
  config.operation === undefined || config.operation.method === 'GET' ? undefined : config.operation.body;

/**
 * The body of a request. Node's stream of a request that has none has ended before anybody listens
 * (`optimizeEmptyRequests`), so that fastify would wait for its end.
 */
export const bodyStream = (
  { raw }: FastifyRequest,
  _reply: FastifyReply,
  body: RequestPayload,
  done: (error: null, body: RequestPayload) => void,
): void => done(null, raw.readableEnded ? Readable.from([]) : body);

/** Removes one byte-order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes fastify accept JSON bodies, and no others. */
export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !isJson(type)) return done(new Failure('media-type-unknown'));
    let body: unknown;
    try {
      body = parseStrictJson(utf8.decode(bytes), {
        refusesProto: true,
        limits: { depth: Number.POSITIVE_INFINITY },
      });
    } catch (error) {
      return done(bodyFault(schemaFor(request), error));
    }
    return done(null, body);
  });
};
