// Reads the kinds of a region, several at a time, and reports each outcome as soon as it is known.
import type { Region } from '../../src/config/region/region.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import { type RecordKind, recordKinds } from '../../src/domain/records/index.ts';
import { type Outcome, readKind } from './read-kind.ts';
import { systemOf } from './region-reader.ts';

/** How many kinds are read at a time: few, so a check does not take the systems away from the service. */
const concurrency = 4;

export type Checked = { readonly kind: RecordKind; readonly system: string } & Outcome;

type Check = {
  readonly region: Region;
  readonly patient: PatientNumber;
  /** Holds the kinds that are being read, for the progress line. */
  readonly reading: Set<RecordKind>;
  readonly done: (checked: Checked) => void;
};

/** Kinds that no system of the region serves. */
export const notOffered = (region: Region): RecordKind[] =>
  recordKinds.filter(kind => systemOf(region, kind) === undefined);

/** Reads every kind that the region offers, and resolves with all outcomes. */
export const checkKinds = async ({ region, patient, reading, done }: Check): Promise<Checked[]> => {
  const all: Checked[] = [];
  const waiting = recordKinds.flatMap(kind => {
    const system = region.systems.find(({ name }) => name === systemOf(region, kind));
    return system === undefined ? [] : [{ kind, system }];
  });
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { kind, system } = next;
      reading.add(kind);
      const outcome = await readKind({ region, kind, patient, timeoutMs: system.timeoutMs });
      reading.delete(kind);
      const checked = { kind, system: system.name, ...outcome };
      all.push(checked);
      done(checked);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return all;
};
