// Splits an envelope as it arrives: the status of the source systems in its header; the documents, and the result or a
// Fault, in its body.
import type { Static } from 'typebox';
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { decoder } from '../../xml/decoder.ts';
import type { NamespaceHandler } from '../../xml/parsing/events.ts';
import { type PlanRules, planOf } from '../../xml/plan.ts';
import { normalizedName, ResultType, textSchema } from '../wire-types.ts';
import { ProcessingStatusType, type SourceStatus, sourcesOf } from './processing-status.ts';

const FaultType = objectOf({ faultcode: textSchema, faultstring: textSchema });

/** The parts of an envelope besides its documents. Complete when the envelope has been read to its end. */
export type EnvelopeParts = {
  /** Whether the contract's answer was found. Without it, the envelope is unusable. */
  isAnswered: boolean;
  result: ResultType | undefined;
  fault: Static<typeof FaultType> | undefined;
  /** The status of the source systems behind the producer, if it reports them. */
  readonly sources: SourceStatus[];
};

const unusable = (detail: string) => unusableAnswer('ehr-document', detail);

/** A part of an envelope. Anything beside Header and Body may say that the answer is none (D29, nothing is left out in silence). */
const partNamed = (element: string): 'Header' | 'Body' => {
  if (element !== 'Header' && element !== 'Body') throw unusable('an element beside Header and Body');
  return element;
};

/** The depths of elements in an envelope. Its parts are Header and Body, which contain blocks. */
const depths = { envelope: 0, part: 1, block: 2, result: 3 } as const;

/**
 * Creates a handler for each envelope. Throws `ehr-unusable` unless it has exactly one answer or one Fault.
 * `name` is that of the answer element in the Body; `documents` receives it as a document of its own, without its `result`.
 */
export const envelopeReader = (rules: PlanRules) => {
  const plans = {
    result: planOf(ResultType, rules),
    fault: planOf(FaultType, rules),
    status: planOf(ProcessingStatusType, rules),
  };

  return (name: string, documents: NamespaceHandler) => {
    const parts: EnvelopeParts = { isAnswered: false, result: undefined, fault: undefined, sources: [] };
    const result = decoder({
      root: 'result',
      plan: plans.result,
      done: (value, losses) => {
        // A second code may contradict the first one.
        if (losses.some(({ path }) => path === 'resultCode'))
          throw unusable('a repeated or unreadable resultCode');
        Object.assign(parts, { result: value });
      },
    });
    const fault = decoder({
      root: 'Fault',
      plan: plans.fault,
      done: value => Object.assign(parts, { fault: value }),
    });
    let depth = -1;
    let part = '';
    let answers = 0;
    /** The handler of the open element; undefined where nothing is read. */
    let current: NamespaceHandler | undefined;

    const openAnswer = (element: string): NamespaceHandler => {
      if (++answers > 1) throw unusable('several answers in an envelope');
      if (element === 'Fault') return fault;
      if (element !== name) throw unusable(`the answer is not ${name}`);
      parts.isAnswered = true;
      return documents;
    };

    /** A header may have several statuses, one from each aggregating service on the way. */
    const openStatus = (): NamespaceHandler =>
      decoder({
        root: 'ProcessingStatus',
        plan: plans.status,
        done: (status, losses) => {
          for (const source of sourcesOf(status as ProcessingStatusType, losses)) parts.sources.push(source);
        },
      });

    const openBlock = (element: string): NamespaceHandler | undefined => {
      if (part === 'Body') return openAnswer(element);
      return part === 'Header' && element === 'ProcessingStatus' ? openStatus() : undefined;
    };

    const openResult = (): NamespaceHandler => {
      if (parts.result !== undefined) throw unusable('several results in an answer');
      return result;
    };

    const enter = (element: string) => {
      if (depth === depths.envelope && element !== 'Envelope') throw unusable('the root is not Envelope');
      if (depth === depths.part) part = partNamed(element);
      if (depth === depths.block) current = openBlock(element);
      if (depth === depths.result && current === documents && element === 'result') current = openResult();
    };

    const leave = () => {
      if (depth === depths.result && current === result) current = documents;
      if (depth === depths.block) current = undefined;
    };

    const handler: NamespaceHandler = {
      open: given => {
        const element = normalizedName(given);
        depth++;
        if (depth <= depths.result) enter(element);
        current?.open(element);
      },
      openForeign: foreign => {
        depth++;
        if (depth === depths.part) throw unusable('an element beside Header and Body');
        current?.openForeign(foreign);
      },
      attribute: (attribute, value) => current?.attribute(attribute, value),
      opened: nil => current?.opened(nil),
      text: content => current?.text(content),
      detached: () => current?.detached?.(),
      where: () => current?.where?.() ?? '',
      close: () => {
        current?.close();
        if (depth <= depths.result) leave();
        depth--;
      },
    };
    return { parts, handler };
  };
};
