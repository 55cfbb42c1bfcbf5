// The status of each source system behind an aggregating service (SOAP header `ProcessingStatus`). Even with HTTP 200 and
// result OK, data of an unreachable source system are missing. Such an answer must never read as "no allergies".
import { type Static, Type } from 'typebox';
import { sourceUnavailable, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { Loss, Omission } from '../../../../domain/model/loss.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { isExtension } from '../losses.ts';
import { codeSchema } from '../wire-types.ts';

/** Namespace of the header, of `Actor` and of the types in them. */
export const interoperability = 'urn:riv:interoperability:headers:1';

const RecordType = objectOf({
  statusCode: codeSchema,
  lastUnsuccessfulSynchError: objectOf({ causingAgent: codeSchema }),
});

export const ProcessingStatusType = objectOf({ ProcessingStatusList: Type.Array(RecordType) });
export type ProcessingStatusType = Static<typeof ProcessingStatusType>;

/** The state of one source system, and the component that failed, if the header names a known one. */
export type SourceStatus = {
  readonly state: 'answered' | 'source-unavailable' | 'source-outdated';
  readonly failing: string | undefined;
};

/** An unknown code counts as unavailable: it does not prove that the data are there. */
const states: ReadonlyMap<string, SourceStatus['state']> = new Map([
  ['DataFromSource', 'answered'],
  ['DataFromCache', 'answered'],
  ['DataFromCacheSynchFailed', 'source-outdated'],
  ['NoDataSynchFailed', 'source-unavailable'],
]);

const causingAgents: ReadonlySet<string | undefined> = new Set([
  'service_catalog',
  'virtualization_platform',
  'service_producer',
  'engagement_index',
  'other',
]);

const unreadable = () => unusableAnswer('ehr-document', 'an unreadable ProcessingStatus');

/** Attributes that SOAP and WS-Security give to any header block. */
const blockAttributes = new Set(['mustUnderstand', 'actor', 'role', 'relay', 'encodingStyle', 'Id']);

/**
 * The source systems of a header.
 * Throws `ehr-unusable` if any of it is unreadable, if there is anything beside the entries, or an entry has no code.
 */
export const sourcesOf = (
  { ProcessingStatusList: entries = [] }: ProcessingStatusType,
  losses: readonly Loss[],
): SourceStatus[] => {
  // An entry under another name may say that data are missing.
  const isHarmless = (path: string) =>
    path.startsWith('ProcessingStatusList/') || blockAttributes.has(path) || isExtension(path);
  if (losses.some(({ reason, path }) => reason !== 'unmapped' || !isHarmless(path))) throw unreadable();
  return entries.map(({ statusCode, lastUnsuccessfulSynchError: { causingAgent } = {} }) => {
    if (statusCode === undefined) throw unreadable();
    return {
      state: states.get(statusCode) ?? 'source-unavailable',
      failing: causingAgents.has(causingAgent) ? causingAgent : undefined,
    };
  });
};

const unavailable = (missing: readonly SourceStatus[], total: number) => {
  const agents = [...new Set(missing.flatMap(({ failing }) => failing ?? []))].sort();
  const why = agents.length === 0 ? '' : ` (${agents.join(', ')})`;
  return sourceUnavailable(`${missing.length} of ${total} source systems could not be reached${why}`);
};

/**
 * What the answers to one request lack: unavailable or outdated source systems, and attachments without a record.
 * Throws `ehr-unavailable` if a source is missing and partial answers are not allowed, or if no source answered.
 */
export const omissionsOf = (
  answers: readonly { readonly sources: readonly SourceStatus[]; readonly attachments: number }[],
  { partialAnswers }: { readonly partialAnswers?: boolean | undefined },
): Omission[] => {
  const sources = answers.flatMap(answer => answer.sources);
  const missing = sources.filter(({ state }) => state === 'source-unavailable');
  const isRefused = partialAnswers !== true || missing.length === sources.length;
  if (missing.length > 0 && isRefused) throw unavailable(missing, sources.length);
  const attachments = answers.reduce((sum, answer) => sum + answer.attachments, 0);
  return [
    ...sources.flatMap(({ state }): Omission[] => (state === 'answered' ? [] : [{ omitted: state }])),
    ...Array.from({ length: attachments }, (): Omission => ({ omitted: 'attachment' })),
  ];
};
