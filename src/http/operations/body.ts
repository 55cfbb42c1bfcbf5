// Reading request bodies: JSON in UTF-8, with or without a Content-Type (D10).
import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { charsetOf, mediaTypeOf } from '../../domain/model/media-type.ts';
import { parseStrictJson } from '../../domain/model/strict-json.ts';
import { headerOnce } from '../server/headers.ts';
import { bodyFault, type Described } from './input.ts';

/** The largest body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Whether a body is JSON in UTF-8. A missing charset counts as UTF-8. */
const isJson = (contentType: string): boolean =>
  /^application\/(.+\+)?json$/.test(mediaTypeOf(contentType) ?? '') &&
  /^utf-?8$/.test(charsetOf(contentType) ?? 'utf-8');

/** The schema of the body that a route expects; undefined if it expects none. */
const schemaFor = ({ routeOptions: { config } }: FastifyRequest): Described | undefined =>
  config.operation === undefined || config.operation.method === 'GET' ? undefined : config.operation.body;

/**
 * The body of a request, until the service stops waiting for the rest of it. Node's stream of a request that has none has ended
 * before anybody listens (`optimizeEmptyRequests`), so fastify would wait for its end.
 * @param refused fails the stream, whose connection stays open for the answer.
 */
export const bodyStream =
  (refused: AbortSignal) =>
  (
    { raw }: FastifyRequest,
    _reply: FastifyReply,
    body: RequestPayload,
    done: (error: null, body: RequestPayload) => void,
  ): void => {
    if (raw.readableEnded) {
      done(null, Readable.from([]));
      return;
    }
    const stream = body.pipe(new PassThrough());
    body.once('error', error => stream.destroy(error));
    const refuse = () => {
      body.unpipe(stream);
      stream.destroy(refused.reason);
    };
    refused.addEventListener('abort', refuse, { once: true });
    stream.once('close', () => refused.removeEventListener('abort', refuse));
    done(null, stream);
  };

/** Removes one byte-order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes fastify accept JSON bodies, and no others. */
export const readJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request: FastifyRequest, bytes, done) => {
    // Of two types, Node would keep the first, whatever the second says.
    const type = headerOnce(request, 'content-type');
    if (type !== undefined && (type === 'repeated' || !isJson(type)))
      return done(new Failure('media-type-unknown'));
    let body: unknown;
    try {
      body = parseStrictJson(utf8.decode(bytes), {
        refusesProto: true,
        // 64 KiB limit everything else: an unknown member may hold any number, at any depth, because it is ignored (D10).
        limits: { depth: Number.POSITIVE_INFINITY, numberLength: Number.POSITIVE_INFINITY },
      });
    } catch (error) {
      return done(bodyFault(schemaFor(request), error));
    }
    return done(null, body);
  });
};
