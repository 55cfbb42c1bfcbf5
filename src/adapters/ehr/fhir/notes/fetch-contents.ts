// Fetches the contents that notes give by URL: of the notes inside the interval, newest first, from servers that the profile allows.
import { type Failure, isFailure } from '../../../../domain/model/failure.ts';
import type { FailureReason } from '../../../../domain/model/failure-reasons.ts';
import { overlaps, type TimeSpan } from '../../../../domain/model/interval.ts';
import { mediaTypeOf } from '../../../../domain/model/media-type.ts';
import { newYielding } from '../../../../domain/model/yield-to-event-loop.ts';
import type { Call } from '../../../../ports/call.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { statusFailure } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { rootOfType } from '../elements/element.ts';
import { isOfType, isResource } from '../json/resource.ts';
import type { AnyReading, Prepare } from '../records/read-kind.ts';
import { type FhirClient, isJson } from '../wire/client.ts';
import { incompleteAnswer, isOutcome, issuesOf } from '../wire/outcome.ts';
import { type Attachment, isReadable } from './attachment.ts';
import {
  attachmentOf,
  binaryContent,
  isContained,
  lost,
  type NoteTexts,
  readNoteTexts,
  type SentContent,
  sentContent,
} from './content.ts';
import { isBinary, mayHoldContent } from './content-paths.ts';
import type { ContentServers } from './content-servers.ts';

/** The most contents that are fetched for one request, and the most concurrent calls. */
export const maxContents = 200;
const maxConcurrentFetches = 8;

type Wanted = { readonly reading: AnyReading; readonly attachment: Attachment; readonly url: string };

/** Requests a content; undefined if its URL must not be followed. */
const requestFor = ({ url, reading }: Wanted, servers: ContentServers) => {
  const { client, addresses, members } = reading;
  const path = addresses.pathBelowBase(url);
  if (path !== undefined) {
    if (!mayHoldContent(path) || (isBinary(path) && !members.resources.has('Binary'))) return undefined;
    return (accept: string, call: Call) => client.send({ method: 'GET', path, headers: { accept } }, call);
  }
  return addresses.isElsewhere(url) ? servers.at(url) : undefined;
};

/**
 * The content of an answer: a Binary, or raw bytes. Any other resource is not the note: its text would be shown whoever it
 * belongs to, and whatever its labels say.
 */
const contentIn = async (answer: UpstreamAnswer, wanted: Wanted): Promise<SentContent> => {
  const { attachment, reading } = wanted;
  const { client } = reading;
  const bytes = await client.bytesOf(answer);
  const json = isJson(answer.contentType) ? await client.jsonOf(bytes) : undefined;
  if (isOutcome(json)) throw incompleteAnswer(issuesOf(json));
  if (!isResource(json)) return sentContent([bytes], answer.contentType, attachment);
  return isOfType(json, 'Binary') ? binaryContent(json, wanted) : lost(attachment.format);
};

/** The `Accept` of a content: its type as written, else without the parameters that a header cannot carry. */
const acceptOf = ({ contentType }: Attachment): string => {
  const isValid = contentType !== undefined && /^[\x20-\x7e]+$/.test(contentType);
  return (isValid ? contentType : mediaTypeOf(contentType)) ?? '*/*';
};

/** Reasons why one content cannot be read, now or later. A system that is unavailable, or an answer that breaks off, is not one. */
const ofOneContent: readonly FailureReason[] = [
  'ehr-status',
  'ehr-fault',
  'ehr-document',
  'ehr-not-well-formed',
  'ehr-encoding',
];

/**
 * Fetches one content. It is lost with status 403, 404 or 410. Returns the failure that concerns only this one; throws any other
 * `Failure`.
 */
