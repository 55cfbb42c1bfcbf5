// Calls to the FHIR server for one question: what is sent, what is read of an answer, and what they cost together.
import { Failure } from '../../../../domain/model/failure.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import { statusFailure } from '../../transport/http-answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../transport/upstream.ts';
import type { FhirMembers } from '../members.ts';
import { type Json, limits, readJson } from './json.ts';
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

/** The calls that are made for one question. */
export type FhirClient = {
  readonly server: Server;
  readonly call: Call;
  /**
   * Sends a request that only reads. The answer's status is anything; its body counts towards the question's bytes.
   * Throws what the upstream throws.
   */
  send(request: Request, call?: Call): Promise<UpstreamAnswer>;
  /** The bytes of an answer. Throws `Failure` `ehr-unusable` beyond one answer's or the question's limit. */
  bytesOf(answer: UpstreamAnswer): Promise<Uint8Array>;
  /**
   * Reads a JSON answer of status 200.
   * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
   */
  read(request: Request, call?: Call): Promise<Json>;
  /** The same; undefined where the server says that there is no such resource (404, 410). */
  readIfExists(request: Request, call?: Call): Promise<Json | undefined>;
  /** Logs what a server adds to an answer. */
  logAddedIssues(issues: readonly Issue[]): void;
};

/** Bytes of a failure's body that are read, for the log. */
const largestFailure = 64 * 1024;

const mediaType = 'application/fhir+json';

export const acceptHeader = { accept: mediaType };

/** Joins the chunks of a body; `count` refuses more than there may be. */
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

/** The issues in the body of a failure; none where it is anything else. */
export const issuesInFailure = async (answer: UpstreamAnswer): Promise<Issue[]> => {
  if (!isJson(answer.contentType)) return [];
  let size = 0;
  try {
    const bytes = await joined(answer.body, length => {
      size += length;
      if (size > largestFailure) throw new Error('too large for the log');
    });
    return issuesOf(readJson(bytes));
  } catch {
    // The status alone says what became of the call; the body would only have explained it.
    return [];
  }
};

/** @param mostBytes bytes of all answers together. */
export const fhirClient = (
  server: Server,
  call: Call,
  mostBytes = server.system.maxAnswerBytes,
): FhirClient => {
  const { upstream, log, system } = server;
  let total = 0;

  const tooLarge = () =>
    new Failure('ehr-unusable', {
      reason: 'ehr-answer-too-large',
      detail: `answers of more than ${Math.min(mostBytes, limits.bytes)} bytes`,
    });

  const logAddedIssues = (issues: readonly Issue[]) => logIssues({ log, system: system.name, call }, issues);

  const send: FhirClient['send'] = ({ exact: _, headers, ...request }, part = call) =>
    upstream.send({ ...request, headers: { ...acceptHeader, ...headers }, repeatable: true, call: part });

  const bytesOf = (answer: UpstreamAnswer): Promise<Uint8Array> => {
    let own = 0;
    return joined(answer.body, length => {
      own += length;
      total += length;
      if (own > limits.bytes || total > mostBytes) throw tooLarge();
    });
  };

  const understood = async (answer: UpstreamAnswer, exact: boolean | undefined): Promise<Json> => {
    if (answer.status !== 200) {
      const issues = await issuesInFailure(answer);
      logAddedIssues(issues);
      throw statusFailure(answer.status);
    }
    if (!isJson(answer.contentType)) {
      throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'an answer that is no FHIR JSON' });
    }
    return readJson(await bytesOf(answer), exact === undefined ? {} : { exact });
  };

  const readIfExists: FhirClient['readIfExists'] = async (request, part) => {
    const answer = await send(request, part);
    try {
      if (answer.status === 404 || answer.status === 410) return undefined;
      return await understood(answer, request.exact);
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
        return await understood(answer, request.exact);
      } finally {
        answer.discard();
      }
    },
  };
};

/** An answer that a server itself says is not whole. */
export const incompleteAnswer = (issues: readonly Issue[]) =>
  new Failure('ehr-unusable', {
    reason: 'ehr-fault',
    detail: `the EHR says that its answer is not whole: ${issuesText(issues)}`,
  });
