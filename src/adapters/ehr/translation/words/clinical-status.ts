// Whether a hypersensitivity still holds. The words are not published: they are compared with the text beside the code.
import { wordList } from './word-list.ts';

/** HL7's code system of an allergy's clinical status. */
export const clinicalSystem = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical';

export const clinicalCodes = ['active', 'inactive', 'resolved'];

export const clinicalStatusWords = wordList([clinicalSystem], {
  active: ['Aktiv', 'Aktuell', 'Pågående'],
  inactive: ['Inaktiv', 'Inte aktiv', 'Ej aktiv', 'Inaktuell'],
  resolved: ['Avslutad', 'Utläkt', 'Läkt'],
});
