// What the region behind the service offers, and which operations follow from it (D24).
import type { RecordKind } from '../../domain/records/index.ts';
import type { Operation, Transition } from './operation.ts';

/** What the region behind the service offers. */
export type Offered = {
  /** The region's time zone: times without an offset are in it. */
  readonly timeZone: string;
  readonly kinds: ReadonlySet<RecordKind>;
  readonly transitions: ReadonlySet<Transition>;
  /** The most journal notes of an answer whose text is fetched where it is stored apart; undefined without a limit. */
  readonly maxNotesWithSeparateText: number | undefined;
};

/** Whether a region offers an operation; otherwise it answers 501, or `ERROR` (D24). */
export const isOffered = (operation: Operation, { kinds, transitions }: Offered): boolean =>
  operation.method === 'GET' ? kinds.has(operation.kind) : transitions.has(operation.transition);
