// Reads the HTTP answer of a contract: status, envelope and attachments (D14).
import { type Failure, isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { maxListBytes } from '../../../../domain/model/list-limits.ts';
import { charsetOf } from '../../../../domain/model/media-type.ts';
import { type DocumentReader, type OpenedDocument, readAnswer, readDocument } from '../../read-document.ts';
import { limitBytes, maxFailureBytes, statusFailure, unreadableXml } from '../../transport/http-answers.ts';
import { type RootPart, rootPartOf } from '../../transport/multipart-related.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { type NamespaceHandler, namespaceReader } from '../../xml/parsing/events.ts';
import { attachmentsOf, xopInclude } from './attachments.ts';
import type { EnvelopeParts } from './envelope-reader.ts';
import { faultFailure } from './fault-and-result.ts';
import { interoperability } from './processing-status.ts';
import { namesOf, type SoapOperation } from './request.ts';

/** What an answer says besides its documents, when it has been read to its end. */
export type ReplyEnd = Pick<EnvelopeParts, 'result' | 'sources'> & {
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

/** A call, and what reads the envelope of its answer. */
type EnvelopeReading<X> = Pick<OpenedDocument<X>, 'items' | 'held' | 'memory'> & {
  readonly send: () => Promise<UpstreamAnswer>;
  readonly operation: SoapOperation;
  readonly handler: NamespaceHandler;
  readonly parts: EnvelopeParts;
  /** Whether the documents are a list that is held in memory as a whole. */
  readonly isList: boolean;
  readonly onEnd: (end: ReplyEnd) => void;
};

/**
 * Yields the documents of an answer as they arrive. Calls `onEnd` at its end.
 * Throws `Failure` for the status, and `ehr-unusable` for a Fault or an answer that does not follow the contract.
 */
export const readReply = <X>({
  send,
  operation,
  handler,
  parts,
  isList,
  onEnd,
  ...counted
}: EnvelopeReading<X>): AsyncIterable<X> => {
  let contentType: string | undefined;
  return readAnswer({
    send,
    open: async answer => {
      if (answer.status !== 200 && answer.status !== 500) throw statusFailure(answer);
      const root = await rootPartOf(answer);
      contentType = root.contentType;
      const attachments = attachmentsOf(root.attachments);
      const reader = namespaceReader({
        handler: attachments.withoutIncludes(handler),
        charset: charsetOf(contentType),
        isOurs: knownNamespaces(operation),
      });
      if (answer.status === 500) throw await faultFailureOf(root, { reader, parts });
      const end = () => {
        reader.end();
        const { fault, isAnswered, result, sources } = parts;
        if (fault !== undefined) throw faultFailure(fault);
        if (!isAnswered) throw unusableAnswer('ehr-document', 'an envelope without an answer');
        onEnd({ result, sources, attachments: attachments.unreferenced() });
      };
      const body = isList ? limitBytes(root.body, maxListBytes) : root.body;
      return { ...counted, body, reader: { write: reader.write, end }, keeps: isList };
    },
    failed: error => unreadableXml(error, contentType),
  });
};
