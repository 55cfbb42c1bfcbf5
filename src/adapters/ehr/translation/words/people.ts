// What people are to a contact and to a patient, in HL7's codes, and where the patient lives.
import { wordList } from './word-list.ts';

/** HL7's ParticipationType: what a professional does in a contact. */
export const participationWords = wordList(['http://terminology.hl7.org/CodeSystem/v3-ParticipationType'], {
  ADM: ['Inskrivande', 'admitter'],
  ATND: ['Patientansvarig', 'attender'],
  CON: ['Konsult', 'consultant'],
  DIS: ['Utskrivande', 'discharger'],
  ESC: ['Medföljande', 'escort'],
  PART: ['Deltagare', 'Participation'],
  PPRF: ['Huvudansvarig', 'primary performer'],
  REF: ['Remittent', 'referrer'],
  SPRF: ['Medverkande', 'secondary performer'],
});

/** HL7's RoleCode, and its older table 0131: what a relative is to the patient. */
export const relationshipWords = wordList(
  ['http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'http://terminology.hl7.org/CodeSystem/v2-0131'],
  {
    BRO: ['Bror', 'brother'],
    CHILD: ['Barn', 'child'],
    FTH: ['Far', 'father'],
    GUARD: ['Vårdnadshavare', 'guardian'],
    HUSB: ['Make', 'husband'],
    MTH: ['Mor', 'mother'],
    NOK: ['Närstående', 'next of kin'],
    PRN: ['Förälder', 'parent'],
    SIB: ['Syskon', 'sibling'],
    SIS: ['Syster', 'sister'],
    SPS: ['Make eller maka', 'spouse'],
    WIFE: ['Maka', 'wife'],
    C: ['Kontaktperson', 'Emergency Contact'],
    E: ['Arbetsgivare', 'Employer'],
    N: ['Närstående', 'Next-of-Kin'],
  },
);

/** SNOMED CT's code for the address in the population register. */
export const addressWords = wordList(['http://snomed.info/sct'], {
  63381000052101: ['Folkbokföringsadress'],
});
