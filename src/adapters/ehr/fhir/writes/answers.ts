// What a server's answer to a write means (D21): done, refused, or not known.
import { resultRecord } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { type FhirClient, issuesInFailure } from '../wire/client.ts';
import { isObject, type Json, readJson } from '../wire/json.ts';
import { isJson } from '../wire/media-types.ts';
import { type Issue, isOutcome, issuesOf, makesUnusable } from '../wire/outcome.ts';

const maxCommentLength = 200;
/** What may be a person number, with any dash before its last four. */
const numbers = /\d{6,}(?:[-+ \p{Pd}\u2212]?[A-Za-z\d]\d{3})?/gu;

export const unknownOutcome = (detail: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', { detail, cause });

/** The server's own words for a person: of an error, on one line, without anything that looks like a person number. */
export const commentOf = (issues: readonly Issue[]): string => {
  const texts = issues
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ node: { details } }) => (isObject(details) ? details.text : undefined));
  const words = texts.find(text => typeof text === 'string' && text.trim() !== '');
  if (typeof words !== 'string') return '';
  const line = words
    .replace(numbers, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxCommentLength).join('').trim();
};

/** The body of an answer that says that it is done; undefined where it is empty. */
const bodyOf = async (answer: UpstreamAnswer, client: FhirClient): Promise<Json | undefined> => {
  const bytes = await client.bytesOf(answer);
  if (bytes.length === 0) return undefined;
  if (!isJson(answer.contentType)) throw unknownOutcome('an answer to a write that is no FHIR JSON');
  return readJson(bytes);
};

/** Whether an answer's body bears out that it is done: an empty one, the resource itself, or an outcome without an error. */
export const confirmsWrite = async (
  answer: UpstreamAnswer,
  client: FhirClient,
  isDone: (resource: Json) => boolean,
): Promise<boolean> => {
  const body = await bodyOf(answer, client);
  if (body === undefined) return true;
  return isOutcome(body) ? !issuesOf(body).some(makesUnusable) : isDone(body);
};

/** The server's refusal; an answer with the same status and without its own word may come from anybody between. */
export const refusalIn = async (answer: UpstreamAnswer, client: FhirClient): Promise<ResultRecord> => {
  const issues = await issuesInFailure(answer);
  if (issues.length === 0) throw unknownOutcome(`status ${answer.status}`);
  client.logAddedIssues(issues);
  return resultRecord('ERROR', commentOf(issues));
};
