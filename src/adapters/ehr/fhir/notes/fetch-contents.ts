// Fetches the contents that notes give by URL: of the notes inside the interval, newest first, from servers that the profile allows.
import { overlaps, type TimeSpan } from '../../../../domain/model/interval.ts';
import { mediaTypeOf } from '../../../../domain/model/media-type.ts';
import type { Call } from '../../../../ports/call.ts';
import { concurrencyLimit } from '../../transport/concurrency-limit.ts';
import { statusFailure } from '../../transport/http-answers.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { ignoringLosses, rootOfType } from '../elements/element.ts';
import { isOfType, isResource } from '../json/resource.ts';
import type { Translation } from '../reading/translation.ts';
import type { AnyReading, Prepare } from '../records/read-kind.ts';
import { type FhirClient, incompleteAnswer } from '../wire/client.ts';
import { isJson } from '../wire/media-types.ts';
import { isOutcome, issuesOf } from '../wire/outcome.ts';
import { type Attachment, chosenAttachment } from './attachment.ts';
import { binaryContent, isContained, sentContent } from './binary.ts';
import { type Content, lost } from './content.ts';
import type { ContentServers } from './content-servers.ts';

/** The decoded segments of a path; none if they cannot be decoded. */
const segmentsOf = (path: string): string[] => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
};

/** The first segment of a FHIR interaction's path: a type, `_history`, `_search` or an operation; empty for the base itself. */
const interaction = /^(?:[A-Z_$]|$)/;

/** The last segment of the path of a resource's content: its Binary, or HAPI's operation that returns the bytes. */
const contentSegments = ['Binary', '$binary-access-read'];

/** A segment that is not an id: `_history`, `_search`, or none. */
const noId = /^(?:_|$)/;

/** Whether a path is that of a Binary. */
export const isBinary = (path: string): boolean => /^\/Binary\/[^/?]+/.test(path);

/**
 * Whether content may be read from a path: that of a Binary, of a resource's content (`Document/1/Binary`), or one that is not
 * a FHIR interaction. Other interactions return resources, of any patient. As JSON they are not published as text, but servers
 * such as HAPI render them as HTML if the client accepts it.
 * @param path below the base URL, with its query.
 */
export const mayHoldContent = (path: string): boolean => {
  const [first = '', ...others] = segmentsOf(path.split('?', 1)[0] ?? '');
  if (first === 'Binary') return !noId.test(others[0] ?? '');
  return contentSegments.includes(others.at(-1) ?? '') || !interaction.test(first);
};

/** The most contents that are fetched for one request, and the most concurrent calls. */
export const maxContents = 200;
const maxConcurrentFetches = 8;

type Wanted = { readonly reading: AnyReading; readonly attachment: Attachment; readonly url: string };

type Sources = { readonly translation: Translation; readonly servers: ContentServers };

/** Requests a content; undefined if its URL must not be followed. */
const requestFor = ({ url }: Wanted, client: FhirClient, { translation, servers }: Sources) => {
  const { addresses, members } = translation;
  const path = addresses.pathBelowBase(url);
  if (path !== undefined) {
    if (!mayHoldContent(path) || (isBinary(path) && !members.resources.has('Binary'))) return undefined;
    return (accept: string, call: Call) => client.send({ method: 'GET', path, headers: { accept } }, call);
  }
  const elsewhere = servers.at(url);
  return elsewhere === undefined ? undefined : (accept: string, call: Call) => elsewhere(accept, call);
};

/**
 * The content of an answer: a Binary, or raw bytes. Any other resource is not the note: its text would be shown whoever it
 * belongs to, and whatever its labels say.
 */
const contentIn = async (answer: UpstreamAnswer, wanted: Wanted, client: FhirClient): Promise<Content> => {
  const { attachment } = wanted;
  const bytes = await client.bytesOf(answer);
  const found = isJson(answer.contentType) ? await client.jsonOf(bytes) : undefined;
  if (isOutcome(found)) throw incompleteAnswer(issuesOf(found));
  if (!isResource(found)) return sentContent(bytes, answer.contentType, attachment);
  return isOfType(found, 'Binary') ? binaryContent(found, wanted) : lost(attachment.format);
};

/** The `Accept` of a content: its type as written, else without the parameters that a header cannot carry. */
const acceptOf = ({ contentType }: Attachment): string => {
  const isValid = contentType !== undefined && /^[\x20-\x7e]+$/.test(contentType);
  return (isValid ? contentType : mediaTypeOf(contentType)) ?? '*/*';
};

/** Fetches one content. It is lost with status 403, 404 or 410; any other status but 200 throws `Failure`. */
const fetchContent = async (
  wanted: Wanted,
  client: FhirClient,
  sources: Sources,
  call: Call,
): Promise<Content> => {
  const { attachment } = wanted;
  const ask = requestFor(wanted, client, sources);
  if (ask === undefined) return lost(attachment.format);
  const answer = await ask(acceptOf(attachment), call);
  try {
    if (answer.status === 404 || answer.status === 410) return lost(attachment.format);
    if (answer.status === 403) return lost(attachment.format, 'withheld');
    if (answer.status !== 200) throw statusFailure(answer);
    return await contentIn(answer, wanted, client);
  } finally {
    answer.discard();
  }
};

/** The content to fetch for a note, if it is given by URL and is text, or of a type that is not known in advance. */
const wantedOf = (reading: AnyReading): Wanted[] => {
  const document = rootOfType(reading.root, 'DocumentReference');
  if (document === undefined) return [];
  const { chosen: attachment } = chosenAttachment(ignoringLosses(document));
  if (attachment?.url === undefined || attachment.data !== undefined || isContained(attachment.url))
    return [];
  const isReadable = attachment.contentType === undefined || ['plain', 'html'].includes(attachment.format);
  return isReadable ? [{ reading, attachment, url: attachment.url }] : [];
};

/** The time of a note, for sorting. A note without one counts as the newest. */
const timeOf = (span: TimeSpan): string => span?.from ?? '9';

const compareTimes = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** Fetches the contents of all notes. Beyond the limit, a content is counted as lost; its note stays. */
export const fetchContents =
  (sources: Sources): Prepare<'journalNotes', Content | undefined> =>
  async ({ client, readings, spanOf, interval }) => {
    const inside = readings
      .flatMap(wantedOf)
      .map(wanted => ({ wanted, span: spanOf(wanted.reading) }))
      .filter(({ span }) => overlaps(interval, span));
    const newestFirst = inside.toSorted((one, other) => compareTimes(timeOf(other.span), timeOf(one.span)));
    const chosen = newestFirst.slice(0, maxContents).map(({ wanted }) => wanted);
    const contents = new Map<object, Content>(
      newestFirst
        .slice(maxContents)
        .map(({ wanted: { reading, attachment } }) => [reading, lost(attachment.format, 'out-of-bounds')]),
    );
    const fetches = chosen.map(wanted => async (call: Call) => {
      contents.set(wanted.reading, await fetchContent(wanted, client, sources, call));
    });
    await concurrencyLimit(maxConcurrentFetches, fetches, client.call);
    return reading => contents.get(reading);
  };
