// Asking a contract, and reading its answer as it arrives (D14).
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import type { Call } from '../../../../ports/call.ts';
import type { Loss } from '../../../../ports/ehr.ts';
import type { Log } from '../../../telemetry/service-log.ts';
import type { System } from '../../adapter.ts';
import type { Upstream } from '../../transport/upstream.ts';
import { decoder, type Fields } from '../../xml/decoder.ts';
import { type PlanRules, planOf } from '../../xml/plan.ts';
import { type ContractName, endpointOf, type Members } from '../members.ts';
import { envelopeReader } from './envelope-reader.ts';
import { type End, readReply } from './reply.ts';
import { type Elements, envelope, type Headers, type Operation } from './request.ts';

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
  /** Whether its answers are lists that are kept whole, and limited (D32). */
  readonly isList?: boolean;
  /** Whether its answers must have a `result`. */
  readonly hasResult: boolean;
};

export type Document<X> = { readonly document: X; readonly losses: readonly Loss[] };

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

export const asking = <S extends TSchema>(connection: Connection, contract: Contract<S>): Ask<Static<S>> => {
  const { system, own, upstream, rules } = connection;
  const { name, action, element, schema, isList = false } = contract;
  const plan = planOf(objectOf({ [element]: Type.Array(schema) }), rules);
  const envelopes = envelopeReader(rules);
  const endpoint = new URL(endpointOf(name, system.baseUrl, own));

  /** A handler of one envelope, which gives `found` the documents that it finds. */
  const readingInto = (found: Document<Static<S>>[]) => {
    const root = `${name}Response`;
    const each = {
      element,
      // What the plan has made follows the schema that the plan was made of.
      found: (document: Fields, _head: Fields, losses: readonly Loss[]) =>
        void found.push({ document: document as Static<S>, losses }),
    };
    const documents = decoder({ root, plan, each, isList });
    return { found, held: documents.held, ...envelopes({ name: root, documents }) };
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
      const reading = { operation: contract, isList, memory: call.memory, ...readingInto([]) };
      yield* readReply(answer, reading, ended);
    } finally {
      answer.discard();
    }
  };
};
