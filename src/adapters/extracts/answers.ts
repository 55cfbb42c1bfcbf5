// What an answer of the legacy interface says, by its status (extracts.md, "Transport"; D14, D15).
import Type from 'typebox';
import { Failure } from '../../domain/model/failure.ts';
import type { UpstreamAnswer } from '../upstream.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { xmlReader } from '../xml/events.ts';
import { type ObjectPlan, type PlanRules, planOf } from '../xml/plan.ts';
import { readDocument } from '../xml/read-document.ts';

/** The charset of a `Content-Type`; undefined without one. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType ?? '')?.[1];

/** Bytes of a fault's body that are read: it has a code and a message. */
const largestFault = 64 * 1024;

const upTo = async function* (body: AsyncIterable<Uint8Array>, most: number) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new Failure('ehr-unusable', { detail: 'a fault of too many bytes' });
    yield chunk;
  }
};

/** Reads a document that is one object as a whole. */
export const readWhole = async (
  answer: UpstreamAnswer,
  { root, plan }: { root: string; plan: ObjectPlan },
): Promise<Fields> => {
  const found: Fields[] = [];
  const reader = xmlReader(
    decoder({ root, plan, done: value => void found.push(value) }),
    charsetOf(answer.contentType),
  );
  const whole: Fields[] = [];
  for await (const value of readDocument(answer.body, reader, found)) whole.push(value);
  return whole[0] ?? {};
};

const FaultDocument = Type.Partial(Type.Object({ Code: Type.String(), Message: Type.String() }));

/** The code of a fault; undefined where the answer is none. */
export type FaultReader = (answer: UpstreamAnswer) => Promise<string | undefined>;

/** The codes of a 404 that are the EHR's own word; any other 404 is a wrong address or a proxy. */
export const faultReader = (rules: PlanRules): FaultReader => {
  const plan = planOf(FaultDocument, { ...rules, trimmed: ['Code'] });
  return async answer => {
    const body = upTo(answer.body, largestFault);
    try {
      const { Code } = await readWhole({ ...answer, body }, { root: 'Fault', plan });
      return typeof Code === 'string' ? Code : undefined;
    } catch (error) {
      if (error instanceof Failure && error.code === 'ehr-unusable') return undefined;
      throw error;
    }
  };
};

/** What a status means that is no answer. */
export const statusFailure = (status: number): Failure => {
  const detail = `status ${status}`;
  if (status === 429 || status === 503) return new Failure('ehr-unavailable', { detail });
  return new Failure(status === 504 ? 'ehr-too-slow' : 'ehr-unusable', { detail });
};
