// What kind of warning an attention signal is.
import { wordList } from './word-list.ts';

/** HL7 Sweden's categories of medical alert information, by the model of Socialstyrelsen. */
export const alertCategorySystem =
  'http://hl7.se/fhir/r4/ig/medicalalertinformation/CodeSystem/SEAlertInformationCategoryCS';

export const alertCategoryWords = wordList([alertCategorySystem], {
  A: ['Medicinska tillstånd och behandlingar', 'Medical conditions and treatments'],
  A1: ['Annat medicinskt tillstånd', 'Other medical condition'],
  A2: ['Behandling', 'Treatment'],
  A3: ['Förekomst av transplantat', 'Presence of transplant'],
  A4: ['Förekomst av implantat', 'Presence of implant'],
  B: ['Smitta', 'Infection'],
  B1: ['Förekomst av smittämne', 'Presence of infectious agent'],
  B2: ['Förekomst av smittsam sjukdom', 'Presence of infectious disease'],
  C: ['Överkänslighet', 'Hypersensitivity'],
  C1: ['Överkänslighetstillstånd', 'Hypersensitivity condition'],
  C2: ['Överkänslighet mot aktiv substans', 'Active substance'],
  C3: ['Överkänslighet mot hjälpämne i läkemedel', 'Excipient'],
  C4: ['Överkänslighet mot läkemedelsprodukt', 'Medicinal product'],
  D: ['Särskild vårdrutin', 'Special care routine'],
  D1: [
    'Information som kan leda till särskild vårdrutin',
    'Information that can lead to special care routine',
  ],
  D2: ['Beslut som kan leda till särskild vårdrutin', 'Decision that can lead to special care routine'],
  E: ['Ej strukturerad uppmärksamhetsinformation', 'Unstructured medical alert information'],
  E1: ['Historiskt angiven uppmärksamhetsinformation', 'Historically recorded medical alert information'],
});

export const flagCategorySystem = 'http://terminology.hl7.org/CodeSystem/flag-category';

export const flagCategoryWords = wordList([flagCategorySystem], {
  diet: ['Kost', 'Diet'],
  drug: ['Läkemedel', 'Drug'],
  lab: ['Laboratorieprov', 'Lab'],
  admin: ['Administration', 'Administrative'],
  contact: ['Kontakt', 'Subject Contact'],
  clinical: ['Kliniskt', 'Clinical'],
  behavioral: ['Beteende', 'Behavioral'],
  research: ['Forskning', 'Research'],
  'advance-directive': ['Vårdönskemål', 'Advance Directive'],
  safety: ['Säkerhet', 'Safety'],
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
