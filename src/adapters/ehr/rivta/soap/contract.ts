// Calls a service contract and reads its answer as it arrives (D14).
import { type Static, type TSchema, Type } from 'typebox';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { maxValuesAtOnce } from '../../../../domain/model/yield-to-event-loop.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { type ResultCode, resultCodes } from '../../../../domain/records/transition.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Loss, Omission } from '../../../../ports/ehr.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import type { Upstream } from '../../transport/upstream.ts';
import { decoder, type Item } from '../../xml/decoder.ts';
import { type PlanRules, planOf } from '../../xml/plan.ts';
import type { XmlTree } from '../../xml/write-xml.ts';
import { type ContractName, endpointOf, type RivtaMembers } from '../members.ts';
import type { ResultType } from '../wire-types.ts';
import { envelopeReader } from './envelope-reader.ts';
import { errorCodeOf, resultFailure } from './fault-and-result.ts';
import { omissionsOf } from './processing-status.ts';
import { type ReplyEnd, readReply } from './reply.ts';
import { envelope, type Headers, namesOf, type SoapOperation } from './request.ts';

/** An open RIV-TA system. */
export type SoapConnection = {
  readonly system: System;
  readonly profile: RivtaMembers;
  readonly upstream: Upstream;
  readonly rules: PlanRules;
  /** Root of the region's reserve numbers, if it has any. */
  readonly reserveRoot: string | undefined;
  readonly log: Log | undefined;
  /** The local time, 14 digits. */
  readonly now: () => string;
};

/** One contract: its operation, and the element that its answer repeats. */
export type Contract<S extends TSchema> = SoapOperation & {
  readonly name: ContractName;
  readonly element: string;
  readonly schema: S;
  /** Whether its answers are lists that are held in memory as a whole: their size is limited (D32). */
  readonly isList?: boolean;
  /** Whether its answers must have a `result`. */
  readonly hasResult: boolean;
};

export type SoapDocument<X> = { readonly document: X; readonly losses: readonly Loss[] };

/** What an answer contains: documents, values beside them that no contract names, and at its end what it lacks. */
type AnswerItem<X> = SoapDocument<X> | Omission;

/**
 * The result code of an answer. An `INFO` is logged by its codes, without its message and its `logId`, which is free text and may contain
 * a person number.
 * Throws `Failure` `ehr-unusable` if the result is missing, though it is required, or its code unknown.
 */
export const checkedResultCode = (
  { log, system }: SoapConnection,
  { name, hasResult }: Contract<TSchema>,
  { result, call: { requestId } }: { readonly result: ResultType | undefined; readonly call: Call },
): ResultCode => {
  if (result === undefined && !hasResult) return 'OK';
  const resultCode = resultCodes.find(code => code === result?.resultCode);
  if (result === undefined || resultCode === undefined)
    throw unusableAnswer('ehr-document', 'an answer without a known resultCode');
  if (resultCode === 'INFO') {
    const errorCode = errorCodeOf(result);
    log?.info(
      omitUndefined({ requestId, system: system.name, contract: name, resultCode, errorCode }),
      'the EHR answers with INFO',
    );
  }
  return resultCode;
};

/** A call: what is sent, by default to the address in the profile. */
type ContractCall = {
  readonly headers?: Headers;
  readonly body: XmlTree;
  readonly call: Call;
  /** Judges the end of the answer. By default, the result `ERROR` and missing data of a source system (`omissionsOf`) are failures. */
  readonly onEnd?: (end: ReplyEnd) => void;
};

/**
 * Prepares the calls of one service contract. A call yields what the contract answers as it arrives, and then what the answer lacks.
 * Documents are valid only once the iteration has ended without an error. Leaving it early discards the answer.
 *
 * Throws `Failure`: `ehr-unusable` for a Fault or an answer that does not follow the contract; what judging its end and the upstream
 * throw.
 */
export const contractCaller = <S extends TSchema>(
  connection: SoapConnection,
  contract: Contract<S>,
): ((contractCall: ContractCall) => AsyncIterable<AnswerItem<Static<S>>>) => {
  const { system, profile, upstream, rules } = connection;
  const { name, element, schema, isList = false } = contract;
  const { action } = namesOf(contract);
  const plan = planOf(objectOf({ [element]: Type.Array(schema) }), rules);
  const envelopes = envelopeReader(rules);
  const endpoint = new URL(endpointOf(name, system.baseUrl, profile));

  /** What reads one envelope, and the documents that it has found. */
  const newReading = () => {
    const items: AnswerItem<Static<S>>[] = [];
    const root = `${name}Response`;
    const each = {
      element,
      // The plan was made from the schema, so the document has its type.
      onItem: ({ value, losses }: Item) => void items.push({ document: value as Static<S>, losses }),
    };
    const documents = decoder({
      root,
      plan,
      each,
      isList,
      maxElements: maxValuesAtOnce,
      refusesUnknownInText: true,
      ignore: system.ignore,
      skipped: path => void items.push({ omitted: 'unmapped', path }),
    });
    return { items, held: documents.held, ...envelopes(root, documents) };
  };

  return async function* ({ headers = { logicalAddress: profile.logicalAddress }, body, call, onEnd }) {
    let omissions: readonly Omission[] = [];
    const judge = ({ result, ...lacks }: ReplyEnd) => {
      if (checkedResultCode(connection, contract, { result, call }) === 'ERROR')
        throw resultFailure(result ?? {});
      omissions = omissionsOf([lacks], profile);
    };
    const send = () =>
      upstream.send({
        method: 'POST',
        origin: endpoint.origin,
        path: `${endpoint.pathname}${endpoint.search}`,
        headers: {
          accept: 'text/xml',
          'content-type': 'text/xml; charset=utf-8',
          soapaction: `"${action}"`,
          'x-rivta-original-serviceconsumer-hsaid': profile.originalConsumerHsaId,
          'x-skltp-correlation-id': call.requestId,
        },
        body: envelope(contract, headers, body),
        retryable: true,
        call,
      });
    const { memory } = call;
    yield* readReply({ send, operation: contract, isList, memory, onEnd: onEnd ?? judge, ...newReading() });
    yield* omissions;
  };
};
