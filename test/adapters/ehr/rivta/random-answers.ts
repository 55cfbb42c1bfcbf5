// Random answers of the national contracts, as their published schemas allow them.
import fc from 'fast-check';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import { answerOf } from './documents.ts';

/** Makes the XML of an element of that name. */
type Content = (name: string) => fc.Arbitrary<string>;

export const patient = '191212121212';
/** Who must never be named: relations, and whoever else an answer speaks of. */
export const other = '198507302381';

const leaf =
  (text: fc.Arbitrary<string>): Content =>
  name =>
    text.map(written => `<${name}>${written}</${name}>`);

const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map(number => String(number).padStart(2, '0'));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(all => all.join(''));
const year = fc.integer({ min: 1900, max: 2099 }).map(String);
// The schemas let the 31st of February pass.
const day = joined(year, two(12, 1), two(31, 1));

/** Words that no code writes by itself, so that each can be found again. */
const word = fc.integer({ min: 1, max: 99_999 }).map(number => `word${number}`);
const digits = fc.double({ min: 0, max: 999, noNaN: true }).map(String);

const text = leaf(
  fc.oneof(
    word,
    fc.constant(''),
    word.map(one => `${one} &lt;&amp;&gt;\n ${one}`),
  ),
);
const time = leaf(joined(day, two(23), two(59), two(59)));
const date = leaf(day);
const flag = leaf(fc.constantFrom('true', 'false', '1', '0'));
const number = leaf(digits);
const of = (...words: string[]) => leaf(fc.constantFrom(...words));

type Shape = Readonly<Record<string, Content>>;

/** An element with children in the order of the schema; a name with `?` may be missing, with `*` repeated. */
const group =
  (shape: Shape): Content =>
  name => {
    const parts = Object.entries(shape).map(([written, content]) => {
      const [, element = '', many] = /^(.*?)([?*]?)$/.exec(written) ?? [];
      const one = content(element.includes(':') ? element : `c:${element}`);
      if (many === '?') return fc.option(one, { nil: '' });
      return many === '*' ? fc.array(one, { maxLength: 3 }).map(all => all.join('')) : one;
    });
    const foreign = fc.constantFrom('', `<x:any xmlns:x="urn:x"><x:id>${other}</x:id></x:any>`);
    return joined(...parts, foreign).map(content => `<${name}>${content}</${name}>`);
  };

const cv = group({
  'code?': text,
  'codeSystem?': text,
  'codeSystemName?': text,
  'codeSystemVersion?': text,
  'displayName?': text,
  'originalText?': text,
});
const ii = group({ root: text, 'extension?': text });
const pq = group({ value: number, unit: text });
const interval = group({ 'low?': number, 'high?': number, unit: text });
const period = group({ 'start?': time, 'end?': time });
const person = (id: string) => group({ id: of(id), type: of('1.2.752.129.2.1.3.1') });

const unit = group({
  orgUnitHSAId: text,
  orgUnitName: text,
  'orgUnitTelecom?': text,
  'orgUnitEmail?': text,
  'orgUnitAddress?': text,
  'orgUnitLocation?': text,
});

const professional = group({
  authorTime: time,
  'healthcareProfessionalHSAId?': text,
  'healthcareProfessionalName?': text,
  'healthcareProfessionalRoleCode?': cv,
  'healthcareProfessionalOrgUnit?': unit,
  'healthcareProfessionalCareUnitHSAId?': text,
  'healthcareProfessionalCareGiverHSAId?': text,
});

const header = (hsa = 'HSAId') =>
  group({
    documentId: text,
    [`sourceSystem${hsa}`]: text,
    'documentTitle?': text,
    'documentTime?': time,
    patientId: person(patient),
    accountableHealthcareProfessional: professional,
    'legalAuthenticator?': group({ signatureTime: time, 'legalAuthenticatorHSAId?': text }),
    approvedForPatient: flag,
    'careContactId?': text,
    'nullified?': flag,
    'nullifiedReason?': text,
  });

const scheme: Shape = {
  'frequencyDosage?': group({ dose: interval, frequency: pq }),
  'periodDosage?': group({ dose: interval, period: pq }),
  'occasionDosage?': group({
    period: pq,
    'administration*': group({ dose: interval, 'time?': text, dayOfPeriod: number }),
  }),
  'rampedDosage?': group({ doseStep: pq, timeStep: pq }),
  'singleDose?': group({ dose: interval, 'time?': time }),
  'unstructuredDosageInformation?': group({ text }),
};

const dosage = group({
  'lengthOfTreatment?': group({ treatmentInterval: interval, isMaximumTreatmentTime: flag }),
  'dosageInstruction?': text,
  'unitDose?': cv,
  'shortNotation?': text,
  'setDosage?': group(scheme),
  'maximumDosage?': group(scheme),
  'conditionalDosage?': group({ conditionDescription: text, ...scheme }),
});

const drug = group({
  'comment?': text,
  'unstructuredDrugInformation?': group({ unstructuredInformation: text }),
  'merchandise?': group({ articleNumber: cv }),
  'drugArticle?': group({ nplPackId: cv }),
  'drug?': group({
    nplId: cv,
    'atcCode?': cv,
    'routeOfAdministration?': cv,
    'pharmaceuticalForm?': text,
    'strength?': number,
    'strengthUnit?': text,
  }),
  'generics?': group({ 'substance?': text, 'strength?': pq, 'form?': text }),
  'dosage*': dosage,
});

const address = group({
  'LanKod?': of('05'),
  'KommunKod?': of('80'),
  'ForsamlingKod?': of('01'),
  'CareOf?': text,
  'Utdelningsadress1?': text,
  'Utdelningsadress2?': text,
  'PostNr?': of('583 36'),
  'Postort?': text,
});

