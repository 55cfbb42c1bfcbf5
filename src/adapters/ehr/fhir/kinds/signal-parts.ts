// What both kinds of warning share: ATC codes, and the type of their signal.
import type { Static } from 'typebox';
import type { AttentionSignalExtract } from '../../../../domain/records/attention-signal.ts';
import { nonEmptyList, partialObject } from '../../translation/values.ts';
import { type Concept, coded } from '../elements/coded.ts';

export type Signal = NonNullable<Static<typeof AttentionSignalExtract>['AttentionSignal']>;

/** A signal as its resource tells it, and whether a clinical time of it is known. */
export type SignalParts = { readonly signal: Signal; readonly hasClinicalTime: boolean };

const atcSystems = new Set(['http://www.whocc.no/atc', 'urn:oid:1.2.752.129.2.2.3.1.1']);

export const isAtc = (system: string | undefined): boolean =>
  system !== undefined && (atcSystems.has(system) || system.endsWith('/atc'));

/** The ATC codes among the codings of concepts. */
export const atcCodes = (concepts: readonly (Concept | undefined)[]) => {
  const codings = concepts.flatMap(concept => concept?.codings ?? []).filter(({ system }) => isAtc(system));
  return partialObject({ SignalATCCode: nonEmptyList(codings.map(coded)) });
};