const fetchContent = async (
  wanted: Wanted,
  servers: ContentServers,
  call: Call,
): Promise<SentContent | Failure> => {
  const { attachment } = wanted;
  const ask = requestFor(wanted, servers);
  if (ask === undefined) return lost(attachment.format);
  let answer: UpstreamAnswer | undefined;
  try {
    answer = await ask(acceptOf(attachment), call);
    if (answer.status === 404 || answer.status === 410) return lost(attachment.format);
    if (answer.status === 403) return lost(attachment.format, 'withheld');
    if (answer.status !== 200) throw statusFailure(answer);
    return await contentIn(answer, wanted);
  } catch (error) {
    if (isFailure(error, 'ehr-unusable') && ofOneContent.includes(error.reason)) return error;
    throw error;
  } finally {
    answer?.discard();
  }
};

/** Whether a content is inside its note. */
const isInside = ({ data, url }: Attachment): boolean =>
  data !== undefined || (url !== undefined && isContained(url));

/** The content to fetch for a note, if it is given by URL and can be read, or of a type that is not known in advance. */
const wantedOf = (reading: AnyReading): Wanted | undefined => {
  const attachment = attachmentOf(reading);
  if (attachment?.url === undefined || isInside(attachment)) return undefined;
  const mayBeRead = attachment.contentType === undefined || isReadable(attachment.format);
  return mayBeRead ? { reading, attachment, url: attachment.url } : undefined;
};

/** Whether a note has its content inside: a Composition always does. */
const holdsContent = (reading: AnyReading): boolean => {
  if (rootOfType(reading.root, 'Composition') !== undefined) return true;
  const attachment = attachmentOf(reading);
  return attachment !== undefined && isInside(attachment);
};

/** The time of a note, for sorting. A note without one counts as the newest. */
const timeOf = (span: TimeSpan): string => span?.from ?? '9';

const compareTimes = (left: string, right: string): number => {
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** Logs how many contents failed in which way. */
const logFailed = ({ server, call }: FhirClient, ways: ReadonlyMap<string, readonly Failure[]>): void => {
  for (const [detail, { length: count }] of ways)
    server.log?.warn(
      { requestId: call.requestId, system: server.system.name, detail, count },
      'contents of notes cannot be fetched',
    );
};

/**
 * Fetches the contents of all notes. Beyond the limit, a content is counted as lost; its note stays. So is one that cannot be
 * read, unless all contents fail in the same way: then the server fails, and so does the answer.
 */
export const fetchContents =
  (servers: ContentServers): Prepare<NoteTexts> =>
  async ({ context: { client }, records, interval }) => {
    const yieldToEventLoop = newYielding();
    const inside: { readonly wanted: Wanted; readonly span: TimeSpan }[] = [];
    for (const { reading, span: spanOf } of records) {
      const wanted = wantedOf(reading);
      if (wanted === undefined) continue;
      const span = spanOf();
      if (overlaps(interval, span)) inside.push({ wanted, span });
      await yieldToEventLoop();
    }
    const newestFirst = inside.toSorted((left, right) => compareTimes(timeOf(right.span), timeOf(left.span)));
    const chosen = newestFirst.slice(0, maxContents).map(({ wanted }) => wanted);
    const contents = new Map<object, SentContent>(
      newestFirst
        .slice(maxContents)
        .map(({ wanted: { reading, attachment } }) => [reading, lost(attachment.format, 'out-of-bounds')]),
    );
    const failures: Failure[] = [];
    const fetches = chosen.map(wanted => async (call: Call) => {
      const fetched = await fetchContent(wanted, servers, call);
      const failed = isFailure(fetched);
      if (failed) failures.push(fetched);
      contents.set(wanted.reading, failed ? lost(wanted.attachment.format) : fetched);
    });
    await concurrencyLimit(maxConcurrentFetches, fetches, client.call);
    const ways = Map.groupBy(failures, ({ message }) => message);
    const [failure] = failures;
    const allFail = ways.size === 1 && failures.length === chosen.length;
    if (
      failure !== undefined &&
      allFail &&
      !records.some(({ reading, span }) => holdsContent(reading) && overlaps(interval, span()))
    )
      throw failure;
    logFailed(client, ways);
    return (reading, texts) => readNoteTexts(reading, contents.get(reading), texts);
  };
