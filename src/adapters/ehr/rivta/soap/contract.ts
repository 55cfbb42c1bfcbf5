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
import { envelopeReader } from './envelope-reader.ts';
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

/** What an answer contains: documents, and beside them values that no contract names. */
export type AnswerItem<X> = SoapDocument<X> | Omission;

/** A call: what is sent, and a callback for the end of the answer. */
export type ContractCall = {
  readonly headers: Headers;
  readonly body: Elements;
  readonly call: Call;
  readonly onEnd: (end: ReplyEnd) => void;
};

/**
 * Calls the contract and yields what it answers as it arrives. Documents are valid only once the iteration has ended without an error.
 * Leaving it early discards the answer.
 *
 * Throws `Failure`: `ehr-unusable` for a Fault or an answer that does not follow the contract; what the upstream throws.
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

  return async function* ({ headers, body, call, onEnd }) {
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
      yield* readReply(answer, reading, onEnd);
    } finally {
      answer.discard();
    }
  };
};
