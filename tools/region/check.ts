// The table of what works: a row a kind, as soon as it is known.
import type { Adapters } from '../../src/adapters/ehr/adapter.ts';
import type { Region } from '../../src/config/region.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import { type RecordKind, recordSchemas } from '../../src/domain/records/index.ts';
import { table } from '../table.ts';
import { readKind } from './read-kind.ts';

const allKinds = Object.keys(recordSchemas) as RecordKind[];

/** Both forms of the patient are one source of the profile. */
const systemOf = ({ sources }: Region, kind: RecordKind) =>
  sources[kind === 'patientsV2' ? 'patients' : kind];

/** Kinds that the region offers. */
export const kindsOf = (region: Region): readonly RecordKind[] =>
  allKinds.filter(kind => systemOf(region, kind) !== undefined);

const { head, row } = table([
  { title: 'KIND', width: 16 },
  { title: 'SYSTEM', width: 12 },
  { title: 'OUTCOME', width: 15 },
  { title: 'RECORDS', width: 7 },
  { title: 'TIME', width: 0 },
]);

type Check = {
  readonly region: Region;
  readonly adapters: Adapters;
  readonly patient: PatientNumber;
  readonly print: (line: string) => void;
};

/** Reads each kind, one after the other. Answers how many failed, and for how many the patient is not known. */
export const readAll = async ({ region, adapters, patient, print }: Check) => {
  let [failed, unknown] = [0, 0];
  print(head);
  for (const kind of allKinds) {
    const system = region.systems.find(({ name }) => name === systemOf(region, kind));
    if (system === undefined) {
      print(row([kind, '-', 'not offered']));
      continue;
    }
    const { timeoutMs } = system;
    const {
      outcome,
      records: count,
      durationMs,
      remarks,
    } = await readKind({
      region,
      adapters,
      kind,
      patient,
      timeoutMs,
    });
    if (outcome === 'FAILED') failed++;
    if (outcome === 'no such patient') unknown++;
    print(row([kind, system.name, outcome, String(count ?? '-'), `${durationMs} ms`]));
    for (const remark of remarks) print(`  ${remark}`);
  }
  return { failed, unknown };
};
