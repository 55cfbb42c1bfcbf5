// Whether a prescription starts a treatment or ends it.
import { wordList } from './word-list.ts';

/** A closed list without an OID, which the schema of GetMedicationHistory 2.1 enumerates. */
export const prescriptionTypeWords = wordList([], {
  I: ['Insättning'],
  U: ['Utsättning'],
});
