// What an answer lacks: counted for the client's header, and noticed by reason and path (D29).
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Loss, LossReason } from '../model/loss.ts';
import type { RecordKind } from '../records/index.ts';

export type LeftOut = { readonly records: number; readonly values: number };

/** Counts what one answer lacks. */
export const leftOutOf = ({ kind, requestId }: { kind: RecordKind; requestId: string }) => {
  const counts = new Map<string, { reason: LossReason; path: string | undefined; count: number }>();
  let records = 0;
  let values = 0;

  const count = (reason: LossReason, path?: string) => {
    const key = `${reason} ${path ?? ''}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { reason, path, count: 1 });
    else known.count++;
  };

  return {
    /** A whole record. */
    record(reason: LossReason) {
      records++;
      count(reason);
    },
    /** Values that a released record lacks. */
    values(losses: readonly Loss[]) {
      values += losses.length;
      for (const { reason, path } of losses) count(reason, path);
    },
    total: (): LeftOut => ({ records, values }),
    /** Tells the operators, once, when the answer is complete. */
    tell(telemetry: TelemetryEvents) {
      for (const one of counts.values()) telemetry.leftOut({ requestId, kind, ...one });
    },
  };
};

export type Tally = ReturnType<typeof leftOutOf>;
