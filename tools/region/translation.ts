// What the service would answer if a system had answered with a file. No system is called.
import type { Adapter, OpenFile } from '../../src/adapters/ehr/adapter.ts';
import type { Region } from '../../src/config/region/region.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { recordWriter } from '../../src/json/record-json.ts';
import type { LeftOutEvent } from '../../src/ports/telemetry.ts';
import { Refusal } from '../command.ts';
import { hasMistypedNumber, patientInFile } from './patient-in-file.ts';
import { openRegionReader, questionFor, systemOf } from './region-reader.ts';

/** The time limit in milliseconds: generous, because no system is called. */
export const timeoutMs = 600_000;

/** The region with only the system that serves the kind, so no other is opened. */
export const onlySystem = (region: Region, kind: RecordKind): Region => {
  const system = region.systems.find(({ name }) => name === systemOf(region, kind));
  if (system === undefined) throw new Refusal(`No system of the region serves ${kind}: look at /sources.`);
  return { ...region, systems: [system] };
};

/** The region with the file as the answer of its only system. */
const answeringWith = (
  file: Uint8Array,
  region: Region,
  { onOpened, ...owner }: Pick<Asked, 'id' | 'table' | 'status'> & { onOpened: (opened: OpenFile) => void },
): Region => {
  const { systems, adapters } = region;
  const name = systems[0]?.adapter ?? '';
  const { openFile, ...rest } = adapters[name] ?? ({} as Partial<Adapter>);
  if (openFile === undefined) throw new Refusal(`The adapter ${name} does not translate files.`);
  const adapter: Adapter = {
    ...(rest as Adapter),
    open: (one, facts) => {
      const opened = openFile(file, one, { ...facts, ...omitUndefined(owner) });
      onOpened(opened);
      return opened;
    },
  };
  return { ...region, adapters: { [name]: adapter } };
};

/** The patient whose number the file has. */
export const patientOfFile = (file: Uint8Array, region: Region): PatientNumber => {
  const patient = patientInFile(file, region.numbers);
  if (patient !== undefined) return patient;
  throw new Refusal(
    hasMistypedNumber(file)
      ? 'The file names no patient: the check digit of the number in it is wrong. Give another with --patient.'
      : 'The file names no patient: give the number with --patient.',
  );
};

export type Translation = {
  /** Each record as JSON. */
  readonly records: readonly string[];
  readonly leftOut: readonly LeftOutEvent[];
  readonly isOnePage: boolean;
  /** The EHR's own ids that were taken for the patient's. */
  readonly idsTaken: readonly string[];
};

/** What a file is taken for: the answer of a region's only system (`onlySystem`), with records of a kind and of a patient. */
export type Asked = {
  readonly region: Region;
  readonly kind: RecordKind;
  /** By default the first whose number the file has. */
  readonly patient: PatientNumber | undefined;
  /** The EHR's own id of the patient, which records are compared with; by default any is taken for the patient's. */
  readonly id: string | undefined;
  /** The table of the request that it answers, where a kind has several. */
  readonly table?: string | undefined;
  /** The status of the answer; by default 200. */
  readonly status?: number | undefined;
};

/**
 * Translates a file as the answer of a region's only system.
 * @throws Failure as a read of the service does; a refusal if nobody names the patient.
 */
export const translateFile = async (
  file: Uint8Array,
  { region, kind, patient = patientOfFile(file, region), id, table, status }: Asked,
): Promise<Translation> => {
  const { serialize } = recordWriter(kind);
  const records: string[] = [];
  let opened: OpenFile | undefined;
  const answering = answeringWith(file, region, {
    id,
    table,
    status,
    onOpened: one => {
      opened = one;
    },
  });
  const { read, leftOut } = openRegionReader(answering);
  for await (const record of read[kind](questionFor(patient, timeoutMs)).records)
    records.push(serialize(record));
  return {
    records,
    leftOut,
    isOnePage: opened?.isOnePage?.() ?? false,
    idsTaken: opened?.idsTaken?.() ?? [],
  };
};
