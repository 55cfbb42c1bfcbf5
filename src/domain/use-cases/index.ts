// The use cases that http offers; composition makes them.
import type { RecordOf } from '../records/index.ts';
import type { ExtractKind } from '../rules/facts.ts';
import type { Answer, ReadQuestion } from './read-records.ts';
import type { ResolveSubject } from './resolve-subject.ts';

export type UseCases = {
  readonly resolveSubject: ResolveSubject;
  readonly read: { readonly [K in ExtractKind]: (question: ReadQuestion) => Answer<RecordOf<K>> };
};
