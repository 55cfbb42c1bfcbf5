// Calls a service contract and reads its answer as it arrives (D14).
import { type Static, type TSchema, Type } from 'typebox';
import { maxValuesAtOnce } from '../../../../domain/model/yield-to-event-loop.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Loss, Omission } from '../../../../ports/ehr.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import type { Upstream } from '../../transport/upstream.ts';
import { decoder, type Item } from '../../xml/decoder.ts';
import { type PlanRules, planOf } from '../../xml/plan.ts';
import { type ContractName, endpointOf, type RivtaMembers } from '../members.ts';
import type { ResultType } from '../wire-types.ts';
import { envelopeReader } from './envelope-reader.ts';
import { infoLogFields, resultFailure, soapResultCode } from './fault-and-result.ts';
import { omissionsOf } from './processing-status.ts';
import { type ReplyEnd, readReply } from './reply.ts';
import { type Elements, envelope, type Headers, namesOf, type SoapOperation } from './request.ts';

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
export type AnswerItem<X> = SoapDocument<X> | Omission;

/** What is known of the result in the answers of a contract. */
type ContractResult = Pick<Contract<TSchema>, 'name' | 'hasResult'>;

/**
 * The result code of an answer. An `INFO` is logged, without its message.
 * Throws `Failure` `ehr-unusable` if the result is missing or its code unknown.
 */
export const checkedResultCode = (
  { log, system }: SoapConnection,
  { name, hasResult }: ContractResult,
  { result, call }: { readonly result: ResultType | undefined; readonly call: Call },
) => {
  const code = soapResultCode(result, hasResult);
  if (code === 'INFO' && result !== undefined) {
    const { requestId } = call;
    log?.info(
      { requestId, system: system.name, contract: name, ...infoLogFields(result) },
      'the EHR answers with INFO',
    );
  }
  return code;
};

/**
 * What an answer lacks that has ended well. Throws `Failure`: `ehr-unusable` for the result `ERROR`, `ehr-unavailable` if data of a source
 * system are missing (`omissionsOf`).
 */
const omissionsAtEnd = (
  connection: SoapConnection,
  contract: ContractResult,
  { end: { result, ...lacks }, call }: { readonly end: ReplyEnd; readonly call: Call },
): readonly Omission[] => {
  if (checkedResultCode(connection, contract, { result, call }) === 'ERROR')
    throw resultFailure(result ?? {});
  return omissionsOf([lacks], connection.profile);
};

/** A call: what is sent, by default to the address in the profile. */
export type ContractCall = {
  readonly headers?: Headers;
  readonly body: Elements;
  readonly call: Call;
  /** Judges the end of the answer, in place of `omissionsAtEnd`. */
  readonly onEnd?: (end: ReplyEnd) => void;
};

/**
 * Calls the contract and yields what it answers as it arrives, and then what the answer lacks. Documents are valid only once the iteration
 * has ended without an error. Leaving it early discards the answer.
 *
 * Throws `Failure`: `ehr-unusable` for a Fault or an answer that does not follow the contract; what `omissionsAtEnd` and the upstream
 * throw.
 */
export type ContractCaller<X> = (contractCall: ContractCall) => AsyncIterable<AnswerItem<X>>;

/** Prepares the calls of one service contract. */
export const contractCaller = <S extends TSchema>(
  connection: SoapConnection,
  contract: Contract<S>,
): ContractCaller<Static<S>> => {
  const { system, profile, upstream, rules } = connection;
  const { name, element, schema, isList = false } = contract;
  const { action } = namesOf(contract);
  const plan = planOf(objectOf({ [element]: Type.Array(schema) }), rules);
  const envelopes = envelopeReader(rules);
  const endpoint = new URL(endpointOf(name, system.baseUrl, profile));

  /** A handler of one envelope that adds its documents to `items`. */
  const handlerFor = (items: AnswerItem<Static<S>>[]) => {
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
    return { items, held: documents.held, ...envelopes({ name: root, documents }) };
  };

  return async function* ({ headers = { logicalAddress: profile.logicalAddress }, body, call, onEnd }) {
    let omissions: readonly Omission[] = [];
    const judge = (end: ReplyEnd) => {
      omissions = omissionsAtEnd(connection, contract, { end, call });
    };
    const answer = await upstream.send({
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
    try {
      const reading = { operation: contract, isList, memory: call.memory, ...handlerFor([]) };
      yield* readReply(answer, reading, onEnd ?? judge);
      yield* omissions;
    } finally {
      answer.discard();
    }
  };
};
