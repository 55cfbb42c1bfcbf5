// npm run region: tries a region profile against its systems, before the service does.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { adapters } from '../src/composition.ts';
import { faultList } from '../src/config/index.ts';
import { type Region, readRegion } from '../src/config/region.ts';
import { type PatientNumber, parsePatientNumber } from '../src/domain/model/patient-number.ts';
import { print, Refusal, readEnvironment, refusalOf, runCommand, UsageError, warn } from './command.ts';
import { kindsOf, readAll } from './region/check.ts';

/** An official Swedish test number: it belongs to nobody. */
const testNumber = '191212121212';

const usage = `npm run region -- check region.json [--patient N]

Loads a region profile as the service does, and reads each kind of one patient from the system that serves it. Prints
what works and why something does not. The status is 1 where anything fails. That the EHR does not know the patient
counts as reached. Nothing is written: arrivals and payments are not tried.

  --patient N   whose records are read; the official test number ${testNumber} where it is missing

Secrets of the profile (env:NAME) are read from the environment or .env. No record and no number is printed.`;

const load = (path: string): Region => {
  if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
  const list = faultList();
  const region = readRegion(path, { environment: readEnvironment(), adapters, list });
  if (region === undefined || list.faults.length > 0) throw refusalOf(list.faults);
  return region;
};

const patientIn = (text: string, { numbers }: Region): PatientNumber => {
  const patient = parsePatientNumber(text, numbers);
  if (patient === undefined) {
    throw new UsageError(
      '--patient: 12 digits, 8 digits, a hyphen and 4, or a reserve number of the region.',
    );
  }
  return patient;
};

const tell = (region: Region) => {
  print(`${region.name}, ${region.timeZone}`);
  for (const { name, adapter, baseUrl } of region.systems) print(`  ${name}: ${adapter} at ${baseUrl}`);
  for (const member of region.unknown) warn(`The profile has a member that nothing reads: ${member}`);
  const used = new Set(Object.values(region.sources));
  for (const { name } of region.systems) if (!used.has(name)) warn(`The system ${name} serves no kind.`);
  print();
};

await runCommand(usage, async argv => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { patient: { type: 'string', default: testNumber } },
    allowPositionals: true,
  });
  const [command, path = '', ...more] = positionals;
  if (command !== 'check' || path === '' || more.length > 0) throw new UsageError('Which profile?');
  const region = load(path);
  const patient = patientIn(values.patient, region);
  tell(region);
  const { failed, unknown } = await readAll({ region, adapters, patient, print });
  print();
  const kinds = kindsOf(region).length;
  if (failed === 0) print(`All ${kinds} kinds that the region offers were reached.`);
  else print(`${failed} of ${kinds} kinds cannot be read.`);
  if (unknown > 0)
    print('The EHR does not know the patient: name one that it knows with --patient, to try records.');
  return failed === 0 ? 0 : 1;
});
