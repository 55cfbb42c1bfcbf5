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
Avslutad vårdkontakt=Ended; Permission från vårdkontakt=On leave; Makulerad vårdkontakt=Withdrawn; Patient på väntelista=On a waiting list;
Anteckning=Note; Status=Status; Hälsoproblem=Problems; Vaccinationer=Vaccinations; Åtgärder=Procedures; Provsvar=Test results;
Vitalparametrar=Vital signs; Sociala förhållanden=Social circumstances; Ärftlighet=Family history; Kontaktorsak=Reason for contact;
Huvudbesvär=Main complaint; Sjukdomshistoria=History of the illness; Tidigare sjukdomar=Earlier illnesses; Bedömning=Assessment;
Planering=Plan; Bedömning och planering=Assessment and plan; Vårdförlopp=Course of care; Råd vid utskrivning=Advice at discharge;
Diagnos vid utskrivning=Diagnosis at discharge; Läkemedel vid utskrivning=Medications at discharge; Vårdkontakter=Care contacts;
Medicintekniska produkter=Medical devices; Funktionsstatus=Functional status; Sammanfattning av vården=Summary of care;
Patientöversikt=Patient summary; Utskrivningsanteckning=Discharge note; Konsultationsanteckning=Consultation note;
Daganteckning=Progress note; Anamnes och status=History and examination; Åtgärdsanteckning=Procedure note;
Operationsberättelse=Operation report; Remiss=Referral; Bilddiagnostik=Imaging; Laboratoriesvar=Laboratory report;
Utredning=Investigation; Åtgärd/Behandling=Procedure or treatment; Sammanfattning=Summary; Samordning=Coordination; Inskrivning=Admission;
Slutanteckning=Final note; Anteckning utan fysiskt möte=Note without a meeting in person; Slutenvårdsanteckning=Inpatient note;
Besöksanteckning=Visit note; Epikris=Discharge summary; Intagningsanteckning=Admission note; Öppenvårdsanteckning=Outpatient note;
Öppenvårdssammanfattning=Outpatient summary; Övrigt dokument=Other document; Inskrivande=Admitting; Patientansvarig=Attending;
Konsult=Consultant; Utskrivande=Discharging; Medföljande=Escort; Deltagare=Participant; Huvudansvarig=Mainly responsible;
Remittent=Referring; Medverkande=Taking part; Bror=Brother; Barn=Child; Far=Father; Vårdnadshavare=Guardian; Make=Husband; Mor=Mother;
Närstående=Next of kin; Förälder=Parent; Syskon=Sibling; Syster=Sister; Make eller maka=Spouse; Maka=Wife; Kontaktperson=Contact person;
Arbetsgivare=Employer; Folkbokföringsadress=Registered address
`;

/** What the service itself writes as the text of a note: how far the note is done (D40), and why a section has no text. */
const englishTexts = `
Preliminär anteckning=Preliminary note; Rättad anteckning=Corrected note; Inget känt=Nothing known; Inte efterfrågat=Not asked;
Visas inte=Not shown; Uppgift saknas=Not available; Inte påbörjat=Not started; Avslutat=Closed
`;

const pairsIn = list => list.split(';').map(pair => pair.trim().split('='));
const byText = new Map(pairsIn(englishTexts));
const byWord = new Map([...pairsIn(english), ...byText]);

/** A closed word in the language of the app; undefined where the text is none, and in Swedish. */
export const closedWord = text => {
  if (w().code === 'sv' || text === undefined) return undefined;
  const words = byWord.has(text) ? [text] : text.split(', ');
  return words.every(word => byWord.has(word)) ? words.map(word => byWord.get(word)).join(', ') : undefined;
};

/** A text of a note that the service wrote itself, in the language of the app; undefined of any other, and in Swedish. */
export const closedText = text => (w().code === 'sv' ? undefined : byText.get(text));
