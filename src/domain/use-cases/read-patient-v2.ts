// Reads the patient for the v2 layout: the record of the older layout is read and judged, and then published under the newer names.
import type { PatientReader, ReadValue } from '../../ports/ehr.ts';
import type { RecordOf } from '../records/index.ts';
import { patientRecordV2 } from '../records/patient.ts';
import { type Read, type ReadDeps, readRecords } from './read-records.ts';

type Patients = PatientReader<ReadValue<'patients'>>;

/** The v2 layout publishes no version, so it lacks none. */
const withoutVersionLosses = (read: Patients): Patients =>
  async function* (question) {
    for await (const reading of read(question))
      yield 'omitted' in reading
        ? reading
        : { ...reading, losses: reading.losses.filter(({ path }) => !path.startsWith('XSDVersion')) };
  };

const inV2Layout = async function* (
  records: AsyncIterable<RecordOf<'patients'>>,
): AsyncGenerator<RecordOf<'patientsV2'>> {
  for await (const record of records) yield patientRecordV2(record);
};

/** Creates the reading of patients in the v2 layout. It throws what `readRecords` throws. */
export const readPatientV2 = ({ ehr, ...deps }: ReadDeps): Read<'patientsV2'> => {
  const patients = ehr.patients && withoutVersionLosses(ehr.patients);
  const read = readRecords({ ...deps, ehr: { ...ehr, patients } }, 'patients');
  return question => {
    const { records, leftOut } = read(question);
    return { kind: 'patientsV2', records: inV2Layout(records), leftOut };
  };
};
