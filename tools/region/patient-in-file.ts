// Finds the patient number in a file, for commands without --patient.
import type { NumberRules, PatientNumber } from '../../src/domain/model/patient-number.ts';
import { hasWrongCheckDigit, parsePatientNumber } from '../../src/domain/model/patient-number.ts';

/** Possible numbers: digits with or without a hyphen, or a reserve number. A part of a longer id, such as `20261126-000001`, is none. */
const wordPattern = /(?<![A-Za-z0-9]|[A-Za-z0-9]-)[A-Za-z0-9]+(?:-\d{4})?(?!-?[A-Za-z0-9])/g;
/** How files name the registers of patient numbers: the root of an identifier, or its system in FHIR. */
const registers = /1\.2\.752\.(?:129\.2\.1\.3|97\.3)\.|personnummer|samordningsnummer|reservnummer/i;
/** How many characters before or after a number its register may be. */
const around = 200;

const textIn = (file: Uint8Array): string =>
  // Numbers and registers are ASCII, and so are their bytes in all encodings but UTF-16, which has a zero beside each.
  Buffer.from(file).toString('latin1').replaceAll('\0', '');

/** Whether a file has a number that only lacks the correct check digit. */
export const hasMistypedNumber = (file: Uint8Array): boolean =>
  (textIn(file).match(wordPattern) ?? []).some(hasWrongCheckDigit);

/** The first patient number near the name of a register, otherwise the first one at all; undefined if there is none. */
export const patientInFile = (file: Uint8Array, numbers: NumberRules): PatientNumber | undefined => {
  const text = textIn(file);
  let first: PatientNumber | undefined;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const patient = parsePatientNumber(word, numbers);
    if (patient === undefined) continue;
    first ??= patient;
    if (registers.test(text.slice(Math.max(0, index - around), index + word.length + around))) return patient;
  }
  return first;
};
