// A row of the table as a route: the gates, the input, the use case, the answer.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../domain/model/failure.ts';
import { collect, leftOutHeader } from './answer.ts';
import type { AppDeps } from './app.ts';
import { callOf } from './call.ts';
import { render } from './errors.ts';
import { gates } from './gates/index.ts';
import { intervalOf, queryOf } from './input.ts';
import type { Operation } from './operation.ts';
import { serializer } from './serializer.ts';
import { leavesTrail, recordDone } from './trail.ts';
import { known } from './visit.ts';

/**
 * Operations 4 and 5 share a path and are told apart by `api-version` (D9). Any other value is operation 4's to refuse,
 * after all gates.
 */
export const versionConstraint = {
  name: 'apiVersion',
  storage: () => {
    const handlers = new Map<string, unknown>();
    return {
      get: (version: string) => handlers.get(version) ?? null,
      set: (version: string, handler: unknown) => void handlers.set(version, handler),
    };
  },
  deriveConstraint: ({ url }: { url?: string }) => {
    const query = url?.split('?')[1];
    const versions = query === undefined ? [] : new URLSearchParams(query).getAll('api-version');
    return versions.length === 1 ? versions[0] : undefined;
  },
  mustMatchWhenDerived: false,
};

const runGates = (operation: Operation, deps: AppDeps) => {
  const order = gates(deps);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visit = { operation, call: callOf(request, reply, deps.requestTimeoutMs) };
    request.visit = visit;
    for (const gate of order) await gate(visit, request);
  };
};

/** The last step before an answer goes out: its entry in the access log. Where it cannot be written, no answer (D23). */
const leaveTrail =
  (deps: AppDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { visit } = request;
    if (!leavesTrail(visit)) return payload;
    try {
      await recordDone(visit, reply.statusCode, deps);
      return payload;
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      reply.removeHeader('content-length').removeHeader('x-left-out');
      const failure = new Failure('log-unavailable', { cause: error });
      return render(request, reply, { failure, now: deps.clock() });
    }
  };

const read = (operation: Operation, { useCases }: AppDeps) => {
  const serialize = serializer(operation.item);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer | Readable> => {
    const visit = known(request.visit);
    const answer = operation.run(useCases, {
      patient: known(visit.asked ?? undefined),
      ground: known(visit.ground),
      interval: intervalOf(request.query as Record<string, unknown>),
      call: visit.call,
    });
    const { pieces, bytes, records } = await collect(answer, serialize);
    visit.records = records;
    visit.leftOut = answer.leftOut();
    const leftOut = leftOutHeader(visit.leftOut);
    if (leftOut !== undefined) reply.header('x-left-out', leftOut);
    reply.header('content-type', 'application/json; charset=utf-8').header('content-length', bytes);
    const [only] = pieces;
    return only !== undefined && pieces.length === 1 ? only : Readable.from(pieces, { objectMode: false });
  };
};

/** Adds the route of a row. Both spellings of its path, with and without the final slash, lead here (D1). */
export const serveOperation = (app: FastifyInstance, operation: Operation, deps: AppDeps): void => {
  app.route({
    method: operation.method,
    url: `${deps.basePath}${operation.path}`,
    ...(operation.version === 'required' ? { constraints: { apiVersion: 'v2' } } : {}),
    schema: { querystring: queryOf(operation) },
    onRequest: runGates(operation, deps),
    onSend: leaveTrail(deps),
    handler: read(operation, deps),
  });
};
