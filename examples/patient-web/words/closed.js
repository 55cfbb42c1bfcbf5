// The closed words of records in English: those that the service publishes for the codes of standards (D39, words and not codes). Other
// texts of a record stand as they came.
import { w } from './words.js';

const english = `
Hög risk=High risk; Låg risk=Low risk; Livshotande=Life-threatening; Skadlig=Harmful; Besvärande=Discomforting; lindrig=mild;
måttlig=moderate; svår=severe; Bekräftad=Confirmed; Trolig=Likely; Obekräftad=Unconfirmed; Avskriven=Refuted; Konstaterad=Established;
Misstänkt=Suspected; Födoämne=Food; Läkemedel=Medication; Omgivning=Environment; Biologiskt ämne=Biologic; Allergi=Allergy; Varning=Warning;
Medicinska tillstånd och behandlingar=Medical conditions and treatments; Annat medicinskt tillstånd=Other medical condition;
Behandling=Treatment; Förekomst av transplantat=Transplant; Förekomst av implantat=Implant; Smitta=Infection;
Förekomst av smittämne=Infectious agent; Förekomst av smittsam sjukdom=Infectious disease; Överkänslighet=Hypersensitivity;
Överkänslighetstillstånd=Hypersensitivity condition; Överkänslighet mot aktiv substans=Hypersensitivity to an active substance;
Överkänslighet mot hjälpämne i läkemedel=Hypersensitivity to an excipient;
Överkänslighet mot läkemedelsprodukt=Hypersensitivity to a medicinal product; Särskild vårdrutin=Special care routine;
Information som kan leda till särskild vårdrutin=Information that can lead to a special care routine;
Beslut som kan leda till särskild vårdrutin=Decision that can lead to a special care routine;
Ej strukturerad uppmärksamhetsinformation=Unstructured alert; Historiskt angiven uppmärksamhetsinformation=Historical alert; Kost=Diet;
Laboratorieprov=Laboratory; Administration=Administrative; Kontakt=Contact; Kliniskt=Clinical; Beteende=Behaviour; Forskning=Research;
Vårdönskemål=Advance directive; Säkerhet=Safety; Uppmärksamhetsinformation=Alert; Allvarlig sjukdom=Serious disease;
Allvarlig behandling=Serious treatment; Smittsam sjukdom=Infectious disease; Vårdbegränsning=Limitation of care;
Historisk varningsinformation=Historical warning; Öppenvård=Outpatient care; Akutvård=Emergency care;
Vård på annan plats=Care in another place; Hembesök=Home visit; Slutenvård=Inpatient care; Akut slutenvård=Acute inpatient care;
Slutenvård, inte akut=Inpatient care, not acute; Observation=Observation; Besök före inskrivning=Visit before admission;
Kort vårdtillfälle=Short stay; Distanskontakt=Remote contact; Besök=Visit; Telefon=Telephone; Vårdtillfälle=Stay; Dagsjukvård=Day care;
Annan=Other; Tidbokad vårdkontakt=Booked; Inställd vårdkontakt=Cancelled; Pågående vårdkontakt=Going on; Avbruten vårdkontakt=Interrupted;
Avslutad vårdkontakt=Ended; Permission från vårdkontakt=On leave; Makulerad vårdkontakt=Withdrawn; Patient på väntelista=On a waiting list
`;

const byWord = new Map(english.split(';').map(pair => pair.trim().split('=')));

/** A closed word in the language of the app; undefined where the text is none, and in Swedish. */
export const closedWord = text => {
  if (w().code === 'sv' || text === undefined) return undefined;
  const words = byWord.has(text) ? [text] : text.split(', ');
  return words.every(word => byWord.has(word)) ? words.map(word => byWord.get(word)).join(', ') : undefined;
};
