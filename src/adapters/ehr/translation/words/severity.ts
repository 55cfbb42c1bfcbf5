// How severe a hypersensitivity is, and a reaction to it.
import { type Wording, wordList } from './word-list.ts';

/** http://hl7.org/fhir/allergy-intolerance-criticality, without `unable-to-assess`, which is no degree of severity. */
const criticalities: Readonly<Record<string, Wording>> = {
  low: ['Låg risk', 'Low Risk', 'Låg'],
  high: ['Hög risk', 'High Risk', 'Hög'],
};

export const criticalityWords = wordList(
  ['http://hl7.org/fhir/allergy-intolerance-criticality'],
  criticalities,
);

/** The criticality of somebody whose risk cannot be assessed. */
export const unableToAssess = 'unable-to-assess';

/**
 * How severe a hypersensitivity is, in the national lists: KV Allvarlighetsgrad (1.2.752.129.2.2.3.3), and the codes of SNOMED CT
 * (1.2.752.116.2.1.1) that HL7 Sweden's list has for the same degrees. HL7 Sweden's profile allows HL7's criticalities too.
 */
export const severityWords = wordList(
  [
    '1.2.752.129.2.2.3.3',
    '1.2.752.116.2.1.1',
    'http://snomed.info/sct',
    'http://hl7.se/fhir/r4/ig/medicalalertinformation/CodeSystem/SEAlertInformationCriticalityLevelCS',
    'http://hl7.org/fhir/allergy-intolerance-criticality',
  ],
  {
    lh: ['Livshotande', 'Life-threatening'],
    442452003: ['Livshotande', 'Life-threatening'],
    Livshotande: ['Livshotande'],
    59021000052107: ['Skadlig', 'Skadande', 'Harmful'],
    Skadlig: ['Skadlig'],
    59031000052109: ['Besvärande', 'Discomforting'],
    Besvärande: ['Besvärande'],
    ...criticalities,
  },
);

/** http://hl7.org/fhir/reaction-event-severity. In small letters, because they stand within a line. */
export const reactionSeverityWords = wordList(['http://hl7.org/fhir/reaction-event-severity'], {
  mild: ['lindrig'],
  moderate: ['måttlig'],
  severe: ['svår'],
});
