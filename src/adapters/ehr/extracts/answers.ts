// Answers of the legacy interface that are not lists of records: single objects and faults (extracts.md, "Transport"; D14,
// D15).
import { Type } from 'typebox';
import { Failure, unusableAnswer } from '../../../domain/model/failure.ts';
import { charsetOf } from '../../../domain/model/media-type.ts';
import type { Loss } from '../../../ports/ehr.ts';
import { readDocument } from '../read-document.ts';
import { limitBytes, maxFailureBytes } from '../transport/http-answers.ts';
import type { UpstreamAnswer } from '../transport/upstream.ts';
import { decoder, type FrameFields } from '../xml/decoder.ts';
import { xmlReader } from '../xml/parsing/events.ts';
import { type ObjectPlan, type PlanRules, planOf, trimmed } from '../xml/plan.ts';

/** Reads a document that is a single object. */
export const readObject = async (
  answer: UpstreamAnswer,
  { root, plan }: { root: string; plan: ObjectPlan },
) => {
  const objects: { readonly value: FrameFields; readonly losses: readonly Loss[] }[] = [];
  const handler = decoder({ root, plan, done: (value, losses) => void objects.push({ value, losses }) });
  const reader = xmlReader(handler, charsetOf(answer.contentType));
  const [object] = await Array.fromAsync(readDocument(answer.body, { reader, items: objects }));
  return object ?? { value: {}, losses: [] };
};

/**
 * Throws `ehr-unusable` if the code of an answer is repeated or unreadable: a second code may contradict the first one.
 */
export const checkCode = (losses: readonly Loss[], path: string): void => {
  if (losses.some(loss => loss.path === path))
    throw unusableAnswer('ehr-document', `a repeated or unreadable ${path}`);
};

const FaultDocument = Type.Partial(Type.Object({ Code: trimmed(Type.String()), Message: Type.String() }));

/**
 * Reads the code that shows that a 404 comes from the EHR; undefined if the answer is not a fault. Any other 404 is due to a wrong
 * address or a proxy.
 */
export const faultReader = (rules: PlanRules) => {
  const plan = planOf(FaultDocument, rules);
  return async (answer: UpstreamAnswer): Promise<string | undefined> => {
    const body = limitBytes(answer.body, maxFailureBytes);
    try {
      const { value, losses } = await readObject({ ...answer, body }, { root: 'Fault', plan });
      checkCode(losses, 'Code');
      return typeof value.Code === 'string' ? value.Code : undefined;
    } catch (error) {
      if (error instanceof Failure && error.code === 'ehr-unusable') return undefined;
      throw error;
    }
  };
};
