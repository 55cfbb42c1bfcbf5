// What kind of substance a hypersensitivity is about.
import { wordList } from './word-list.ts';

export const allergyCategoryWords = wordList(['http://hl7.org/fhir/allergy-intolerance-category'], {
  food: ['Födoämne'],
  medication: ['Läkemedel'],
  environment: ['Omgivning'],
  biologic: ['Biologiskt ämne'],
});
