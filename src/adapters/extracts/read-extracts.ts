// Reading the kinds whose records are extracts.
import { Failure } from '../../domain/model/failure.ts';
import type { RecordOf } from '../../domain/records/index.ts';
import type { ExtractKind } from '../../domain/rules/facts.ts';
import type { Found, Loss, Question, Reader } from '../../ports/ehr.ts';
import type { System } from '../adapter.ts';
import type { Upstream, UpstreamAnswer } from '../upstream.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { xmlReader } from '../xml/events.ts';
import { type PlanRules, planOf } from '../xml/plan.ts';
import { readDocument } from '../xml/read-document.ts';
import { charsetOf, type faultReader, statusFailure } from './answers.ts';
import { type ExtractSource, extractSources } from './kinds.ts';

export type Connection = {
  readonly system: System;
  readonly upstream: Upstream;
  readonly rules: PlanRules;
  readonly faultCode: ReturnType<typeof faultReader>;
};

/** `patient`, and the interval where the region's profile passes it on for the kind (D8). */
export const queryFor = (
  { patient, interval }: Question,
  passesInterval: boolean,
): Record<string, string> => ({
  patient,
  ...(passesInterval && interval.from !== undefined ? { from: interval.from } : {}),
  ...(passesInterval && interval.to !== undefined ? { to: interval.to } : {}),
});

/** Asks for a kind; answers only what is a 200. */
export const ask = async (
  { upstream, faultCode }: Connection,
  { path, query, question }: { path: string; query: Record<string, string>; question: Question },
): Promise<UpstreamAnswer> => {
  const answer = await upstream.send({ method: 'GET', path, query, call: question.call });
  if (answer.status === 200) return answer;
  try {
    if (answer.status === 404 && (await faultCode(answer)) === 'PATIENT_UNKNOWN') {
      throw new Failure('patient-unknown');
    }
    throw statusFailure(answer.status);
  } finally {
    answer.discard();
  }
};

type Layout = ExtractSource['layout'];

/** One extract as the record that is published: the older form has the version beside it. */
const recordOf = (key: string, layout: Layout, extract: Fields, head: Fields) =>
  layout === undefined ? { ...head, [key]: [extract] } : { [key]: [extract] };

/** The v2 layout has no version: one that cannot be read is no loss there. */
const lossesOf = (layout: Layout, losses: readonly Loss[]) =>
  layout === undefined || losses.length === 0
    ? losses
    : losses.filter(({ path }) => !path.startsWith('XSDVersion'));

export const readExtracts = <K extends ExtractKind>(connection: Connection, kind: K): Reader<RecordOf<K>> => {
  const { path, root, element, schema, layout, takesInterval } = extractSources[kind];
  const plan = planOf(schema, { ...connection.rules, layout });
  const key = plan.members.get(element)?.key ?? element;
  const passesInterval = takesInterval && connection.system.intervalAtEhr.has(kind);

  return async function* (question) {
    const query = queryFor(question, passesInterval);
    const answer = await ask(connection, { path, query, question });
    try {
      const found: Found<RecordOf<K>>[] = [];
      const handler = decoder({
        root,
        plan,
        each: {
          element,
          found: (extract, head, losses) => {
            const record = recordOf(key, layout, extract, head) as RecordOf<K>;
            found.push({ record, losses: lossesOf(layout, losses) });
          },
        },
      });
      yield* readDocument(answer.body, xmlReader(handler, charsetOf(answer.contentType)), found);
    } finally {
      answer.discard();
    }
  };
};
