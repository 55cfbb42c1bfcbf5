// Counts what an answer lacks: as totals for the client's header, and by reason and path for the operators (D29).
import { type Call, idsOf } from '../../ports/call.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Loss, LossReason, Omission, OwnerFault } from '../model/loss.ts';
import type { SourceKind } from '../records/index.ts';

/**
 * What an answer lacks, as totals (`x-left-out`, D29): records, values that have a member in the record, source systems
 * behind the EHR, and values that the record has no member for.
 */
export type LeftOut = {
  readonly records: number;
  readonly values: number;
  readonly sources: number;
  readonly unmapped: number;
};

/** Omission → the total that it adds to. */
const countedAs: { readonly [R in Omission['omitted']]: keyof LeftOut } = {
  foreign: 'records',
  attachment: 'values',
  'source-unavailable': 'sources',
  'source-outdated': 'sources',
  unmapped: 'unmapped',
};

type Counted = { readonly ownerFault?: OwnerFault | undefined; readonly times?: number };

/** A tally of what one answer lacks. */
export const leftOutTally = ({ kind, call }: { kind: SourceKind; call: Call }) => {
  const counts = new Map<
    string,
    { reason: LossReason; path: string | undefined; ownerFault?: OwnerFault; count: number }
  >();
  const total = { records: 0, values: 0, sources: 0, unmapped: 0 };

  const count = (reason: LossReason, path?: string, { ownerFault, times = 1 }: Counted = {}) => {
    const key = `${reason} ${path ?? ''} ${ownerFault ?? ''}`;
    const entry = counts.get(key);
    if (entry !== undefined) entry.count += times;
    else counts.set(key, { reason, path, ...(ownerFault === undefined ? {} : { ownerFault }), count: times });
  };

  return {
    /** Counts a whole record that is left out. */
    record(reason: LossReason) {
      total.records++;
      count(reason);
    },
    /** Counts the values that a released record lacks. */
    values(losses: readonly Loss[]) {
      for (const { reason, path, times = 1 } of losses) {
        total[reason === 'unmapped' ? 'unmapped' : 'values'] += times;
        count(reason, path, { times });
      }
    },
    /** Counts what does not belong to any record. */
    omission({ omitted, path, ownerFault }: Omission) {
      total[countedAs[omitted]]++;
      count(omitted, path, { ownerFault });
    },
    total: (): LeftOut => ({ ...total }),
    /** Emits the telemetry events. Call it once, when the answer is complete. */
    report(telemetry: TelemetryEvents) {
      for (const entry of counts.values()) telemetry.leftOut({ ...idsOf(call), kind, ...entry });
    },
  };
};
