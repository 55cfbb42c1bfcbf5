// What the contract suite has to know about the national contracts to damage their answers.
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { CompactTimestamp } from '../../../../src/domain/model/timestamp.ts';
import type { AnswerPlaces, DamageHarness, MatchingRule } from '../contract/damage-harness.ts';
import { connect } from './support/connect.ts';
import { producer, sample } from './support/soap-server.ts';

/** Contract → the element of one record. */
const recordElements: Readonly<Record<ContractName, string>> = {
  GetCareContacts: 'careContact',
  GetAlertInformation: 'alertInformation',
  GetMedicationHistory: 'medicationMedicalRecord',
  GetCareDocumentation: 'careDocumentation',
  GetSubjectOfCareSchedule: 'timeslotDetail',
  LookupResidentForFullProfile: 'resident',
};

/** The first record of a sample, with its mark of withdrawal, a result that says that nothing is missing, and no value twice. */
const answerOf = (contract: ContractName): string => {
  const element = recordElements[contract];
  const [first = '', ...others] = sample(contract).split(new RegExp(`(?<=</r:${element}>)`));
  const end = others.join('').replace(new RegExp(`<r:${element}>.*</r:${element}>`, 's'), '');
  const approved = '<c:approvedForPatient>true</c:approvedForPatient>';
  const whole = first.includes('<c:nullified>')
    ? first
    : first.replace(approved, `${approved}<c:nullified>false</c:nullified>`);
  return `${whole}${end}`
    .replace('resultCode>INFO<', 'resultCode>OK<')
    .replace('<c:start>20100311000000<', '<c:start>20100401000000<')
    .replace('<c:displayName>jordnöt<', '<c:displayName>jordnötter<')
    .replace('<c:time>20260116080000<', '<c:time>20260116083000<')
    .replace('<c:high>5</c:high><c:unit>mg<', '<c:high>5</c:high><c:unit>ml<')
    .replace(/(<(?:\w+:)?SarskildPostadress>.*<(?:\w+:)?Postort>)Exempelstad/s, '$1Provstad');
};

const forever = { from: '19000101000000' as CompactTimestamp, to: '20991231235959' as CompactTimestamp };

const placesOf = (contract: ContractName, places: AnswerPlaces = {}): AnswerPlaces => {
  const root = `^Envelope/Body/${contract}Response`;
  const record = `${root}/${recordElements[contract]}`;
  return {
    records: new RegExp(`${record}$`),
    meaningless: [
      { place: /\/result\/(logId|message)$/, reason: 'for the log of the producer' },
      { place: /^Envelope\/Header/, reason: 'addressed to intermediaries' },
    ],
    sameValues: [
      { place: /\/root$/, reason: 'a register of ids' },
      { place: /\/AvregistreringsorsakKodKomplett$/, reason: 'the code before it, written in full' },
      { place: /\/additionalPatientInformation\//, reason: 'of the person, not of the drug' },
    ],
    ...places,
  };
};

const documentOf = (contract: ContractName): AnswerPlaces =>
  placesOf(contract, {
    // The id is one of its source system.
    id: /Header\/(documentId|sourceSystemHSA[Ii][Dd])$/,
    decisive: /Header\/(patientId(\/id)?|approvedForPatient|nullified)$/,
    // D17: a record without a number was asked for by patient. A record that is not withdrawn need not say so.
    mayBeMissing: /\/(patientId(\/id)?|nullified)$/,
    // The result is optional in two contracts; a dose in the unit `1` has none of its own (UCUM).
    defaults:
      /\/nullified$|(AlertInformation|CareDocumentation)Response\/result$|\/administration\/dose\/unit$/,
    forbidden: [
      { place: /Header\/approvedForPatient$/, value: 'false' },
      { place: /Header\/nullified$/, value: 'true' },
    ],
  });

const careUnit: MatchingRule = {
  name: 'units',
  withhold: { units: ['SE2321000016-1003'] },
  looksAt: /\/healthcareProfessionalCareUnitHSAId$/,
};
const orgUnit: MatchingRule = {
  name: 'organisational units',
  withhold: { units: ['SE2321000016-1A2B'] },
  looksAt: /\/healthcareProfessionalOrgUnit\/orgUnitHSAId$/,
};

const register = placesOf('LookupResidentForFullProfile', {
  decisive: /\/Personpost\/PersonId$/,
  mayBeMissing: /./,
  protection: /\/Sekretessmarkering$/,
  protects: [{ place: /\/Sekretessmarkering$/, value: 'J' }],
  // Without a resident, the register does not know the number.
  unknownPatient: /\/resident$|Response$/,
});

export const damageHarness: DamageHarness = {
  name: 'the national contracts',
  format: 'xml',
  patient: '191212121212' as PatientNumber,
  simulator: () => producer(({ contract }) => answerOf(contract)),
  open: (url, log) => connect(url, { log }),
  nameOf: ({ headers }) => /:(\w+)"$/.exec(String(headers.soapaction))?.[1] ?? '',
  kinds: {
    appointments: {
      interval: forever,
      rules: [
        { name: 'units', withhold: { units: ['SE2321000016-1A2B'] }, looksAt: /\/healthcare_facility$/ },
      ],
      answers: {
        GetSubjectOfCareSchedule: placesOf('GetSubjectOfCareSchedule', {
          decisive: /\/subject_of_care$/,
          mayBeMissing: /./,
          // The facility that was asked, and the patient whom another booking of the list names.
          defaults: /\/(healthcare_facility|subject_of_care)$/,
          id: /\/bookingId$/,
        }),
      },
    },
    patients: { answers: { LookupResidentForFullProfile: register } },
    contacts: {
      interval: forever,
      rules: [careUnit, orgUnit],
      answers: { GetCareContacts: documentOf('GetCareContacts') },
    },
    attentionSignals: {
      interval: forever,
      rules: [careUnit, orgUnit],
      answers: { GetAlertInformation: documentOf('GetAlertInformation') },
    },
    prescriptions: {
      interval: forever,
      rules: [careUnit, orgUnit],
      answers: { GetMedicationHistory: documentOf('GetMedicationHistory') },
    },
    journalNotes: {
      interval: forever,
      rules: [
        careUnit,
        orgUnit,
        {
          name: 'note templates',
          withhold: { noteTemplates: ['Besöksanteckning'] },
          looksAt: /\/clinicalDocumentNoteTitle$/,
        },
        {
          name: 'keywords',
          withhold: { keywords: ['Besöksanteckning'] },
          looksAt: /\/clinicalDocumentNoteTitle$/,
        },
      ],
      answers: { GetCareDocumentation: documentOf('GetCareDocumentation') },
    },
  },
};
