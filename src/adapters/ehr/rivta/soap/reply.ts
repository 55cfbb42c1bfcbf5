// An HTTP answer of a contract: its envelope read as it arrives, with the status and the attachments around it (D14).
import { Failure, isFailure } from '../../../../domain/model/failure.ts';
import type { MemoryMeter } from '../../../../ports/call.ts';
import { charsetOf, statusFailure, upTo } from '../../transport/http-answers.ts';
import { type RootPart, rootPartOf } from '../../transport/multipart-related.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import type { XmlHandler, XmlReader } from '../../xml/events.ts';
import { largestList } from '../../xml/limits.ts';
import { namespaceReader } from '../../xml/namespaces.ts';
import { readDocument } from '../../xml/read-document.ts';
import type { ResultType } from '../wire-types.ts';
import { type Attachments, attachmentsOf, xopInclude } from './attachments.ts';
import type { Said } from './envelope-reader.ts';
import { interoperability, type SourceStatus } from './processing-status.ts';
import type { Operation } from './request.ts';
import { faultFailure } from './verdict.ts';

/** What an answer says beside its documents, once it has been read to its end. */
export type End = {
  /** Where the answer has one. */
  readonly result: ResultType | undefined;
  /** Where an aggregating service says so. */
  readonly sources: readonly SourceStatus[];
  /** How many attachments no document refers to. */
  readonly attachments: number;
};

/** Bytes of a Fault that are read. */
const largestFault = 64 * 1024;

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

/**
 * Whether an element is one of SOAP's or of the contract's, whose minor versions have namespaces of their own. Elements of
 * others may end every type, and may be called as the contract's own; they always have a namespace.
 */
const isOurs = ({ namespace, core }: Operation, uri: string): boolean =>
  ['', soap, interoperability, xopInclude, namespace, core].includes(uri) || uri.startsWith(`${core}.`);

type ReaderOf = {
  readonly handler: XmlHandler;
  readonly root: RootPart;
  readonly operation: Operation;
};

const readerFor = ({ handler, root, operation }: ReaderOf): XmlReader =>
  namespaceReader({
    handler,
    charset: charsetOf(root.contentType),
    isOurs: uri => isOurs(operation, uri),
  });

/** The Fault that producers send with the status 500; else what the status means. */
const refusalOf = async (
  root: RootPart,
  { reader, said }: { reader: XmlReader; said: Said },
): Promise<Failure> => {
  try {
    for await (const _ of readDocument(upTo(root.body, largestFault), { reader }));
  } catch (error) {
    if (!isFailure(error, 'ehr-unusable')) throw error;
  }
  return said.fault === undefined ? statusFailure(500) : faultFailure(said.fault);
};

/** What an envelope and its attachments say when they have been read to their end. */
const endOf = ({ fault, isAnswered, result, sources }: Said, attachments: Attachments): End => {
  if (fault !== undefined) throw faultFailure(fault);
  if (!isAnswered)
    throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'an envelope without an answer' });
  return { result, sources, attachments: attachments.unreferenced() };
};

/** What reads an envelope, what it has found, and where that is counted. */
export type Reading<X> = {
  readonly operation: Operation;
  readonly handler: XmlHandler;
  readonly said: Said;
  /** Documents that were found and not yet handed out. */
  readonly found: X[];
  /** Bytes of documents that are held. */
  readonly held: () => number;
  readonly memory: MemoryMeter | undefined;
  /** Whether the documents are a list that is kept whole. */
  readonly isList: boolean;
};

/**
 * The documents of an answer as they arrive; `ended` hears of its end.
 * Throws `Failure`: what the status means; `ehr-unusable` for a Fault and for what is no answer of the contract.
 */
export const readReply = async function* <X>(
  answer: UpstreamAnswer,
  reading: Reading<X>,
  ended: (end: End) => void,
): AsyncGenerator<X> {
  const { operation, handler, said, isList, ...counted } = reading;
  if (answer.status !== 200 && answer.status !== 500) throw statusFailure(answer.status);
  const root = await rootPartOf(answer);
  const attachments = attachmentsOf(root.attachments);
  const reader = readerFor({ handler: attachments.without(handler), root, operation });
  if (answer.status === 500) throw await refusalOf(root, { reader, said });
  const body = isList ? upTo(root.body, largestList) : root.body;
  yield* readDocument(body, { reader, keeps: isList, ...counted });
  ended(endOf(said, attachments));
};
