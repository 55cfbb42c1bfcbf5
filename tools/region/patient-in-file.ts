// Whose file it is: the patient number in it, where the command does not say.
import type { NumberRules, PatientNumber } from '../../src/domain/model/patient-number.ts';
import { parsePatientNumber } from '../../src/domain/model/patient-number.ts';

/** What could be a number: digits with or without a hyphen, or a reserve number. */
const words = /[A-Za-z0-9]+(?:-\d{4})?/g;
/** The registers of patient numbers, as files name them: root of an identifier, or system of FHIR. */
const registers = /1\.2\.752\.(?:129\.2\.1\.3|97\.3)\.|personnummer|samordningsnummer|reservnummer/i;
/** Characters around a number in which its register stands. */
const around = 200;

/** The first patient number that stands with its register; else the first one at all; undefined where there is none. */
export const patientInFile = (file: Uint8Array, numbers: NumberRules): PatientNumber | undefined => {
  const text = Buffer.from(file).toString('utf8');
  let first: PatientNumber | undefined;
  for (const { 0: word, index } of text.matchAll(words)) {
    const patient = parsePatientNumber(word, numbers);
    if (patient === undefined) continue;
    first ??= patient;
    if (registers.test(text.slice(Math.max(0, index - around), index + word.length + around))) return patient;
  }
  return first;
};
