// Opens the adapter with a producer.
import type { System } from '../../../../../src/adapters/ehr/adapter.ts';
import type { Relations } from '../../../../../src/adapters/ehr/relations.ts';
import { rivta } from '../../../../../src/adapters/ehr/rivta/index.ts';
import type { Log } from '../../../../../src/adapters/telemetry/service-log.ts';
import { regionTime } from '../../../../../src/adapters/time/region-time.ts';
import type { Interval } from '../../../../../src/domain/model/interval.ts';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import type { Ehr, Found, Omission, Reader } from '../../../../../src/ports/ehr.ts';
import { recordedLog } from '../../../recorded-log.ts';
import { newCall, systemAt } from '../../calls.ts';

export const patient = '191212121212' as PatientNumber;

export const ownMembers = {
  logicalAddress: 'SE2321000016-LA01',
  originalConsumerHsaId: 'SE2321000016-OC01',
  facilities: ['SE2321000016-1A2B'],
};

type ReadOptions = { readonly patient?: PatientNumber; readonly interval?: Interval };

export type Connected = {
  readonly ehr: Ehr;
  readonly relations: Relations | undefined;
  /** What is logged without a log of the caller's own. */
  readonly logged: ReturnType<typeof recordedLog>['logged'];
  /** The records of a kind. Throws if the answer lacks something else. */
  read(kind: SourceKind, query?: ReadOptions): Promise<Found<unknown>[]>;
  /** Everything that a reader yields: records, and what the answer lacks. */
  readAll(kind: SourceKind, query?: ReadOptions): Promise<(Found<unknown> | Omission)[]>;
  isOpen(): boolean;
  close(): Promise<void>;
};

/** The clock of the tests: starts at 2026-06-01 10:00 in Stockholm, and runs. */
const began = Date.now();
const clock = () => Date.UTC(2026, 5, 1, 8) + Date.now() - began;

export const connect = (
  url: string,
  { own = {}, members = {}, log }: { own?: object; members?: Partial<System>; log?: Log } = {},
): Connected => {
  const recorded = recordedLog();
  const system = systemAt(url, { profileMembers: { ...ownMembers, ...own }, ...members });
  const region = {
    time: regionTime('Europe/Stockholm'),
    clock,
    reserveNumbersRoot: '1.2.752.97.3.1.3',
    log: log ?? recorded.log,
  };
  const opened = rivta.open(system, region);
  const readAll: Connected['readAll'] = async (kind, query = {}) => {
    const reader = opened.ehr[kind] as Reader<unknown> | undefined;
    if (reader === undefined) throw new Error(`${kind} is not offered`);
    return Array.fromAsync(reader({ patient, interval: {}, call: newCall(), ...query }));
  };
  return {
    ehr: opened.ehr,
    relations: opened.relations,
    logged: recorded.logged,
    readAll,
    read: async (kind, query) =>
      (await readAll(kind, query)).map(yielded => {
        if ('omitted' in yielded) throw new Error(`the answer lacks something: ${yielded.omitted}`);
        return yielded;
      }),
    isOpen: opened.isOpen,
    close: opened.close,
  };
};
