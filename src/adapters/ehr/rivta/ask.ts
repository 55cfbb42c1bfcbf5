// Asking a contract, and reading its answer as it arrives (D14).
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { Failure, isFailure } from '../../../domain/model/failure.ts';
import { members } from '../../../domain/records/shared/common.ts';
import type { Call } from '../../../ports/call.ts';
import type { Loss, Omission } from '../../../ports/ehr.ts';
import type { Log } from '../../telemetry/service-log.ts';
import type { System } from '../adapter.ts';
import { charsetOf, statusFailure, upTo } from '../transport/http-answers.ts';
import { type RootPart, rootPartOf } from '../transport/multipart-related.ts';
import type { Upstream } from '../transport/upstream.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import type { XmlHandler, XmlReader } from '../xml/events.ts';
import { namespaceReader } from '../xml/namespaces.ts';
import { type PlanRules, planOf } from '../xml/plan.ts';
import { readDocument } from '../xml/read-document.ts';
import { answerReader, type Said, xopInclude } from './answer.ts';
import { type ContractName, endpointOf, type Members } from './members.ts';
import { interoperability, omissionsOf, type SourceStatus } from './processing-status.ts';
import { type Elements, envelope, type Headers, type Operation } from './request.ts';
import { faultFailure, remarkOf, resultCodeOf, resultFailure } from './verdict.ts';
import type { ResultType } from './wire-types.ts';

/** An open system that speaks RIV-TA. */
export type Connection = {
  readonly system: System;
  readonly own: Members;
  readonly upstream: Upstream;
  readonly rules: PlanRules;
  /** Root of the region's reserve numbers, where it has them. */
  readonly reserveRoot: string | undefined;
  readonly log: Log | undefined;
};

/** One contract: its operation, and the element that its answer repeats. */
export type Contract<S extends TSchema> = Operation & {
  readonly name: ContractName;
  readonly element: string;
  readonly schema: S;
  /** Whether its answers must have a `result`. */
  readonly hasResult: boolean;
};

export type Document<X> = { readonly document: X; readonly losses: readonly Loss[] };

/** What an answer says beside its documents, once it has been read to its end. */
export type End = {
  /** Where the answer has one. */
  readonly result: ResultType | undefined;
  /** Where an aggregating service says so. */
  readonly sources: readonly SourceStatus[];
  /** How many attachments no document refers to. */
  readonly attachments: number;
};

/** What is sent, and who hears of the answer's end. */
export type Asked = {
  readonly headers: Headers;
  readonly body: Elements;
  readonly call: Call;
  readonly ended: (end: End) => void;
};

/**
 * Asks once, and yields documents as they arrive. All of them count only once the iteration has ended without an error;
 * leaving it early lets go of the answer.
 *
 * Throws `Failure`: `ehr-unusable` for a Fault and for what is no answer of the contract; what the upstream throws.
 */
export type Ask<X> = (asked: Asked) => AsyncIterable<Document<X>>;

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
    for await (const _ of readDocument(upTo(root.body, largestFault), reader, []));
  } catch (error) {
    if (!isFailure(error, 'ehr-unusable')) throw error;
  }
  return said.fault === undefined ? statusFailure(500) : faultFailure(said.fault);
};

/** What an envelope and its attachments say when they have been read to their end. */
const endOf = ({ fault, isAnswered, result, sources, references }: Said, { attachments }: RootPart): End => {
  if (fault !== undefined) throw faultFailure(fault);
  if (!isAnswered)
    throw new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'an envelope without an answer' });
  return { result, sources, attachments: attachments.filter(id => !references.has(id)).length };
};

export const asking = <S extends TSchema>(connection: Connection, contract: Contract<S>): Ask<Static<S>> => {
  const { system, own, upstream, rules } = connection;
  const { name, action, element, schema } = contract;
  const plan = planOf(members({ [element]: Type.Array(schema) }), rules);
  const answers = answerReader(rules);
  const endpoint = new URL(endpointOf(name, system.baseUrl, own));

  /** A handler of one envelope, which gives `found` the documents that it finds. */
  const handlerFor = (found: Document<Static<S>>[]) => {
    const root = `${name}Response`;
    const each = {
      element,
      // What the plan has made follows the schema that the plan was made of.
      found: (document: Fields, _head: Fields, losses: readonly Loss[]) =>
        void found.push({ document: document as Static<S>, losses }),
    };
    return answers({ name: root, documents: decoder({ root, plan, each }) });
  };

  return async function* ({ headers, body, call, ended }) {
    const answer = await upstream.send({
      method: 'POST',
      origin: endpoint.origin,
      path: `${endpoint.pathname}${endpoint.search}`,
      headers: {
        accept: 'text/xml',
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${action}"`,
        'x-rivta-original-serviceconsumer-hsaid': own.originalConsumerHsaId,
        'x-skltp-correlation-id': call.requestId,
      },
      body: envelope(contract, headers, body),
      repeatable: true,
      call,
    });
    try {
      const found: Document<Static<S>>[] = [];
      const { handler, said } = handlerFor(found);
      if (answer.status !== 200 && answer.status !== 500) throw statusFailure(answer.status);
      const root = await rootPartOf(answer);
      const reader = readerFor({ handler, root, operation: contract });
      if (answer.status === 500) throw await refusalOf(root, { reader, said });
      yield* readDocument(root.body, reader, found);
      ended(endOf(said, root));
    } finally {
      answer.discard();
    }
  };
};

/**
 * The word of an answer that has been read to its end; an `INFO` is logged, without what it is about.
 * Throws `Failure` `ehr-unusable` where a result is missing or not known.
 */
export const codeOf = (
  { log, system }: Connection,
  { name, hasResult }: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  { result, call }: { readonly result: ResultType | undefined; readonly call: Call },
) => {
  const code = resultCodeOf(result, hasResult);
  if (code === 'INFO' && result !== undefined) {
    const { requestId } = call;
    log?.info(
      { requestId, system: system.name, contract: name, ...remarkOf(result) },
      'the EHR adds a remark',
    );
  }
  return code;
};

/**
 * Hears of the end of an answer. Throws `Failure`: `ehr-unusable` for a result `ERROR`, `ehr-unavailable` where the data of a
 * source system are missing (`omissionsOf`).
 */
export const conclusion = (
  connection: Connection,
  contract: Pick<Contract<TSchema>, 'name' | 'hasResult'>,
  call: Call,
) => {
  let omissions: readonly Omission[] = [];
  return {
    ended: ({ result, ...lacks }: End): void => {
      if (codeOf(connection, contract, { result, call }) === 'ERROR') throw resultFailure(result ?? {});
      omissions = omissionsOf([lacks], connection.own);
    },
    /** What the answer lacks beside its documents. */
    omissions: () => omissions,
  };
};
