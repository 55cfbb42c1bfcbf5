// GET /capabilities: what this region offers, for apps that adapt to it. Without credentials; counted like the API page (D31).
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { omitUndefined } from '../../domain/model/omit-undefined.ts';
import { layoutVersions } from '../../domain/records/layout-versions.ts';
import { asComponent } from '../../domain/records/shared/common.ts';
import { videoMeetingLimits } from '../../domain/records/video-meeting.ts';
import { rateWindow } from '../../ports/rate-counter.ts';
import type { SenderDeps } from '../authentication/sender.ts';
import { json } from '../errors/headers.ts';
import { limitWithoutKey, type RateDeps, userLimit } from '../gates/rate.ts';
import { maxBodyBytes } from '../operations/body.ts';
import { operations } from '../operations/operations.ts';
import type { RouteDeps } from '../operations/route.ts';
import { isOffered, type Offered } from '../request/operation.ts';
import { memoizedLast } from './memoized.ts';
import { sendDocument, sharedDocument } from './shared-bytes.ts';

const whole = (description: string) => Type.Integer({ description });

const OfferedOperation = Type.Object(
  {
    number: whole('The number of the operation.'),
    name: Type.String({ description: 'The `operationId` in this description.' }),
    method: Type.String({ description: '`GET`, `POST` or `PUT`.' }),
    path: Type.String({ description: 'The path, with `BASE_PATH`.' }),
    apiVersions: Type.Array(Type.String(), {
      description: 'The values of `api-version` that it accepts; empty if it has none.',
    }),
    scope: Type.String({ description: 'The scope that a token needs for it.' }),
    offered: Type.Boolean({
      description:
        'Whether this region offers it. If not: 501 (operation 8: 404; operations 1 and 2: `ERROR`).',
    }),
    interval: Type.Boolean({ description: 'Whether it accepts `fromDateTime` and `toDateTime`.' }),
    layoutVersion: Type.Optional(
      Type.Number({
        description:
          'The version of the message layout of its records, which they carry as `XSDVersion.version`; in a region with XML extracts, they carry the one that the health record system states. Only operations 4, 9 and 10 have it.',
      }),
    ),
  },
  asComponent({ $id: 'OfferedOperation' }),
);

/** The schema of the answer. */
export const Capabilities = Type.Object(
  {
    version: Type.String({ description: 'The version of the service.' }),
    timeZone: Type.String({ description: 'The time zone of the region (IANA): local times are in it.' }),
    operations: Type.Array(OfferedOperation),
    boundTokens: Type.Object(
      {
        dpop: Type.Boolean({ description: 'By DPoP (RFC 9449) to a key of the client.' }),
        certificate: Type.Boolean({ description: 'To the TLS certificate of the client (RFC 8705).' }),
      },
      {
        description: 'How an access token that is bound to its sender may be bound. Others are refused.',
        ...asComponent({ $id: 'BoundTokens' }),
      },
    ),
    limits: Type.Object(
      {
        windowSeconds: whole('The length of the windows in which calls are counted.'),
        subscriptionCalls: whole(
          'Calls of a subscription in a window, unless the operator sets another number for it.',
        ),
        userCalls: whole('Calls of one user in a window, unless the operator sets another number.'),
        requestBytes: whole('The largest body of a request.'),
        answerMilliseconds: whole(
          'The most time for a request, with all calls to the health record system. After it, the answer is `ehr-too-slow`, or for a write perhaps `outcome-unknown`.',
        ),
        answerBytes: whole(
          'The memory that the answers of one user may take up at a time: a larger one is a 503.',
        ),
        videoMeetings: whole('The most video meetings in an answer.'),
        notesWithSeparateText: Type.Optional(
          whole(
            'The most journal notes in an answer whose text is fetched, where the health record system stores texts apart: those of the newest notes. The texts of older ones count as `values` in `x-left-out`: ask for shorter intervals. Missing if there is no such limit.',
          ),
        ),
      },
      asComponent({ $id: 'Limits' }),
    ),
  },
  { $id: 'Capabilities', description: 'What this region offers.' },
);
export type Capabilities = Static<typeof Capabilities>;

export type CapabilitiesDeps = Pick<RateDeps, 'rateLimit'> &
  Pick<SenderDeps, 'publicUrl' | 'clientCertificate'> &
  Pick<RouteDeps, 'basePath' | 'requestTimeoutMs' | 'budget'> & {
    /** The version of the service. */
    readonly version: string;
    /** What the region offers now: its profile may be read again. */
    readonly offered: () => Offered;
  };

/** The answer. Keys of subscriptions have no part in it: a subscription may have limits of its own. */
export const capabilitiesOf = (deps: Omit<CapabilitiesDeps, 'offered'>, offered: Offered): Capabilities => ({
  version: deps.version,
  timeZone: offered.timeZone,
  operations: operations.map(operation => ({
    number: operation.number,
    name: operation.name,
    method: operation.method,
    path: `${deps.basePath}${operation.path}`,
    apiVersions: operation.version === undefined ? [] : ['v2'],
    scope: operation.scope,
    offered: isOffered(operation, offered),
    interval: operation.method === 'GET' && operation.interval,
    ...omitUndefined({
      layoutVersion: operation.method === 'GET' ? layoutVersions[operation.kind]?.version : undefined,
    }),
  })),
  boundTokens: {
    dpop: deps.publicUrl !== undefined,
    certificate: deps.clientCertificate !== undefined,
  },
  limits: {
    windowSeconds: rateWindow / 1000,
    subscriptionCalls: deps.rateLimit,
    userCalls: Math.min(deps.rateLimit, userLimit(deps.rateLimit)),
    requestBytes: maxBodyBytes,
    answerMilliseconds: deps.requestTimeoutMs,
    answerBytes: deps.budget.maxPerUser,
    videoMeetings: videoMeetingLimits.meetings,
    ...omitUndefined({ notesWithSeparateText: offered.maxNotesWithSeparateText }),
  },
});

/** Adds the route. The answer is made once for what the region offers. To be called on an app with `registerRateLimit`. */
export const serveCapabilities = (app: FastifyInstance, deps: CapabilitiesDeps): void => {
  const bodyOf = memoizedLast((offered: Offered) =>
    sharedDocument(JSON.stringify(capabilitiesOf(deps, offered))),
  );
  const limited = { onRequest: limitWithoutKey(app, deps) };
  app.get(`${deps.basePath}/capabilities`, limited, async (request, reply) =>
    sendDocument(request, reply.type(json), bodyOf(deps.offered())),
  );
};
