// The elements of the six contracts' answers: what a document may contain. Written by hand from the schemas, not from the
// adapter's types. schemas.test.ts compares them with the published files.
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';

/** An element with text. `values`: the only ones that it may have, or those that tests use. */
export type Leaf = {
  readonly leaf: 'text' | 'time' | 'date' | 'flag' | 'number' | 'integer' | 'two letters';
  readonly values?: readonly string[];
};

/** Children by name, in the order of the schema. A name with `m:` is of the version's own namespace; `[x]` may be repeated. */
export type Shape = { readonly [name: string]: Leaf | Shape | readonly [Leaf | Shape] };

const text: Leaf = { leaf: 'text' };
const time: Leaf = { leaf: 'time' };
const date: Leaf = { leaf: 'date' };
const flag: Leaf = { leaf: 'flag' };
const number: Leaf = { leaf: 'number' };
const integer: Leaf = { leaf: 'integer' };
const twoLetters: Leaf = { leaf: 'two letters' };
const oneOf = (...values: string[]): Leaf => ({ leaf: 'text', values });

/** The patient of every complete document, and another person. */
export const patient = '191212121212';
export const other = '198507302381';

const cv: Shape = {
  code: text,
  codeSystem: text,
  codeSystemName: text,
  codeSystemVersion: text,
  displayName: text,
  originalText: text,
};
const ii: Shape = { root: text, extension: text };
const pq: Shape = { value: number, unit: text };
const interval: Shape = { low: number, high: number, unit: text };
const period: Shape = { start: time, end: time };
const personId: Shape = { id: oneOf(patient), type: oneOf('1.2.752.129.2.1.3.1') };

const unit: Shape = {
  orgUnitHSAId: text,
  orgUnitName: text,
  orgUnitTelecom: text,
  orgUnitEmail: text,
  orgUnitAddress: text,
  orgUnitLocation: text,
};

const professional: Shape = {
  authorTime: time,
  healthcareProfessionalHSAId: text,
  healthcareProfessionalName: text,
  healthcareProfessionalRoleCode: cv,
  healthcareProfessionalOrgUnit: unit,
  healthcareProfessionalCareUnitHSAId: text,
  healthcareProfessionalCareGiverHSAId: text,
};

const beginningOfHeader = (sourceSystem: string): Shape => ({
  documentId: text,
  [sourceSystem]: text,
  documentTitle: text,
  documentTime: time,
  patientId: personId,
  accountableHealthcareProfessional: professional,
  legalAuthenticator: {
    signatureTime: time,
    legalAuthenticatorHSAId: text,
    legalAuthenticatorName: text,
  },
  approvedForPatient: oneOf('true', 'false'),
});
const withdrawn: Shape = { nullified: oneOf('false', 'true'), nullifiedReason: text };

const header = (sourceSystem = 'sourceSystemHSAId'): Shape => ({
  ...beginningOfHeader(sourceSystem),
  careContactId: text,
  ...withdrawn,
});

const contact: Shape = {
  // Only here, the contact's id is last.
  careContactHeader: { ...beginningOfHeader('sourceSystemHSAId'), ...withdrawn, careContactId: text },
  careContactBody: {
    careContactCode: cv,
    careContactReason: text,
    careContactOrgUnit: unit,
    careContactTimePeriod: period,
    careContactStatus: cv,
    additionalPatientInformation: {
      dateOfBirth: { format: oneOf('YYYYMMDD'), value: date },
      gender: cv,
    },
  },
};

const alert: Shape = {
  alertInformationHeader: header(),
  alertInformationBody: {
    typeOfAlertInformation: cv,
    ascertainedDate: date,
    verifiedTime: time,
    validityTimePeriod: period,
    alertInformationComment: text,
    obsoleteTime: time,
    obsoleteComment: text,
    hypersensitivity: {
      typeOfHypersensitivity: cv,
      degreeOfSeverity: cv,
      degreeOfCertainty: cv,
      pharmaceuticalHypersensitivity: {
        atcSubstance: cv,
        nonATCSubstance: text,
        nonATCSubstanceComment: text,
        pharmaceuticalProductId: [cv],
      },
      otherHypersensitivity: { hypersensitivityAgent: text, hypersensitivityAgentCode: cv },
    },
    seriousDisease: { disease: cv },
    treatment: { treatmentDescription: text, treatmentCode: cv, pharmaceuticalTreatment: cv },
    communicableDisease: { communicableDiseaseCode: cv, routeOfTransmission: cv },
    restrictionOfCare: { restrictionOfCareComment: text },
    unstructuredAlertInformation: {
      unstructuredAlertInformationHeading: text,
      unstructuredAlertInformationContent: text,
    },
    relatedAlertInformation: [
      { typeOfAlertInformationRelationship: cv, relationComment: text, documentId: [text] },
    ],
  },
};

