// Reads the HTTP answer of a contract: status, envelope and attachments (D14).
import { type Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { maxListBytes } from '../../../../domain/model/list-limits.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import type { MemoryMeter } from '../../../../ports/call.ts';
import { type DocumentReader, readDocument } from '../../read-document.ts';
import { limitBytes, maxFailureBytes, statusFailure, unreadableXml } from '../../transport/http-answers.ts';
import { type RootPart, rootPartOf } from '../../transport/multipart-related.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { type NamespaceHandler, namespaceReader } from '../../xml/parsing/events.ts';
import type { ResultType } from '../wire-types.ts';
import { type Attachments, attachmentsOf, xopInclude } from './attachments.ts';
import type { EnvelopeParts } from './envelope-reader.ts';
import { faultFailure } from './fault-and-result.ts';
import { interoperability, type SourceStatus } from './processing-status.ts';
import { namesOf, type SoapOperation } from './request.ts';

/** What an answer says besides its documents, when it has been read to its end. */
export type ReplyEnd = {
  /** If the answer has one. */
  readonly result: ResultType | undefined;
  /** If an aggregating service reports them. */
  readonly sources: readonly SourceStatus[];
  /** How many attachments no document refers to. */
  readonly attachments: number;
};

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

/**
 * Tells whether a namespace is one of SOAP's or of the contract's. Minor versions of a contract have namespaces of their own.
 * Every type may end with elements of other namespaces, whose local names may equal the contract's.
 */
const knownNamespaces = (operation: SoapOperation): ((uri: string) => boolean) => {
  const { namespace, core } = namesOf(operation);
  const known = new Set(['', soap, interoperability, xopInclude, namespace, core]);
  return uri => known.has(uri) || uri.startsWith(`${core}.`);
};

type ReaderParts = {
  readonly handler: NamespaceHandler;
  readonly root: RootPart;
  readonly operation: SoapOperation;
};

const readerFor = ({ handler, root, operation }: ReaderParts): DocumentReader =>
  namespaceReader({
    handler,
    charset: charsetOf(root.contentType),
    isOurs: knownNamespaces(operation),
  });

/** The failure for status 500, with which producers send Faults. */
const faultFailureOf = async (
  root: RootPart,
  { reader, parts }: { reader: DocumentReader; parts: EnvelopeParts },
): Promise<Failure> => {
  try {
    for await (const _ of readDocument(limitBytes(root.body, maxFailureBytes), { reader }));
  } catch (error) {
    if (!isFailure(error, 'ehr-unusable')) throw error;
  }
  return parts.fault === undefined ? statusFailure({ status: 500 }) : faultFailure(parts.fault);
};

/** The end of an answer, from its envelope and attachments. */
const endOf = ({ fault, isAnswered, result, sources }: EnvelopeParts, attachments: Attachments): ReplyEnd => {
  if (fault !== undefined) throw faultFailure(fault);
  if (!isAnswered) throw unusableAnswer('ehr-document', 'an envelope without an answer');
  return { result, sources, attachments: attachments.unreferenced() };
};

/** What is needed to read an envelope. */
export type EnvelopeReading<X> = {
  readonly operation: SoapOperation;
  readonly handler: NamespaceHandler;
  readonly parts: EnvelopeParts;
  /** Documents that have been read and not yet yielded. */
  readonly items: X[];
  /** Bytes of the documents held in memory. */
  readonly held: () => number;
  readonly memory: MemoryMeter | undefined;
  /** Whether the documents are a list that is held in memory as a whole. */
  readonly isList: boolean;
};

/**
 * Yields the documents of an answer as they arrive. Calls `onEnd` at its end.
 * Throws `Failure` for the status, and `ehr-unusable` for a Fault or an answer that does not follow the contract.
 */
export const readReply = async function* <X>(
  answer: UpstreamAnswer,
  reading: EnvelopeReading<X>,
  onEnd: (end: ReplyEnd) => void,
): AsyncGenerator<X> {
  const { operation, handler, parts, isList, ...counted } = reading;
  if (answer.status !== 200 && answer.status !== 500) throw statusFailure(answer);
  const root = await rootPartOf(answer);
  const attachments = attachmentsOf(root.attachments);
  const reader = readerFor({ handler: attachments.withoutIncludes(handler), root, operation });
  if (answer.status === 500) throw await faultFailureOf(root, { reader, parts });
  const body = isList ? limitBytes(root.body, maxListBytes) : root.body;
  try {
    yield* readDocument(body, { reader, keeps: isList, ...counted });
    onEnd(endOf(parts, attachments));
  } catch (error) {
    throw unreadableXml(error, root.contentType);
  }
};
