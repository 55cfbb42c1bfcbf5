// How certain a hypersensitivity is.
import { wordList } from './word-list.ts';

/** HL7's code system of an allergy's verification status. */
export const verificationSystem = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification';

export const verificationCodes = ['unconfirmed', 'presumed', 'confirmed', 'refuted', 'entered-in-error'];

/** Without `entered-in-error`, which is never published (D35, what was never true). */
export const verificationWords = wordList([verificationSystem], {
  confirmed: ['Bekräftad', 'Säker', 'Konstaterad'],
  presumed: ['Trolig'],
  unconfirmed: ['Obekräftad', 'Ej bekräftad', 'Inte bekräftad'],
  refuted: ['Avskriven', 'Motbevisad', 'Utesluten'],
});

/** KV Visshetsgrad (1.2.752.129.2.2.3.11). */
export const certaintyWords = wordList(['1.2.752.129.2.2.3.11'], {
  k: ['Konstaterad', 'Bekräftad'],
  Konstaterad: ['Konstaterad'],
  Misstänkt: ['Misstänkt'],
});
