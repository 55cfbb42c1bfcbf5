// What an answer of the legacy interface says, beside its records (extracts.md, "Transport"; D14, D15).
import Type from 'typebox';
import { Failure } from '../../../domain/model/failure.ts';
import { charsetOf, upTo } from '../transport/http-answers.ts';
import type { UpstreamAnswer } from '../transport/upstream.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { xmlReader } from '../xml/events.ts';
import { type ObjectPlan, type PlanRules, planOf } from '../xml/plan.ts';
import { readDocument } from '../xml/read-document.ts';

/** Reads a document that is one object as a whole. */
export const readWhole = async (
  answer: UpstreamAnswer,
  { root, plan }: { root: string; plan: ObjectPlan },
): Promise<Fields> => {
  const found: Fields[] = [];
  const whole = decoder({ root, plan, done: value => void found.push(value) });
  const reader = xmlReader(whole, charsetOf(answer.contentType));
  let value: Fields = {};
  for await (const one of readDocument(answer.body, { reader, found })) value = one;
  return value;
};

/** Bytes of a fault's body that are read: it has a code and a message. */
const largestFault = 64 * 1024;

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