const days: Shape = { value: integer, unit: oneOf('d') };

/** The ways to say how much and how often, except for the ramp. */
const evenDosage: Shape = {
  frequencyDosage: { dose: interval, frequency: days },
  periodDosage: { dose: interval, period: days },
  occasionDosage: { period: days, administration: [{ dose: interval, time: text, dayOfPeriod: oneOf('3') }] },
};
const lastDosage: Shape = {
  singleDose: { dose: interval, time },
  unstructuredDosageInformation: { text },
};
const endOfRamp: Shape = { ...evenDosage, ...lastDosage };
const scheme: Shape = {
  ...evenDosage,
  rampedDosage: { doseStep: pq, timeStep: days, rampStart: endOfRamp, rampEnd: endOfRamp },
  ...lastDosage,
};

const drugChoice: Shape = {
  comment: text,
  unstructuredDrugInformation: { unstructuredInformation: text },
  merchandise: { articleNumber: cv },
  drugArticle: { nplPackId: cv },
  drug: {
    nplId: cv,
    atcCode: cv,
    routeOfAdministration: cv,
    pharmaceuticalForm: text,
    strength: number,
    strengthUnit: text,
  },
  generics: { substance: text, strength: pq, form: text },
  dosage: [
    {
      lengthOfTreatment: {
        treatmentInterval: { ...interval, unit: oneOf('d') },
        isMaximumTreatmentTime: flag,
      },
      dosageInstruction: text,
      unitDose: cv,
      shortNotation: text,
      setDosage: scheme,
      maximumDosage: scheme,
      conditionalDosage: { conditionDescription: text, ...scheme },
    },
  ],
};

const reason: Shape = { reason: cv, otherReason: text };

const medication: Shape = {
  medicationMedicalRecordHeader: header(),
  medicationMedicalRecordBody: {
    medicationPrescription: {
      prescriptionId: ii,
      typeOfPrescription: oneOf('I', 'U'),
      prescriptionStatus: oneOf('Active', 'Inactive'),
      prescriptionNote: text,
      principalPrescriptionReason: [reason],
      additionalPrescriptionReason: [reason],
      evaluationTime: time,
      treatmentPurpose: text,
      prescriptionChainId: ii,
      precedingPrescriptionId: ii,
      succeedingPrescriptionId: ii,
      prescriber: professional,
      evaluator: professional,
      startOfFirstTreatment: time,
      startOfTreatment: time,
      endOfTreatment: time,
      endOfTreatmentReason: cv,
      selfMedication: flag,
      drug: drugChoice,
      dispensationAuthorization: {
        dispensationAuthorizationId: ii,
        validUntil: date,
        receivingPharmacy: ii,
        minimumDispensationInterval: pq,
        totalAmount: number,
        packageUnit: text,
        distributionMethod: text,
        dispensationAuthorizer: professional,
        dispensationAuthorizerComment: text,
        firstDispensationBefore: date,
        prescriptionSignatura: text,
        nonReplaceable: oneOf('Prescriber', 'Patient'),
        drug: drugChoice,
      },
      administration: [
        {
          administrationId: ii,
          administrationTime: period,
          administrationComment: text,
          routeOfAdministration: cv,
          administeringHealthcareProfessional: professional,
          drug: drugChoice,
        },
      ],
      'm:relation': [
        {
          'm:code': cv,
          'm:referredInformation': [{ 'm:id': ii, 'm:type': cv, 'm:informationOwner': { id: ii } }],
        },
      ],
    },
    additionalPatientInformation: { dateOfBirth: date, gender: cv },
  },
};

const noteCodes = ['utr', 'atb', 'sam', 'sao', 'ins', 'slu', 'auf', 'sva', 'bes'];
const typeCodes = ['epi', 'int', 'dag', 'ova', 'ovs', 'ovr'];

