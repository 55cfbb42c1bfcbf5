// What an adapter says outside the records: failures, losses and the log. None of it may repeat what an answer holds (D30, D34).
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { LoggedLine } from '../../recorded-log.ts';
import { marker, markerNumber } from './document.ts';
import type { Readings } from './published.ts';

/** What an error says, with its causes: everything that a log may have of it. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error ?? '');
  return [...Object.values(error), error.message, wordsOf(error.cause)].join(' ');
};

/** Where an adapter repeats a value of a damaged answer, or the number of the patient, in words that may be logged. */
export const quotesIn = (
  { yielded, error }: Readings,
  { patient, logged }: { readonly patient: PatientNumber; readonly logged: readonly LoggedLine[] },
): readonly string[] => {
  const paths = yielded.flatMap(item =>
    'omitted' in item ? [item.path ?? ''] : item.losses.map(({ path }) => path),
  );
  const said = {
    'a failure': wordsOf(error),
    'the path of a loss': paths.join(' '),
    'the log': logged.map(({ fields, message }) => `${JSON.stringify(fields)} ${message}`).join(' '),
  };
  const values = [marker, String(markerNumber), patient, `${patient.slice(0, 8)}-${patient.slice(8)}`];
  return Object.entries(said)
    .filter(([, words]) => values.some(value => words.includes(value)))
    .map(([where]) => `quotes the answer in ${where}`);
};
