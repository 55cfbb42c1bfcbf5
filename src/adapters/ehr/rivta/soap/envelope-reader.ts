// An answer taken apart as it arrives: the word on its sources in the header, the documents in the body, the result beside
// them, or a Fault.
import type { Static } from 'typebox';
import { Failure } from '../../../../domain/model/failure.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { decoder } from '../../xml/decoder.ts';
import type { XmlHandler } from '../../xml/events.ts';
import { type PlanRules, planOf } from '../../xml/plan.ts';
import { ResultType, spelled, text } from '../wire-types.ts';
import { ProcessingStatusType, type SourceStatus, sourcesOf } from './processing-status.ts';

const FaultType = objectOf({ faultcode: text, faultstring: text });

/** What an envelope says beside its documents; complete when it has been read to its end. */
export type Said = {
  /** The contract's own answer was there: an envelope without one says nothing. */
  isAnswered: boolean;
  result: ResultType | undefined;
  fault: Static<typeof FaultType> | undefined;
  /** What became of the source systems behind the producer, where it says so. */
  readonly sources: SourceStatus[];
};

export type Answer = {
  /** Name of the answer's element in the Body. */
  readonly name: string;
  /** Gets that element as a document of its own, without the `result` in it. */
  readonly documents: XmlHandler;
};

const unusable = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-document', detail });

const ignoring: XmlHandler = {
  open: () => {},
  attribute: () => {},
  opened: () => {},
  text: () => {},
  close: () => {},
};

/** How deep elements stand in an envelope: its parts are Header and Body, and blocks stand in either. */
const depths = { envelope: 0, part: 1, block: 2, result: 3 } as const;

/** Makes the handlers of envelopes, one for each. Anything else than one answer or one Fault is `ehr-unusable`. */
export const envelopeReader = (rules: PlanRules) => {
  const plans = {
    result: planOf(ResultType, rules),
    fault: planOf(FaultType, rules),
    status: planOf(ProcessingStatusType, rules),
  };

  return ({ name, documents }: Answer): { readonly handler: XmlHandler; readonly said: Said } => {
    const said: Said = {
      isAnswered: false,
      result: undefined,
      fault: undefined,
      sources: [],
    };
    const result = decoder({
      root: 'result',
      plan: plans.result,
      done: found => Object.assign(said, { result: found }),
    });
    const fault = decoder({
      root: 'Fault',
      plan: plans.fault,
      done: found => Object.assign(said, { fault: found }),
    });
    let depth = -1;
    let part = '';
    let answers = 0;
    /** Who is told of what is open. */
    let told = ignoring;

    const openAnswer = (element: string): XmlHandler => {
      if (++answers > 1) throw unusable('several answers in an envelope');
      if (element === 'Fault') return fault;
      if (element !== name) throw unusable(`the answer is not ${name}`);
      said.isAnswered = true;
      return documents;
    };

    /** A header may have several of them, one of each aggregating service on the way. */
    const openStatus = (): XmlHandler =>
      decoder({
        root: 'ProcessingStatus',
        plan: plans.status,
        done: (found, losses) => void said.sources.push(...sourcesOf(found as ProcessingStatusType, losses)),
      });

    const openBlock = (element: string): XmlHandler => {
      if (part === 'Body') return openAnswer(element);
      return part === 'Header' && element === 'ProcessingStatus' ? openStatus() : ignoring;
    };

    const openResult = (): XmlHandler => {
      if (said.result !== undefined) throw unusable('several results in an answer');
      return result;
    };

    const opens = (element: string) => {
      if (depth === depths.envelope && element !== 'Envelope') throw unusable('the root is not Envelope');
      if (depth === depths.part) part = element;
      if (depth === depths.block) told = openBlock(element);
      if (depth === depths.result && told === documents && element === 'result') told = openResult();
    };

    const closes = () => {
      if (depth === depths.result && told === result) told = documents;
      if (depth === depths.block) told = ignoring;
    };

    return {
      said,
      handler: {
        open: given => {
          const element = spelled(given);
          depth++;
          if (depth <= depths.result) opens(element);
          told.open(element);
        },
        attribute: (attribute, value) => told.attribute(attribute, value),
        opened: nil => told.opened(nil),
        text: content => told.text(content),
        skipped: content => told.skipped?.(content),
        where: () => told.where?.() ?? '',
        close: () => {
          told.close();
          if (depth <= depths.result) closes();
          depth--;
        },
      },
    };
  };
};
