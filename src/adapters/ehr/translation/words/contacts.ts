// In which form a contact takes place, and its state.
import { wordList } from './word-list.ts';

/** HL7's ActEncounterCode. */
export const encounterClassWords = wordList(['http://terminology.hl7.org/CodeSystem/v3-ActCode'], {
  AMB: ['Öppenvård', 'ambulatory'],
  EMER: ['Akutvård', 'emergency'],
  FLD: ['Vård på annan plats', 'field'],
  HH: ['Hembesök', 'home health'],
  IMP: ['Slutenvård', 'inpatient encounter', 'inpatient'],
  ACUTE: ['Akut slutenvård', 'inpatient acute'],
  NONAC: ['Slutenvård, inte akut', 'inpatient non-acute'],
  OBSENC: ['Observation', 'observation encounter'],
  PRENC: ['Besök före inskrivning', 'pre-admission'],
  SS: ['Kort vårdtillfälle', 'short stay'],
  VR: ['Distanskontakt', 'virtual'],
});

/** KV Vårdkontakttyp. A closed list: the schema of GetCareContacts 3.0 enumerates it. */
export const contactTypeWords = wordList(['1.2.752.129.2.2.2.25'], {
  1: ['Besök'],
  2: ['Telefon', 'Telefonkontakt'],
  3: ['Vårdtillfälle'],
  4: ['Dagsjukvård'],
  5: ['Annan', 'Annat'],
});

/** The state of a contact that its source has taken back (D35, what was never true). */
export const withdrawnContact = 'Makulerad vårdkontakt';

/** The states of a contact (SNOMED CT 53761000052103): the list that the description of GetCareContacts 3.0 gives. */
export const contactStatusWords = wordList(['1.2.752.116.2.1.1'], {
  53631000052103: ['Tidbokad vårdkontakt', 'Tidbokad'],
  53641000052109: ['Inställd vårdkontakt', 'Inställd'],
  53651000052107: ['Pågående vårdkontakt', 'Pågående'],
  53661000052105: ['Avbruten vårdkontakt', 'Avbruten'],
  53671000052101: ['Avslutad vårdkontakt', 'Avslutad'],
  53681000052104: ['Permission från vårdkontakt', 'Permission'],
  53691000052102: ['Makulerad vårdkontakt', 'Makulerad'],
  53701000052102: ['Patient på väntelista', 'På väntelista'],
});
