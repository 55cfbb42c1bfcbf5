// Statements about allergies that are recorded in the place of an allergy.
import { wordList } from './word-list.ts';

export const snomedSystem = 'http://snomed.info/sct';

/** HL7's codes of the International Patient Summary for what is absent or unknown. None of them is an allergy. */
export const absentOrUnknownSystem = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

/** That there is no allergy, that none is known, or that nothing is known of any. */
export const noAllergyWords = wordList([snomedSystem, absentOrUnknownSystem], {
  // SNOMED CT.
  716186003: ['Ingen känd allergi'],
  409137002: ['Ingen känd läkemedelsallergi'],
  428607008: ['Ingen känd miljöallergi'],
  429625007: ['Ingen känd födoämnesallergi'],
  428197003: ['Ingen känd insektsallergi'],
  716220001: ['Ingen känd djurallergi'],
  1003774007: ['Ingen känd latexallergi'],
  716184000: ['Ingen känd latexallergi'],
  // HL7.
  'no-allergy-info': ['Uppgift om allergier saknas'],
  'no-known-allergies': ['Inga kända allergier'],
  'no-known-medication-allergies': ['Inga kända läkemedelsallergier'],
  'no-known-environmental-allergies': ['Inga kända miljöallergier'],
  'no-known-food-allergies': ['Inga kända födoämnesallergier'],
});

/**
 * That nobody knows, because the patient was not asked or did not answer: SNOMED CT, and HL7's reasons why a value is absent. It says
 * neither that there is an allergy nor that there is none.
 */
export const notAskedWords = wordList(
  [
    snomedSystem,
    'http://terminology.hl7.org/CodeSystem/data-absent-reason',
    'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
  ],
  {
    1631000175102: ['Patienten har inte tillfrågats om allergier', 'Patient not asked'],
    'not-asked': ['Patienten har inte tillfrågats om allergier', 'Not asked'],
    NASK: ['Patienten har inte tillfrågats om allergier'],
    'asked-declined': ['Patienten har inte velat svara på frågan om allergier', 'Asked but declined'],
  },
);
