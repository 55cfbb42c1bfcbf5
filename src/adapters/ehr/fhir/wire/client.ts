// The FHIR client of one request: sends requests, reads the answers, and limits their total size.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import { charsetOf, mediaTypeOf, parseMediaType } from '../../../../domain/model/media-type.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import { maxJsonBytes, readJson } from '../../json/read-json.ts';
import { readJsonByItems } from '../../json/read-json-by-items.ts';
import { memoryHeld } from '../../memory-held.ts';
import { maxFailureBytes, sentAs, statusFailure } from '../../transport/http-answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../transport/upstream.ts';
import type { FhirMembers } from '../members.ts';
import { type Issue, isRefusal, issuesOf, loggable } from './outcome.ts';

/** An open FHIR server. */
export type Server = {
  readonly system: System;
  readonly members: FhirMembers;
  readonly upstream: Upstream;
  readonly log: Log | undefined;
};

export type Request = Pick<UpstreamRequest, 'method' | 'path' | 'headers' | 'body'>;

export const acceptHeader = { accept: 'application/fhir+json' };

const jsonTypes = new Set([
  'application/fhir+json',
  'application/json+fhir',
  'application/json',
  'text/json',
]);

/** The version that a media type names. Other versions have members of the same names with other meanings. */
const isR4 = (contentType: string | undefined): boolean =>
  /^4\.0(?:\.\d+)?$/.test(parseMediaType(contentType)?.params.get('fhirversion') ?? '4.0');

/** Whether a body is JSON of R4 in UTF-8, which is what it is if its type does not say. */
export const isJson = (contentType: string | undefined): boolean =>
  jsonTypes.has(mediaTypeOf(contentType) ?? '') &&
  /^utf-?8$/.test(charsetOf(contentType) ?? 'utf-8') &&
  isR4(contentType);

/** The body of an error; undefined if it is not JSON. */
export const bodyOfFailure = async (answer: UpstreamAnswer): Promise<Json | undefined> => {
  if (!isJson(answer.contentType)) return undefined;
  try {
    const { value } = await readJson(answer.body, { maxBytes: maxFailureBytes });
    return value;
  } catch {
    // The status is enough to handle the error: the body only explains it.
    return undefined;
  }
};

/** The issues in the body of an error; none if the body is not an OperationOutcome. */
export const issuesInFailure = async (answer: UpstreamAnswer): Promise<Issue[]> =>
  issuesOf(await bodyOfFailure(answer));

/**
 * Calls to the FHIR server for one request of this service.
 * @param maxTotalBytes limit of all answers together.
 */
export const fhirClient = (server: Server, call: Call, maxTotalBytes = server.system.maxAnswerBytes) => {
  const { upstream, log, system } = server;
  let total = 0;
  const held = memoryHeld(call.memory);
  let heldBytes = 0;
  const onKept = (bytes: number) => {
    heldBytes += bytes;
    held.update(heldBytes);
  };

  /** Logs the issues that a server adds to an answer, equal ones once: it may send one for each of its records. */
  const logAddedIssues = (issues: readonly Issue[]) => {
    const equal = Map.groupBy(issues.map(loggable), ({ severity, code }) => `${severity} ${code}`);
    for (const [, [issue, ...others]] of equal) {
      const times = others.length > 0 && { times: others.length + 1 };
      const facts = { requestId: call.requestId, system: system.name, ...issue, ...times };
      log?.info(facts, 'the EHR reports an issue with its answer');
    }
  };

  /**
   * Sends a read and returns the answer, whatever its status. Its body counts towards the total size.
   * Throws what the upstream throws.
   */
  const send = ({ headers, ...request }: Request, part = call): Promise<UpstreamAnswer> =>
    upstream.send({
      ...request,
      headers: { ...acceptHeader, ...headers },
      retryable: true,
      queues: true,
      call: part,
    });

  const counted = async function* (body: UpstreamAnswer['body'], most = maxTotalBytes) {
    let own = 0;
    for await (const chunk of body) {
      own += chunk.length;
      total += chunk.length;
      if (own > most || total > maxTotalBytes)
        throw unusableAnswer(
          'ehr-answer-too-large',
          `answers of more than ${Math.min(most, maxTotalBytes)} bytes`,
        );
      yield chunk;
    }
  };

  /**
   * The bytes of an answer. They count towards the budget for answers until the request ends.
   * Throws `Failure`: `ehr-unusable` beyond the limit of one answer or of all answers, `budget-exceeded`.
   */
  const bytesOf = async ({ body }: UpstreamAnswer): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = [];
    const yieldToEventLoop = newYielding();
    for await (const chunk of counted(body, maxJsonBytes)) {
      chunks.push(chunk);
      onKept(chunk.length);
      await yieldToEventLoop();
    }
    const bytes = Buffer.concat(chunks);
    await yieldToEventLoop();
    return bytes;
  };

  /**
   * Reads a body as JSON. It counts towards the budget for answers until the request ends.
   * @param body the body of an answer, or the bytes of one.
   * Throws `Failure` `ehr-unusable` beyond the limits of `bytesOf` and those of D32 (what a document may hold).
   */
  const jsonOf = async (body: UpstreamAnswer['body'] | Uint8Array): Promise<Json> => {
    const { memory } = call;
    // A Bundle is as large as the list of its entries.
    if (!(body instanceof Uint8Array))
      return readJsonByItems(counted(body), { member: 'entry', memory, onKept });
    const { value, heldBytes: bytes, release } = await readJson(body, { memory });
    release();
    onKept(bytes);
    return value;
  };

  const jsonIn = async (answer: UpstreamAnswer): Promise<Json> => {
    if (answer.status !== 200) {
      const issues = await issuesInFailure(answer);
      logAddedIssues(issues);
      throw statusFailure(answer);
    }
    if (!isJson(answer.contentType)) {
      throw unusableAnswer('ehr-document', `an answer that is not FHIR JSON${sentAs(answer.contentType)}`);
    }
    return jsonOf(answer.body);
  };

  /** Sends a read, and discards what is left of its answer. */
  const answered = async <T>(
    use: (answer: UpstreamAnswer) => Promise<T>,
    ...sent: Parameters<typeof send>
  ) => {
    const answer = await send(...sent);
    try {
      return await use(answer);
    } finally {
      answer.discard();
    }
  };

  const jsonIfExists = async (answer: UpstreamAnswer): Promise<Json | undefined> => {
    if (answer.status !== 404 && answer.status !== 410) return jsonIn(answer);
    const issues = await issuesInFailure(answer);
    if (issues.length > 0 && !issues.some(isRefusal)) return undefined;
    logAddedIssues(issues);
    throw statusFailure(answer);
  };

  return {
    server,
    call,
    send,
    bytesOf,
    jsonOf,
    logAddedIssues,
    /**
     * Reads a JSON answer of status 200.
     * Throws `Failure`: `ehr-unavailable`, `ehr-too-slow`, `ehr-unusable`, and the reason of the call's signal.
     */
    read: (request: Request, part?: Call) => answered(jsonIn, request, part),
    /**
     * Like `read`, but undefined if the server has no such resource: 404 or 410 with an OperationOutcome. Without one, it is a wrong
     * address or a proxy's page; one that refuses this service is a failure.
     */
    readIfExists: (request: Request) => answered(jsonIfExists, request),
  };
};
export type FhirClient = ReturnType<typeof fhirClient>;
