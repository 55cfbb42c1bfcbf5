// Answers of the legacy interface that are not lists of records: single objects and faults (extracts.md, "Transport"; D14,
// D15).
import Type from 'typebox';
import { Failure } from '../../../domain/model/failure.ts';
import { charsetOf, limitBytes } from '../transport/http-answers.ts';
import type { UpstreamAnswer } from '../transport/upstream.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { xmlReader } from '../xml/parsing/events.ts';
import { type ObjectPlan, type PlanRules, planOf } from '../xml/plan.ts';
import { readDocument } from '../xml/read-document.ts';

/** Reads a document that is a single object. */
export const readObject = async (
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

/** How many bytes of a fault's body are read. It only has a code and a message. */
const maxFaultBytes = 64 * 1024;

const FaultDocument = Type.Partial(Type.Object({ Code: Type.String(), Message: Type.String() }));

/** The code of a fault; undefined if the answer is not a fault. */
export type FaultReader = (answer: UpstreamAnswer) => Promise<string | undefined>;

/** Reads the code that shows that a 404 comes from the EHR. Any other 404 is due to a wrong address or a proxy. */
export const faultReader = (rules: PlanRules): FaultReader => {
  const plan = planOf(FaultDocument, { ...rules, trimmed: ['Code'] });
  return async answer => {
    const body = limitBytes(answer.body, maxFaultBytes);
    try {
      const { Code } = await readObject({ ...answer, body }, { root: 'Fault', plan });
      return typeof Code === 'string' ? Code : undefined;
    } catch (error) {
      if (error instanceof Failure && error.code === 'ehr-unusable') return undefined;
      throw error;
    }
  };
};
