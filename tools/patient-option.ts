// The option --patient: a number on the command line, or one that is not shown.
import {
  hasWrongCheckDigit,
  type NumberRules,
  type PatientNumber,
  parsePatientNumber,
} from '../src/domain/model/patient-number.ts';
import { UsageError } from './command.ts';
import { secretLine } from './terminal/ask.ts';

/**
 * Reads the value of `--patient`; for `-` from the terminal or standard input. Throws `UsageError` for an invalid one.
 * @param alsoValid what else may be given, in words.
 */
export const readPatient = async (
  written: string,
  { rules, alsoValid }: { rules: NumberRules; alsoValid: string },
): Promise<PatientNumber> => {
  const text = written === '-' ? await secretLine('Patient number (not shown): ') : written;
  const patient = parsePatientNumber(text, rules);
  if (patient !== undefined) return patient;
  throw new UsageError(
    hasWrongCheckDigit(text)
      ? '--patient: the last digit, the check digit, is wrong.'
      : `--patient: 12 digits, or 8 digits, a hyphen and 4, with a correct check digit, or ${alsoValid}.`,
  );
};
