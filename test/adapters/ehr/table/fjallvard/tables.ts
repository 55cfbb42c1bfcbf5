// The tables for Fjällvård: the rows are the same in both formats, and system.json says how the formats differ.
import type { TableFiles } from '../table-ehr.ts';
import type { Format } from './simulator.ts';

const staffMember = { CareProviderID: { hsa: 'hsaId' }, CareProviderName: 'name', CareProviderType: 'title' };
const milliseconds = (from: string) => ({ from, time: 'unix-ms' });
const id = (from: string) => ({ id: from, root: '1.2.752.129.2.1.2.1' });
const kindIs = (kind: string) => ({ when: { kind: [kind] } });

/** @param unit where a note names its unit. */
const rows = (unit: string): TableFiles => ({
  'parts/unit-ids.json': { UnitID: { hsa: 'hsaId' } },
  'parts/unit.json': { UnitID: { hsa: 'hsaId' }, UnitName: 'name' },
  'parts/staff.json': staffMember,
  'patients.json': {
    'Patient/PatientInternalID': 'guid',
    'Patient/PatientName/PatientFamilyName': 'name/family',
    'Patient/PatientName/PatientGivenName': { names: 'name/given', position: 'name/preferred', first: 0 },
    'Patient/PatientBirthDate': 'bornOn',
    'Patient/PatientSex': { from: 'sex', words: { 1: 'M', 2: 'F', 0: 'U' } },
    'Patient/PhoneNumbers/Phone': {
      each: 'phones',
      record: { PhoneType: { from: 'kind', words: { M: 'Mobil', H: 'Hem' } }, PhoneNumber: 'number' },
    },
  },
  'contacts.json': {
    'Contact/ContacInternaltID': 'guid',
    'Contact/ContactBeginDateTime': 'start',
    'Contact/ContactEndDateTime': milliseconds('endMs'),
    'Contact/ContactStatus': { from: 'state', words: { 10: 'Planerad', 20: 'Pågående', 30: 'Avslutad' } },
    'Contact/ContactVisitType': { from: 'type/code', words: { OUT: 'Mottagningsbesök', TEL: 'Telefon' } },
    ContactPerformingUnit: { refer: 'units', by: 'unit', use: 'unit-ids' },
    'Units/Unit': { refer: 'units', by: 'unit', use: 'unit' },
    'CareProviders/CareProvider': { refer: 'staff', by: 'responsible', use: 'staff' },
  },
  'attention-signals.json': {
    'AttentionSignal/RcId': id('guid'),
    'AttentionSignal/SignalActive': { value: true },
    'AttentionSignal/SignalVerifiedDateTime': milliseconds('recordedMs'),
    'AttentionSignal/HypersensitivityType/Heading': { from: 'substance/text', ...kindIs('ALLERGY') },
    'AttentionSignal/HypersensitivityType/Comment': { from: 'reaction', ...kindIs('ALLERGY') },
    'AttentionSignal/HypersensitivityType/Severity': {
      from: 'severity',
      words: { 1: 'Besvärande', 2: 'Allvarlig', 3: 'Livshotande', 9: null },
      ...kindIs('ALLERGY'),
    },
    'AttentionSignal/HypersensitivityType/Agent': {
      each: 'substance/codes',
      item: 'code',
      ...kindIs('ALLERGY'),
    },
    'AttentionSignal/UnstructuredType/Heading': { from: 'heading', ...kindIs('WARNING') },
    'AttentionSignal/UnstructuredType/Comment': { from: 'text', ...kindIs('WARNING') },
    'AttentionSignal/UnstructuredType/Type': { value: 'WARNING', ...kindIs('WARNING') },
  },
  'prescriptions.json': {
    'Prescription/PrescriptionVersionDateTime': 'start',
    'Prescription/PrescriptionStartDateTime': 'start',
    'Prescription/rc_id': id('guid'),
    'Prescription/MedicationActive': { from: 'state', words: { A: true, P: false, E: false } },
    'Prescription/MainProductTreatment/PrescriptionProductTradeName': 'product/name',
    'Prescription/MainProductTreatment/PrescriptionProductDrugFormTextSv': 'product/form',
    'Prescription/MainProductTreatment/PrescriptionProduct_AtcCode': {
      block: 'product',
      record: { code: 'atc', codeSystem: { value: '1.2.752.129.2.2.3.1.1' } },
    },
    'Prescription/PrescriptionDosages/DosagePlugin': {
      block: '.',
      record: { 'FreeTextDosage/Text': { from: 'dosage/text', required: true } },
    },
    'Prescription/PrescriptionReasonText': 'indication',
    'CareProviders/CareProviders': {
      block: '.',
      record: { CareProvider: { refer: 'staff', by: 'prescriber', use: 'staff' } },
    },
    ignore: { 'product/strength': 'the name of the product says it too' },
  },
  'journal-notes.json': {
    'Note/NoteId': id('guid'),
    'Note/NoteVersionDateTime': milliseconds('writtenMs'),
    'Note/NoteTemplateName': 'template/text',
    'Note/Records/Record': {
      each: 'sections',
      record: {
        Keyword: 'heading',
        Value: {
          block: '.',
          record: { $self: { from: 'html', form: 'html' }, JournalValueType: { value: 'Text' } },
        },
      },
    },
    CareUnit: { refer: 'units', by: unit, use: 'unit-ids' },
    'CareProviders/CareProvider': { refer: 'staff', by: 'author', use: 'staff' },
  },
  'appointments.json': {
    ContactId: 'guid',
    StartTime: 'startsAt',
    Status: {
      from: 'state',
      words: {
        BOOKED: 'BOOKED',
        ARRIVED: 'ARRIVED',
        DONE: 'PERFORMED',
        CANCELLED: 'CANCELLED',
        NOSHOW: 'MISSED',
      },
    },
    PaymentStatus: { from: 'paid', words: { true: 'PAID', false: 'UNPAID' } },
    PerformingUnit: {
      refer: 'units',
      by: 'unit',
      record: { HSAId: 'hsaId', Name: 'name' },
    },
    PatientInformation: 'instruction',
    'PaymentDetails/Price': { from: 'priceOre', shift: -2 },
    ignore: { mode: 'video meetings say it', video: 'video meetings say it', minutes: 'not in bookings' },
  },
  'video-meetings.json': {
    actionId: 'video/id',
    startDateTimeInUnix: 'startsAt',
    endDateTimeInUnix: { from: 'startsAt', plus: { minutes: 'minutes' } },
    meetingLink: 'video/joinUrl',
    performingUnitName: { refer: 'units', by: 'unit', item: 'name' },
    ignore: Object.fromEntries(
      ['guid', 'state', 'priceOre', 'paid', 'revision', 'instruction'].map(name => [name, 'bookings say it']),
    ),
  },
});

