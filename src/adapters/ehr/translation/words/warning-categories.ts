// What kind of warning an attention signal is.
import { wordList } from './word-list.ts';

/** HL7 Sweden's categories of medical alert information, by the model of Socialstyrelsen. */
export const alertCategorySystem =
  'http://hl7.se/fhir/r4/ig/medicalalertinformation/CodeSystem/SEAlertInformationCategoryCS';

export const alertCategoryWords = wordList([alertCategorySystem], {
  A: ['Medicinska tillstånd och behandlingar'],
  A1: ['Annat medicinskt tillstånd'],
  A2: ['Behandling'],
  A3: ['Förekomst av transplantat'],
  A4: ['Förekomst av implantat'],
  B: ['Smitta'],
  B1: ['Förekomst av smittämne'],
  B2: ['Förekomst av smittsam sjukdom'],
  C: ['Överkänslighet'],
  C1: ['Överkänslighetstillstånd'],
  C2: ['Överkänslighet mot aktiv substans'],
  C3: ['Överkänslighet mot hjälpämne i läkemedel'],
  C4: ['Överkänslighet mot läkemedelsprodukt'],
  D: ['Särskild vårdrutin'],
  D1: ['Information som kan leda till särskild vårdrutin'],
  D2: ['Beslut som kan leda till särskild vårdrutin'],
  E: ['Ej strukturerad uppmärksamhetsinformation'],
  E1: ['Historiskt angiven uppmärksamhetsinformation'],
});

export const flagCategorySystem = 'http://terminology.hl7.org/CodeSystem/flag-category';

export const flagCategoryWords = wordList([flagCategorySystem], {
  diet: ['Kost'],
  drug: ['Läkemedel'],
  lab: ['Laboratorieprov'],
  admin: ['Administration'],
  contact: ['Kontakt'],
  clinical: ['Kliniskt'],
  behavioral: ['Beteende'],
  research: ['Forskning'],
  'advance-directive': ['Vårdönskemål'],
  safety: ['Säkerhet'],
});

/** KV Informationstyp (1.2.752.129.2.2.2.1), of which KV Uppmärksamhetstyp (1.2.752.129.5.1.49) is a part: its warnings. */
export const alertTypeWords = wordList(['1.2.752.129.2.2.2.1', '1.2.752.129.5.1.49'], {
  upp: ['Uppmärksamhetsinformation'],
  'upp-okh': ['Överkänslighet'],
  'upp-uas': ['Allvarlig sjukdom'],
  'upp-ube': ['Allvarlig behandling'],
  'upp-arb': ['Smittsam sjukdom'],
  'upp-vbe': ['Vårdbegränsning'],
  'upp-est': ['Historisk varningsinformation'],
});
