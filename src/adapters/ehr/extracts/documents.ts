// Requests a document from the legacy interface and reads it as it arrives.
import { Failure } from '../../../domain/model/failure.ts';
import { maxListBytes } from '../../../domain/model/list-limits.ts';
import { charsetOf } from '../../../domain/model/media-type.ts';
import type { SourceKind } from '../../../domain/records/index.ts';
import type { EhrQuery, Found, Omission } from '../../../ports/ehr.ts';
import type { System } from '../adapter.ts';
import { readAnswer } from '../read-document.ts';
import { limitBytes, statusFailure, unreadableXml } from '../transport/http-answers.ts';
import type { Upstream, UpstreamAnswer } from '../transport/upstream.ts';
import { type Document, decoder } from '../xml/decoder.ts';
import { xmlReader } from '../xml/parsing/events.ts';
import type { PlanRules } from '../xml/plan.ts';
import type { faultReader } from './answers.ts';

/** An open system of the legacy interface. */
export type ExtractsConnection = {
  readonly system: System;
  readonly upstream: Upstream;
  readonly rules: PlanRules;
  readonly faultCode: ReturnType<typeof faultReader>;
};

/** `patient`, and the interval if the profile passes it on for the kind (D8). */
const queryOf = ({ patient, interval }: EhrQuery, passesInterval: boolean): Record<string, string> => ({
  patient,
  ...(passesInterval && interval.from !== undefined ? { from: interval.from } : {}),
  ...(passesInterval && interval.to !== undefined ? { to: interval.to } : {}),
});

/** Throws unless the status is 200. A 404 means an unknown patient only with the EHR's fault code (D15). */
const requireSuccess = async ({ faultCode }: ExtractsConnection, answer: UpstreamAnswer): Promise<void> => {
  if (answer.status === 200) return;
  if (answer.status === 404 && (await faultCode(answer)) === 'PATIENT_UNKNOWN') {
    throw new Failure('patient-unknown');
  }
  throw statusFailure(answer);
};

export type DocumentSource<F extends Found<unknown>> = {
  readonly kind: SourceKind;
  readonly path: string;
  /** One document, which passes its records to `addRecord`. A list is held in memory as a whole: its size is limited (D32). */
  readonly document: (addRecord: (item: F) => void) => Omit<Document, 'ignore' | 'skipped'>;
};

/** Creates the reader of a kind. */
export const documentReader = <F extends Found<unknown>>(
  connection: ExtractsConnection,
  { kind, path, document: documentFor }: DocumentSource<F>,
): ((question: EhrQuery) => AsyncIterable<F | Omission>) => {
  const { system, upstream } = connection;
  const passesInterval = system.intervalAtEhr.has(kind);
  return question =>
    readAnswer({
      send: () =>
        upstream.send({
          method: 'GET',
          path,
          query: queryOf(question, passesInterval),
          retryable: true,
          call: question.call,
        }),
      open: async answer => {
        await requireSuccess(connection, answer);
        const items: (F | Omission)[] = [];
        const document = documentFor(item => void items.push(item));
        const handler = decoder({
          ...document,
          ignore: system.ignore,
          skipped: path => void items.push({ omitted: 'unmapped', path }),
        });
        const reader = xmlReader(handler, charsetOf(answer.contentType));
        const keeps = document.isList === true;
        const body = keeps ? limitBytes(answer.body, maxListBytes) : answer.body;
        return { body, reader, items, held: handler.held, keeps, memory: question.call.memory };
      },
      failed: (error, answer) => unreadableXml(error, answer.contentType),
    });
};
