// The FHIR client of one request: sends requests, reads the answers, and limits their total size.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import { sentAs, statusFailure } from '../../transport/http-answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../transport/upstream.ts';
import { type Json, limits, readJson } from '../json/json.ts';
import type { FhirMembers } from '../members.ts';
import { isJson } from './media-types.ts';
import { type Issue, issuesOf, issuesText, logIssues } from './outcome.ts';

/** An open FHIR server. */
export type Server = {
  readonly system: System;
  readonly members: FhirMembers;
  readonly upstream: Upstream;
  readonly log: Log | undefined;
};

export type Request = Pick<UpstreamRequest, 'method' | 'path' | 'headers' | 'body'> & {
  /** Whether numbers keep their digits. */
  readonly exact?: boolean;
};

/** Calls to the FHIR server for one request of this service. */
export type FhirClient = {
  readonly server: Server;
  readonly call: Call;
  /**
   * Sends a read and returns the answer, whatever its status. Its body counts towards the total size.
   * Throws what the upstream throws.
   */
  send(request: Request, call?: Call): Promise<UpstreamAnswer>;
  /** The bytes of an answer. Throws `Failure` `ehr-unusable` beyond the limit of one answer or of all answers. */
  bytesOf(answer: UpstreamAnswer): Promise<Uint8Array>;
  /**
   * Reads a JSON answer of status 200.
   * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  read(request: Request, call?: Call): Promise<Json>;
  /** Like `read`, but undefined if the server has no such resource (404, 410). */
  readIfExists(request: Request, call?: Call): Promise<Json | undefined>;
  /** Logs the issues that a server adds to an answer. */
  logAddedIssues(issues: readonly Issue[]): void;
};

/** How many bytes of an error's body are read, for the log. */
const maxErrorBytes = 64 * 1024;

const mediaType = 'application/fhir+json';

export const acceptHeader = { accept: mediaType };

/** Joins the chunks of a body. `count` throws when there are too many bytes. */
const joined = async (
  body: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    count(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The issues in the body of an error; none if the body is not an OperationOutcome. */
export const issuesInFailure = async (answer: UpstreamAnswer): Promise<Issue[]> => {
  if (!isJson(answer.contentType)) return [];
  let size = 0;
  try {
    const bytes = await joined(answer.body, length => {
      size += length;
      if (size > maxErrorBytes) throw new Error('too large for the log');
    });
    return issuesOf(readJson(bytes));
  } catch {
    // The status is enough to handle the error: the body only explains it.
    return [];
  }
};

/** @param maxTotalBytes limit of all answers together. */
export const fhirClient = (
  server: Server,
  call: Call,
  maxTotalBytes = server.system.maxAnswerBytes,
): FhirClient => {
  const { upstream, log, system } = server;
  let total = 0;

  const tooLarge = () =>
    new Failure('ehr-unusable', {
      reason: 'ehr-answer-too-large',
      detail: `answers of more than ${Math.min(maxTotalBytes, limits.bytes)} bytes`,
    });

  const logAddedIssues = (issues: readonly Issue[]) => logIssues({ log, system: system.name, call }, issues);

  const send: FhirClient['send'] = ({ exact: _, headers, ...request }, part = call) =>
    upstream.send({
      ...request,
      headers: { ...acceptHeader, ...headers },
      retryable: true,
      queues: true,
      call: part,
    });

  const bytesOf = (answer: UpstreamAnswer): Promise<Uint8Array> => {
    let own = 0;
    return joined(answer.body, length => {
      own += length;
      total += length;
      if (own > limits.bytes || total > maxTotalBytes) throw tooLarge();
    });
  };

  const jsonIn = async (answer: UpstreamAnswer, exact: boolean | undefined): Promise<Json> => {
    if (answer.status !== 200) {
      const issues = await issuesInFailure(answer);
      logAddedIssues(issues);
      throw statusFailure(answer);
    }
    if (!isJson(answer.contentType)) {
      throw new Failure('ehr-unusable', {
        reason: 'ehr-document',
        detail: `an answer that is not FHIR JSON${sentAs(answer.contentType)}`,
      });
    }
    return readJson(await bytesOf(answer), exact === undefined ? {} : { exact });
  };

  const readIfExists: FhirClient['readIfExists'] = async (request, part) => {
    const answer = await send(request, part);
    try {
      if (answer.status === 404 || answer.status === 410) return undefined;
      return await jsonIn(answer, request.exact);
    } finally {
      answer.discard();
    }
  };

  return {
    server,
    call,
    send,
    bytesOf,
    logAddedIssues,
    readIfExists,
    read: async (request, part) => {
      const answer = await send(request, part);
      try {
        return await jsonIn(answer, request.exact);
      } finally {
        answer.discard();
      }
    },
  };
};

/** The failure for an answer that the server itself reports as incomplete. */
export const incompleteAnswer = (issues: readonly Issue[]) =>
  new Failure('ehr-unusable', {
    reason: 'ehr-fault',
    detail: `the EHR reports that its answer is incomplete: ${issuesText(issues)}`,
  });
