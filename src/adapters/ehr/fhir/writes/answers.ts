// What a server's answer to a write means (D21): done, refused or unknown. What the result lacks of it is counted (D29).
import type * as R4 from 'fhir/r4.js';
import { resultRecord } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Json } from '../../../../domain/model/json.ts';
import type { ResultRecord } from '../../../../domain/records/transition.ts';
import type { Loss, WriteAnswer } from '../../../../ports/ehr.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { child, children, countLoss, type Element, isPresent, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { recordTally } from '../elements/tally.ts';
import { unmappedLosses } from '../elements/unread.ts';
import { isOfType, isResource, mayMeanOpposite, type Resource } from '../json/resource.ts';
import { bodyOfFailure, type FhirClient, isJson, issuesInFailure } from '../wire/client.ts';
import { isError, isKnown, issuesOf, makesUnusable, readableIssues } from '../wire/outcome.ts';

type OutcomeIssue = Element<R4.OperationOutcomeIssue>;

const maxCommentLength = 200;
/** Anything that may be a person number, with any dash before its last four characters. */
const numbers = /\d{6,}(?:[-+ \p{Pd}\u2212]?[A-Za-z\d]\d{3})?/gu;

/** The failure of a write that the server may have carried out (D21). */
const unknownOutcome = (detail: string): Failure => new Failure('outcome-unknown', { detail });

/** The body of a successful answer; undefined if it is empty. */
const bodyOf = async (answer: UpstreamAnswer, client: FhirClient): Promise<Json | undefined> => {
  const bytes = await client.bytesOf(answer);
  if (bytes.length === 0) return undefined;
  if (!isJson(answer.contentType)) throw unknownOutcome('an answer to a write that is not FHIR JSON');
  return client.jsonOf(bytes);
};

/** A word that every issue must have. One that is missing, or that R4 does not have, is counted. */
const wordOf = (issue: OutcomeIssue, member: 'severity' | 'code') => {
  const word = text(issue, member);
  if (word === undefined ? !isPresent(issue, member) : !isKnown(word, member)) countLoss(issue, member);
  return word ?? '';
};

/** The issues of an outcome that mean an error. What is not understood of any issue is counted. */
const errorsIn = (root: Element<R4.OperationOutcome>): OutcomeIssue[] =>
  children(root, 'issue').filter(issue => {
    const severity = wordOf(issue, 'severity');
    wordOf(issue, 'code');
    return isError({ severity });
  });

/** All that a result lacks of an answer, when it has been read. */
const lossesOf = (root: Element<object>, judged?: readonly string[]): readonly Loss[] => [
  ...root.tally.losses,
  ...unmappedLosses(root, judged),
];

/**
 * Reads the body of a successful answer. Returns what the result lacks of it if it confirms the write: if it is empty, the
 * resource, or an outcome without an error; otherwise undefined.
 */
const confirmedBy = async (
  answer: UpstreamAnswer,
  client: FhirClient,
  { isDone, judged }: Meaning,
): Promise<readonly Loss[] | undefined> => {
  const body = await bodyOf(answer, client);
  if (body === undefined) return [];
  if (!isResource(body) || mayMeanOpposite(body)) return undefined;
  const tally = recordTally(undefined);
  if (isOfType(body, 'OperationOutcome')) {
    if (readableIssues(body as Json)?.some(makesUnusable) !== false) return undefined;
    const root = rootElement(body, tally);
    errorsIn(root);
    return lossesOf(root);
  }
  return isDone(body) ? lossesOf(rootElement(body, tally), judged) : undefined;
};

/** A text of the server on one line, as a client may see it: without anything that looks like a person number. */
const commentIn = (details: Element<R4.CodeableConcept>, written: string): string => {
  const masked = written.replace(numbers, '');
  if (masked !== written) countLoss(details, 'text', 'withheld');
  const line = masked.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  // A character is one or two units.
  const characters = Array.from(line.slice(0, 2 * (maxCommentLength + 1)));
  if (characters.length > maxCommentLength) countLoss(details, 'text', 'cut');
  return characters.slice(0, maxCommentLength).join('').trim();
};

/** The text of an issue, and where it stands; none if it has no text. */
const textOf = (issue: OutcomeIssue) => {
  const details = child(issue, 'details');
  const written = text(details, 'text');
  return details === undefined || written === undefined ? [] : [{ details, written }];
};

/** The server's explanation of a refusal, for the client: that of the first error. The others are counted. */
const commentOf = (root: Element<R4.OperationOutcome>): string => {
  const [first, ...others] = errorsIn(root).flatMap(textOf);
  const comment = first === undefined ? '' : commentIn(first.details, first.written);
  for (const { details } of others) countLoss(details, 'text', 'repeated');
  return comment;
};

/** The server's refusal. Without an OperationOutcome, the answer may come from a proxy: then the outcome is unknown. */
const refusalIn = async (answer: UpstreamAnswer, client: FhirClient): Promise<WriteAnswer> => {
  const body = await bodyOfFailure(answer);
  const issues = issuesOf(body);
  const isReadable = isResource(body) && isOfType(body, 'OperationOutcome') && !mayMeanOpposite(body);
  if (!isReadable || issues.length === 0) throw unknownOutcome(`status ${answer.status}`);
  client.logAddedIssues(issues);
  const root = rootElement(body, recordTally(undefined));
  return { result: resultRecord('ERROR', commentOf(root)), losses: lossesOf(root) };
};

/** Statuses with which a server refuses any write. */
const refusals: readonly number[] = [400, 403, 405, 415, 422, 501];

/** What the statuses of answers to one kind of write mean. Any other leaves the outcome unknown. */
export type Meaning = {
  /** Status → the result, once the body confirms it. */
  readonly results: Readonly<Record<number, ResultRecord>>;
  /** Whether a resource in an answer shows that the write is done. */
  readonly isDone: (resource: Resource) => boolean;
  /** The members that `isDone` looks at. */
  readonly judged: readonly string[];
  /** What the body of such an answer must say, in words. */
  readonly says: string;
  /** Statuses with which a server refuses this write, beside those of all writes. */
  readonly refusals?: readonly number[];
  /** Statuses that mean, with an OperationOutcome, that the server does not know the booking. */
  readonly unknownBooking?: readonly number[];
};

/**
 * What an answer to a write means. Throws `Failure` `outcome-unknown`, `booking-unknown`, `ehr-unreachable`, and what `FhirClient.bytesOf`
 * throws.
 */
export const writeAnswer = async (
  answer: UpstreamAnswer,
  client: FhirClient,
  meaning: Meaning,
): Promise<WriteAnswer> => {
  const { status } = answer;
  // Refused even with a new token: nothing was done.
  if (status === 401)
    throw new Failure('ehr-unreachable', { reason: 'ehr-not-notified', detail: 'status 401' });
  const result = meaning.results[status];
  if (result !== undefined) {
    const losses = await confirmedBy(answer, client, meaning);
    if (losses === undefined) throw unknownOutcome(`an answer that does not say that ${meaning.says}`);
    return { result, losses };
  }
  if ([...refusals, ...(meaning.refusals ?? [])].includes(status)) return refusalIn(answer, client);
  if (meaning.unknownBooking?.includes(status) === true && (await issuesInFailure(answer)).length > 0)
    throw new Failure('booking-unknown');
  throw unknownOutcome(`status ${status}`);
};
