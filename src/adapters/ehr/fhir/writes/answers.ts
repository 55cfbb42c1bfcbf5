// What a server's answer to a write means (D21): done, refused or unknown.
import { resultRecord } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { isObject, type Json } from '../json/json.ts';
import { type FhirClient, issuesInFailure } from '../wire/client.ts';
import { isJson } from '../wire/media-types.ts';
import { type Issue, isOutcome, makesUnusable, readableIssues } from '../wire/outcome.ts';

const maxCommentLength = 200;
/** Anything that may be a person number, with any dash before its last four characters. */
const numbers = /\d{6,}(?:[-+ \p{Pd}\u2212]?[A-Za-z\d]\d{3})?/gu;

export const unknownOutcome = (detail: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', { detail, cause });

/** The server's explanation of an error, for the client: on one line, without anything that looks like a person number. */
export const commentOf = (issues: readonly Issue[]): string => {
  const texts = issues
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ node: { details } }) => (isObject(details) ? details.text : undefined));
  const explanation = texts.find(text => typeof text === 'string' && text.trim() !== '');
  if (typeof explanation !== 'string') return '';
  const line = explanation
    .replace(numbers, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxCommentLength).join('').trim();
};

/** The body of a successful answer; undefined if it is empty. */
const bodyOf = async (answer: UpstreamAnswer, client: FhirClient): Promise<Json | undefined> => {
  const bytes = await client.bytesOf(answer);
  if (bytes.length === 0) return undefined;
  if (!isJson(answer.contentType)) throw unknownOutcome('an answer to a write that is not FHIR JSON');
  return client.jsonOf(bytes);
};

/** Whether the body of a successful answer confirms the write: it is empty, the resource, or an outcome without an error. */
export const confirmsWrite = async (
  answer: UpstreamAnswer,
  client: FhirClient,
  isDone: (resource: Json) => boolean,
): Promise<boolean> => {
  const body = await bodyOf(answer, client);
  if (body === undefined) return true;
  if (!isOutcome(body)) return isDone(body);
  const issues = readableIssues(body);
  return issues !== undefined && !issues.some(makesUnusable);
};

/** The server's refusal. Without an OperationOutcome, the answer may come from a proxy: then the outcome is unknown. */
export const refusalIn = async (answer: UpstreamAnswer, client: FhirClient): Promise<ResultRecord> => {
  const issues = await issuesInFailure(answer);
  if (issues.length === 0) throw unknownOutcome(`status ${answer.status}`);
  client.logAddedIssues(issues);
  return resultRecord('ERROR', commentOf(issues));
};
