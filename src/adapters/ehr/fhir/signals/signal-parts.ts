// What AllergyIntolerance and Flag share: the type of their signal, and ATC codes.
import type { AttentionSignalExtract } from '../../../../domain/records/attention-signal.ts';
import { nonEmptyList, partialObject } from '../../values/values.ts';
import { type Concept, coded, isAtc } from '../elements/coded.ts';

export type Signal = NonNullable<AttentionSignalExtract['AttentionSignal']>;

/** The ATC codes among the codings of concepts. */
export const atcCodes = (concepts: readonly (Concept | undefined)[]) => {
  const codings = concepts.flatMap(concept => concept?.codings ?? []).filter(({ system }) => isAtc(system));
  return partialObject({ SignalATCCode: nonEmptyList(codings.map(coded)) });
};