const note: Shape = {
  careDocumentationHeader: header('sourceSystemHSAid'),
  careDocumentationBody: {
    clinicalDocumentNote: {
      clinicalDocumentNoteCode: oneOf(...noteCodes),
      clinicalDocumentTypeCode: oneOf(...typeCodes),
      clinicalDocumentNoteTitle: text,
      clinicalDocumentNoteText: text,
      multimediaEntry: { mediaType: oneOf('application/pdf'), value: oneOf('JVBERi0='), reference: text },
      dissentintOpinion: [
        {
          opinionId: ii,
          authorTime: time,
          opinion: text,
          personId: { id: oneOf(other), type: oneOf('1.2.752.129.2.1.3.1') },
          personName: text,
        },
      ],
    },
  },
};

const timeslot: Shape = {
  startTimeInclusive: time,
  endTimeExclusive: time,
  healthcare_facility: text,
  performer: text,
  bookingId: text,
  subject_of_care: oneOf(patient),
  purpose: text,
  reason: text,
  resourceName: text,
  healthcare_facility_name: text,
  performerName: text,
  resourceID: text,
  timeTypeName: text,
  timeTypeID: text,
  careTypeName: text,
  careTypeID: text,
  cancel_booking_allowed: flag,
  rebooking_allowed: flag,
  message_allowed: flag,
  'm:isInvitation': flag,
};

const names: Shape = {
  Tilltalsnamnsmarkering: oneOf('20'),
  Fornamn: oneOf('Anna Maria'),
  Mellannamn: text,
  Efternamn: text,
  Aviseringsnamn: text,
};

const deregistration: Shape = {
  AvregistreringsorsakKod: oneOf('AV', 'GN', 'OO'),
  Avregistreringsdatum: date,
  'm:AvregistreringsorsakKodKomplett': oneOf('AV', 'UV', 'GN', 'AN', 'AS', 'GS', 'OB', 'TA'),
};

const address: Shape = {
  LanKod: twoLetters,
  KommunKod: twoLetters,
  ForsamlingKod: twoLetters,
  Fastighetsbeteckning: text,
  CareOf: text,
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  PostNr: oneOf('583 36'),
  Postort: text,
  'm:Folkbokforingsdatum': date,
  'm:SCB_Nyckelkod': oneOf('123456'),
};

const resident: Shape = {
  Sekretessmarkering: oneOf('N', 'J'),
  SenasteAndringFolkbokforing: date,
  Personpost: {
    PersonId: oneOf(patient),
    Kon: oneOf('K', 'M'),
    Fodelsetid: date,
    Avregistrering: deregistration,
    Namn: names,
    Folkbokforingsadress: address,
    SarskildPostadress: address,
    'm:HanvisningsPersonNr': oneOf('197010632391'),
    'm:Utlandsadress': {
      Utdelningsadress1: text,
      Utdelningsadress2: text,
      Utdelningsadress3: text,
      Land: text,
      Utlandsadressdatum: date,
      Rostrattsdatum: date,
    },
    'm:Civilstand': { CivilstandKod: oneOf('OG', 'G', 'A', 'S', 'RP', 'SP', 'EP'), Civilstandsdatum: date },
    'm:Fodelse': {
      HemortSverige: { FodelselanKod: twoLetters, Fodelseforsamling: twoLetters },
      OrtUtlandet: { FodelseortUtland: text, Styrkt: oneOf('J', 'N'), Fodelseland: text },
    },
    'm:Invandring': { Invandringsdatum: date },
    'm:Relationer': {
      Relation: [
        {
          RelationId: { PersonNr: oneOf(other), FodelsetidNr: text },
          Relationstyp: oneOf('V', 'VF', 'B', 'MO', 'FA', 'F', 'M', 'P'),
          RelationFromdatum: date,
          RelationTomdatum: date,
          Namn: names,
          Avregistrering: deregistration,
          Status: oneOf('NY', 'PB', 'RD', 'AS', 'AV', 'IV', 'AN'),
        },
      ],
    },
  },
};

/** The repeated element of each answer, and what it may contain. */
export const documentElements: Readonly<Record<ContractName, readonly [name: string, shape: Shape]>> = {
  GetCareContacts: ['careContact', contact],
  GetAlertInformation: ['alertInformation', alert],
  GetMedicationHistory: ['medicationMedicalRecord', medication],
  GetCareDocumentation: ['careDocumentation', note],
  GetSubjectOfCareSchedule: ['timeslotDetail', timeslot],
  LookupResidentForFullProfile: ['resident', resident],
};