/** The repeated element of each answer. */
const documents: Readonly<Record<ContractName, fc.Arbitrary<string>>> = {
  GetCareContacts: group({
    careContactHeader: header(),
    careContactBody: group({
      'careContactCode?': cv,
      'careContactReason?': text,
      'careContactOrgUnit?': unit,
      'careContactTimePeriod?': group({ start: time, 'end?': time }),
      'careContactStatus?': cv,
    }),
  })('r:careContact'),
  GetAlertInformation: group({
    alertInformationHeader: header(),
    alertInformationBody: group({
      typeOfAlertInformation: cv,
      'ascertainedDate?': date,
      'verifiedTime?': time,
      validityTimePeriod: period,
      'alertInformationComment?': text,
      'obsoleteTime?': time,
      'obsoleteComment?': text,
      'hypersensitivity?': group({
        'typeOfHypersensitivity?': cv,
        'degreeOfSeverity?': cv,
        'degreeOfCertainty?': cv,
        'pharmaceuticalHypersensitivity?': group({
          'atcSubstance?': cv,
          'nonATCSubstance?': text,
          'nonATCSubstanceComment?': text,
          'pharmaceuticalProductId*': cv,
        }),
        'otherHypersensitivity?': group({ 'hypersensitivityAgent?': text, 'hypersensitivityAgentCode?': cv }),
      }),
      'seriousDisease?': group({ disease: cv }),
      'treatment?': group({
        treatmentDescription: text,
        'treatmentCode?': cv,
        'pharmaceuticalTreatment?': cv,
      }),
      'communicableDisease?': group({ communicableDiseaseCode: cv, 'routeOfTransmission?': cv }),
      'restrictionOfCare?': group({ restrictionOfCareComment: text }),
      'unstructuredAlertInformation?': group({
        unstructuredAlertInformationHeading: text,
        unstructuredAlertInformationContent: text,
      }),
    }),
  })('r:alertInformation'),
  GetMedicationHistory: group({
    medicationMedicalRecordHeader: header(),
    medicationMedicalRecordBody: group({
      medicationPrescription: group({
        prescriptionId: ii,
        typeOfPrescription: of('I', 'U'),
        prescriptionStatus: of('Active', 'Inactive'),
        'principalPrescriptionReason*': group({ reason: cv, 'otherReason?': text }),
        'treatmentPurpose?': text,
        'succeedingPrescriptionId?': ii,
        'prescriber?': professional,
        'startOfTreatment?': time,
        'endOfTreatment?': time,
        selfMedication: flag,
        'drug?': drug,
        'administration*': group({ administrationId: ii, administrationTime: period, 'drug?': drug }),
      }),
      'additionalPatientInformation?': group({ dateOfBirth: date, 'gender?': cv }),
    }),
  })('r:medicationMedicalRecord'),
  GetCareDocumentation: group({
    careDocumentationHeader: header('HSAid'),
    careDocumentationBody: group({
      clinicalDocumentNote: group({
        'clinicalDocumentNoteCode?': of('utr', 'bes'),
        'clinicalDocumentTypeCode?': of('epi', 'dag'),
        'clinicalDocumentNoteTitle?': text,
        'clinicalDocumentNoteText?': text,
        'multimediaEntry?': group({ mediaType: of('image/png'), 'value?': of('AAAA'), 'reference?': text }),
        'dissentintOpinion*': group({ authorTime: time, opinion: text, personId: person(other) }),
      }),
    }),
  })('r:careDocumentation'),
  GetSubjectOfCareSchedule: group({
    'startTimeInclusive?': time,
    'endTimeExclusive?': time,
    healthcare_facility: text,
    'performer?': text,
    'bookingId?': text,
    'subject_of_care?': of(patient),
    'purpose?': text,
    'reason?': text,
    'resourceName?': text,
    'healthcare_facility_name?': text,
    'performerName?': text,
    'cancel_booking_allowed?': flag,
    'm:isInvitation?': flag,
  })('r:timeslotDetail'),
  LookupResidentForFullProfile: group({
    Sekretessmarkering: of('J', 'N'),
    Personpost: group({
      PersonId: of(patient),
      'Kon?': of('K', 'M'),
      'Fodelsetid?': date,
      'Avregistrering?': group({
        'AvregistreringsorsakKod?': of('AV', 'GN', 'OO'),
        'Avregistreringsdatum?': leaf(fc.oneof(day, year)),
        'm:AvregistreringsorsakKodKomplett?': of('AV', 'UV', 'TA'),
      }),
      'Namn?': group({
        'Tilltalsnamnsmarkering?': leaf(fc.integer({ min: 10, max: 99 }).map(String)),
        'Fornamn?': text,
        'Mellannamn?': text,
        'Efternamn?': text,
      }),
      'Folkbokforingsadress?': address,
      'SarskildPostadress?': address,
      'm:HanvisningsPersonNr?': of(other),
      'm:Utlandsadress?': group({ 'Utdelningsadress1?': text, 'Land?': text }),
      'm:Relationer': group({
        'Relation*': group({ RelationId: group({ PersonNr: of(other) }), Relationstyp: of('V', 'VF', 'B') }),
      }),
    }),
  })('r:resident'),
};

/** A random answer of a contract with that many documents. */
export const randomAnswer = (contract: ContractName, count: { min: number; max: number }) =>
  fc
    .array(documents[contract], { minLength: count.min, maxLength: count.max })
    .map(all => ({ xml: answerOf(contract, all), count: all.length }));
