// Reading request bodies: JSON in UTF-8, with or without a Content-Type (D10).
import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { Failure } from '../../domain/model/failure.ts';
import { charsetOf, mediaTypeOf } from '../../domain/model/media-type.ts';
import { parseStrictJson } from '../../json/strict-json.ts';
import { bodyFault, type Described } from '../errors/input-faults.ts';
import type { InFlightRequests } from '../load/in-flight.ts';
import type { BodySender, UnfinishedBodies } from '../load/unfinished-bodies.ts';
import { required } from '../request/context.ts';
import { headerOnce } from '../request/headers.ts';
import type { ServerLimits } from '../request/limits.ts';

/** The largest body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Whether a body is JSON in UTF-8. A missing charset counts as UTF-8. */
const isJson = (contentType: string): boolean =>
  /^application\/(.+\+)?json$/.test(mediaTypeOf(contentType) ?? '') &&
  /^utf-?8$/.test(charsetOf(contentType) ?? 'utf-8');

/** Whether a body is compressed or otherwise encoded, which is not read (RFC 9110, 8.4). */
const isEncoded = (request: FastifyRequest): boolean => {
  const coding = headerOnce(request, 'content-encoding');
  return coding !== undefined && coding.trim().toLowerCase() !== 'identity';
};

/** The schema of the body that a route expects; undefined if it expects none. */
const schemaFor = ({ routeOptions: { config } }: FastifyRequest): Described | undefined =>
  config.operation === undefined || config.operation.method === 'GET' ? undefined : config.operation.body;

export type BodyStreamDeps = {
  /** They are refused when the service stops and cannot wait any longer. */
  readonly inFlightRequests: Pick<InFlightRequests, 'onRefused'>;
  readonly unfinishedBodies: UnfinishedBodies;
  readonly limits: ServerLimits;
};

/** Whose body it is, as the gates have found out. */
const senderOf = ({ requestContext: context }: FastifyRequest): BodySender => ({
  user: required(context?.call).consumer.user,
  subscription: required(context?.subscription).name,
});

/**
 * The body of a request, until it takes too long (`body-too-slow`) or the service stops. Node's stream of a request that has none
 * has ended before anybody listens (`optimizeEmptyRequests`), so fastify would wait for its end.
 * Throws `overloaded` if too many bodies are unfinished (D31g).
 */
export const bodyStream =
  ({ inFlightRequests, unfinishedBodies, limits }: BodyStreamDeps): preParsingHookHandler =>
  (request, reply, body, done) => {
    if (request.raw.readableEnded) {
      done(null, Readable.from([]));
      return;
    }
    // What has arrived with the head takes no place.
    const release = request.raw.complete ? () => {} : unfinishedBodies.begin(senderOf(request));
    const stream = body.pipe(new PassThrough());
    // Nobody reads the rest of a body that has been refused, for example because it is too large: its request has its answer.
    stream.on('error', () => {});
    reply.raw.once('finish', () => stream.destroy());
    body.once('error', error => stream.destroy(error));
    // The connection stays open for the answer.
    const refuse = (reason: unknown) => {
      body.unpipe(stream);
      stream.destroy(reason as Error);
    };
    const late = setTimeout(
      () => {
        if (request.raw.complete || reply.raw.headersSent) return;
        reply.header('connection', 'close');
        refuse(new Failure('body-too-slow'));
      },
      Math.max(0, limits.bodyTimeoutMs - reply.elapsedTime),
    );
    const forget = inFlightRequests.onRefused(refuse);
    stream.once('close', () => {
      clearTimeout(late);
      forget();
      release();
    });
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
    const isOtherType = type !== undefined && (type === 'repeated' || !isJson(type));
    if (isOtherType || isEncoded(request)) return done(new Failure('media-type-unknown'));
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
