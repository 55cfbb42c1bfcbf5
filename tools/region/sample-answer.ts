// Reads a saved answer beside a region's tables as the answer of the call that its name says: for records, of the lookup, or of a write.
import { existsSync, readFileSync } from 'node:fs';
import type { OtherCall } from '../../src/adapters/ehr/adapter.ts';
import type { SampleFile } from '../../src/adapters/ehr/table/samples/folder.ts';
import { regionTime } from '../../src/adapters/time/region-time.ts';
import { systemClock } from '../../src/adapters/time/system-clock.ts';
import type { Region } from '../../src/config/region/region.ts';
import { type FailureCode, isFailure } from '../../src/domain/model/failure.ts';
import { type PatientNumber, parsePatientNumber } from '../../src/domain/model/patient-number.ts';
import { Refusal } from '../command.ts';
import type { LeftOut } from './left-out-words.ts';
import { reasonOf } from './reasons.ts';
import { questionFor } from './region-reader.ts';
import { type Asked, onlySystem, patientOfFile, timeoutMs, translateFile } from './translation.ts';

/** A sample beside the tables of a system. */
export type SampleOfSystem = SampleFile & { readonly system: Region['systems'][number] };

/** Whose samples they are; the patient is by default the first whose number a sample has. */
export type Whose = Pick<Asked, 'patient' | 'id'>;

/** What an answer says: the JSON of its records, of the id that a lookup finds, or of a result; and what of it is left out. */
export type Said = { readonly records: readonly string[]; readonly leftOut: readonly LeftOut[] };

/** What became of a sample. */
export type Outcome = Said | { readonly failure: FailureCode; readonly reason: string };

/** Reads an answer, whole or damaged. */
export type ReadAnswer = (file: Uint8Array) => Promise<Outcome>;

/** Whose a sample is, by the file beside it: `{ "patient": "191212121212", "id": "K-7" }`. */
const ownerBeside = ({ patient: file }: SampleFile, { numbers }: Region): Partial<Whose> => {
  if (!existsSync(file)) return {};
  const { patient, id } = JSON.parse(readFileSync(file, 'utf8')) as { patient?: string; id?: string };
  const number = patient === undefined ? undefined : parsePatientNumber(patient, numbers);
  if (patient !== undefined && number === undefined)
    throw new Refusal(`${file}: not the number of a patient.`);
  return { ...(number === undefined ? {} : { patient: number }), ...(id === undefined ? {} : { id }) };
};

/** A patient for answers that do not say whose they are: those of writes. */
const nobody = '191212121212' as PatientNumber;

/** Reads answers of another call than those for records. */
const readerOfCall = (
  answerOf: OtherCall,
  { name, status, system }: SampleOfSystem,
  { region, patient }: { readonly region: Region; readonly patient: PatientNumber },
) => {
  const { adapters, timeZone, reserveNumbersRoot } = region;
  const readFile = adapters[system.adapter]?.readFile;
  if (readFile === undefined) throw new Refusal(`${name}: the adapter ${system.adapter} does not read it.`);
  const { call } = questionFor(patient, timeoutMs);
  const facts = { time: regionTime(timeZone), reserveNumbersRoot, clock: systemClock };
  return async (bytes: Uint8Array): Promise<Said> => {
    const { said, losses } = await readFile(bytes, system, { ...facts, status, answerOf, patient, call });
    const leftOut = losses.map(({ times = 1, reason, path }) => ({ count: times, reason, path }));
    return { records: [JSON.stringify(said)], leftOut };
  };
};

/** Creates what reads a sample. */
export const sampleReader = (sample: SampleOfSystem, region: Region, whose: Whose): ReadAnswer => {
  const { answerOf, file, table, status } = sample;
  const { patient, id } = { ...whose, ...ownerBeside(sample, region) };
  const owner = () => patient ?? patientOfFile(readFileSync(file), region);
  const readRecords = (asked: Asked) => async (bytes: Uint8Array) => translateFile(bytes, asked);
  const read =
    'kind' in answerOf
      ? readRecords({
          kind: answerOf.kind,
          region: onlySystem(region, answerOf.kind),
          patient: owner(),
          id,
          table,
          status,
        })
      : readerOfCall(answerOf.call, sample, {
          region,
          patient: answerOf.call === 'lookup' ? owner() : (patient ?? nobody),
        });
  return async bytes => {
    try {
      const { records, leftOut } = await read(bytes);
      return { records, leftOut };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { failure: error.code, reason: reasonOf(error) };
    }
  };
};
