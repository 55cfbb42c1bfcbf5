// Statements about allergies that are recorded in the place of an allergy.
import { comparableForms } from '../../../../domain/rules/comparable-text.ts';
import { wordList } from './word-list.ts';

export const snomedSystem = 'http://snomed.info/sct';

/** HL7's codes of the International Patient Summary for what is absent or unknown. None of them is an allergy. */
export const absentOrUnknownSystem = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';

/** The names that SNOMED CT and HL7 have for a statement that no allergy of a kind is known. */
const named = (...kinds: readonly string[]): string[] =>
  kinds.flatMap(kind => {
    const names = [`No known ${kind}allergy`, `No known ${kind}allergies`];
    return [...names, ...names.map(name => `${name} (situation)`)];
  });

/** What is not known to cause an allergy, in English. */
const kinds = {
  any: named(''),
  drug: [...named('drug ', 'medication '), 'No known history of drug allergy (situation)'],
  environment: named('environmental '),
  food: named('food '),
  insect: named('insect '),
  animal: named('animal '),
  latex: named('latex ', 'Hevea brasiliensis latex '),
} as const;

/** That there is no allergy, that none is known, or that nothing is known of any. Retired codes stay in records. */
export const noAllergyWords = wordList([snomedSystem, absentOrUnknownSystem], {
  // SNOMED CT.
  716186003: ['Ingen känd allergi', ...kinds.any],
  160244002: ['Inga kända allergier', ...kinds.any],
  409137002: ['Ingen känd läkemedelsallergi', ...kinds.drug],
  428607008: ['Ingen känd miljöallergi', ...kinds.environment],
  429625007: ['Ingen känd födoämnesallergi', ...kinds.food],
  428197003: ['Ingen känd insektsallergi', ...kinds.insect],
  716220001: ['Ingen känd djurallergi', ...kinds.animal],
  1003774007: ['Ingen känd latexallergi', ...kinds.latex],
  716184000: ['Ingen känd latexallergi', ...kinds.latex],
  // HL7.
  'no-allergy-info': ['Uppgift om allergier saknas', 'No information about allergies'],
  'no-known-allergies': ['Inga kända allergier', ...kinds.any],
  'no-known-medication-allergies': ['Inga kända läkemedelsallergier', ...kinds.drug],
  'no-known-environmental-allergies': ['Inga kända miljöallergier', ...kinds.environment],
  'no-known-food-allergies': ['Inga kända födoämnesallergier', ...kinds.food],
});

/** Sentences that say, as a whole, that no allergy is known. */
const noneKnown = [
  'Inga kända allergier',
  'Ingen känd allergi',
  'Inga kända överkänsligheter',
  'Ingen känd överkänslighet',
  'Inga kända läkemedelsallergier',
  'Ingen känd läkemedelsallergi',
  'Ingen känd läkemedelsöverkänslighet',
  'Inga kända födoämnesallergier',
  'Ingen känd födoämnesallergi',
  'Inga allergier',
  'Ingen allergi',
  ...Object.values(kinds).flat(),
  'No allergies',
  'No known allergies or intolerances',
  'No known adverse reactions',
  'NKA',
  'NKDA',
];
const noneKnownForms = new Set(
  noneKnown.flatMap(sentence => [sentence, `${sentence}.`]).flatMap(text => comparableForms()(text) ?? []),
);

/**
 * Whether a text, as a whole, says that no allergy is known. One word more (`utom penicillin`) and it may be a warning. Compared as the
 * texts of release rules are (D33).
 */
export const saysNoneKnown = (text: string): boolean =>
  comparableForms()(text)?.some(form => noneKnownForms.has(form)) === true;

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