const notVoided = { from: 'voided', shown: [false], hidden: [true] };

/** Fjällvård's tables. @param format how it answers. */
export const fjallvardTables = (format: Format): TableFiles => {
  const isJson = format === 'json';
  /** Where something stands in the answer. */
  const at = (path: string) => (isJson ? path : `answer/${path}`);
  const next = isJson
    ? { offset: 'offset', total: at('meta/total') }
    : { page: 'page', first: 1, more: at('meta/more') };
  const units = { map: at('data/units'), ignore: { parent: 'the unit above it' } };
  const unitsWithoutName = {
    map: at('data/units'),
    ignore: { parent: 'the unit above it', name: 'not in notes' },
  };
  const staff = { map: at('data/staff') };
  const ofId = { record: 'patientGuid', is: 'id' };
  const bodyIn = (root: string, body: object) => (isJson ? body : { [root]: body });
  const patient = (list: string) => `/fv/v3/patients/{id}/${list}`;
  const refusals = [
    {
      status: 200,
      body: { [at('error/code')]: ['E_ALREADY', 'E_PAID'] },
      result: 'INFO',
      comment: at('error/message'),
    },
    { status: 200, body: { [at('error/code')]: ['E_NOT_FOUND'] }, result: 'unknown-booking' },
    { status: 200, body: { [at('error')]: 'present' }, result: 'ERROR', comment: at('error/message') },
  ];
  return {
    ...rows(isJson ? 'unit' : '^/unit'),
    'system.json': {
      format,
      good: { [at('error')]: 'absent' },
      beside: { [at('meta')]: 'about the answer' },
      unknownPatient: 'empty-lookup',
      lookup: {
        method: 'POST',
        path: '/fv/v3/patients/search',
        body: isJson
          ? { criteria: { identifier: '{patient}' } }
          : { search: { criteria: { identifier: '{patient:8-4}' } } },
        items: at('data/hits'),
        owner: { record: 'identifiers[type=PNR]/value' },
        id: 'guid',
      },
      kinds: {
        patients: {
          path: '/fv/v3/patients/{id}',
          record: at('data'),
          owner: { record: 'identifiers[type=PNR]/value' },
          visible: 'all',
          protected: { from: 'protection/code', words: { 0: false, 1: true, 2: true } },
        },
        contacts: {
          path: patient('encounters'),
          query: { from: { value: '{from:yyyy-MM-dd}', else: '1900-01-01' } },
          items: at('data/encounters'),
          owner: isJson ? ofId : { record: 'pnr', form: '10', born: { lookup: 'bornOn' } },
          visible: notVoided,
          refers: { units, staff },
          next,
        },
        attentionSignals: {
          path: patient('alerts'),
          items: at('data/alerts'),
          owner: isJson ? ofId : { record: 'pnr', form: '6-4' },
          visible: [
            notVoided,
            { from: 'confidential', shown: [false], hidden: [true], when: { kind: ['WARNING'] } },
          ],
        },
        prescriptions: {
          path: patient('medications'),
          items: at('data/medications'),
          owner: isJson ? ofId : { record: 'pnr', form: '10', born: 'born' },
          visible: { from: 'state', shown: ['A', 'P', 'E'], hidden: ['X'] },
          refers: { staff },
          next,
        },
        journalNotes: {
          path: patient('notes'),
          items: isJson ? 'data/notes' : 'answer/data/encounters*/notes*',
          owner: isJson ? ofId : { record: '^/pnr' },
          visible: [
            notVoided,
            { from: 'visibility', shown: ['PATIENT', 'DELAYED'], hidden: ['STAFF_ONLY'] },
            { from: 'visibleFrom', until: 'now', when: { visibility: ['DELAYED'] } },
          ],
          refers: { units: unitsWithoutName, staff },
          next,
        },
        appointments: {
          path: patient('bookings'),
          items: at('data/bookings'),
          owner: isJson ? ofId : { record: 'pnr' },
          visible: 'all',
          refers: { units },
        },
        videoMeetings: {
          path: patient('bookings'),
          items: at('data/bookings'),
          owner: isJson ? ofId : { record: 'pnr' },
          only: { from: 'mode', words: ['VIDEO'], others: ['VISIT', 'PHONE'] },
          visible: 'all',
          refers: {
            units: { ...units, ignore: { parent: 'the unit above it', hsaId: 'a meeting names its unit' } },
          },
        },
      },
      writes: {
        arrive: {
          method: 'PATCH',
          path: '/fv/v3/bookings/{booking}',
          headers: { 'If-Match': '"{booking:revision}"' },
          body: bodyIn('booking', { state: 'ARRIVED', patient: '{id}' }),
          results: [{ status: 200, body: { [at('data/state')]: ['ARRIVED'] }, result: 'OK' }, ...refusals],
        },
        pay: {
          method: 'POST',
          path: '/fv/v3/bookings/{booking}/payments',
          body: bodyIn('payment', {
            amountOre: '{booking:priceOre}',
            method: '{paymentType}',
            patient: '{id}',
          }),
          results: [
            {
              status: 200,
              body: { [at('data/receiptNo')]: 'present' },
              result: 'OK',
              comment: at('data/receiptNo'),
            },
            ...refusals,
          ],
        },
      },
    },
  };
};
