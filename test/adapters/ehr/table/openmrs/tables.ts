// Tables of OpenMRS, after its public REST documentation (https://rest.openmrs.org): patients by identifiers of a type, allergies that
// nobody has asked for (204), observations of every type, orders with doses, times as Java writes them, links that name localhost.

const personnummer = '05a29f94-c0ed-11e2-94be-8c13b969e334';
const isProtected = '8d871d18-c2cc-11de-8d13-0010c6dffd0f';

const list = {
  items: 'results',
  next: { link: 'links[rel=next]/uri', host: 'ignored' },
  visible: { from: 'voided', shown: [false], hidden: [true] },
};
const ofPatient = { record: 'patient/uuid', is: 'id' };

const system = {
  format: 'json',
  unknownPatient: 'empty-lookup',
  lookup: {
    path: '/patient',
    query: { identifier: '{patient}', v: 'full' },
    items: 'results',
    owner: { record: `identifiers[identifierType/uuid=${personnummer}]/identifier` },
    id: 'uuid',
  },
  kinds: {
    patients: {
      path: '/patient/{id}',
      query: { v: 'full' },
      record: '.',
      owner: { record: `identifiers[identifierType/uuid=${personnummer}]/identifier` },
      visible: list.visible,
      protected: { from: `person/attributes[attributeType/uuid=${isProtected}]/value` },
    },
    attentionSignals: [
      {
        path: '/patient/{id}/allergy',
        query: { v: 'full' },
        ...list,
        owner: ofPatient,
        none: [{ status: 404, body: { '.': 'absent' } }],
        unknown: [{ status: 204 }],
      },
      { path: '/flag', query: { patient: '{id}', v: 'full' }, ...list, owner: ofPatient, table: 'flags' },
    ],
    contacts: { path: '/visit', query: { patient: '{id}', v: 'full' }, ...list, owner: ofPatient },
    journalNotes: {
      path: '/encounter',
      query: { patient: '{id}', v: 'full' },
      ...list,
      owner: ofPatient,
    },
    prescriptions: {
      path: '/order',
      query: { patient: '{id}', v: 'full' },
      ...list,
      owner: ofPatient,
      only: { from: 'type', words: ['drugorder'], others: ['testorder', 'referralorder', 'order'] },
    },
    appointments: {
      path: '/appointments/search',
      method: 'POST',
      body: { patientUuid: '{id}' },
      items: '.',
      owner: ofPatient,
      visible: list.visible,
    },
  },
  writes: {
    arrive: {
      method: 'POST',
      path: '/appointments/{booking}/status-change',
      body: { toStatus: 'CheckedIn', patient: '{id}' },
      results: [
        { status: 200, body: { status: ['CheckedIn'] }, result: 'OK' },
        {
          status: 400,
          body: { 'error/message': ['Appointment status can not be changed from CheckedIn to CheckedIn'] },
          result: 'INFO',
          comment: 'error/message',
        },
        { status: 400, body: { 'error/message': 'present' }, result: 'ERROR', comment: 'error/message' },
        {
          status: 404,
          body: { 'error/message': ['Appointment does not exist'] },
          result: 'unknown-booking',
        },
      ],
    },
  },
} as const;

const ignore = { '**/links': 'addresses for programs', '**/resourceVersion': 'of the interface' };
const id = (path: string) => ({ id: path, root: '1.2.752.129.2.1.2.1' });

/** File → its content. */
export const openmrsTables = {
  'system.json': system,
  'patients.json': {
    'Patient/PatientName/PatientFamilyName': 'person/preferredName/familyName',
    'Patient/PatientName/PatientGivenName': { names: 'person/preferredName/givenName' },
    'Patient/PatientBirthDate': { from: 'person/birthdate', day: true },
    'Patient/PatientSex': { from: 'person/gender', words: { M: 'M', F: 'F', U: 'U' } },
    ignore: { ...ignore, uuid: 'the id of the lookup' },
  },
  'attention-signals.json': {
    'AttentionSignal/RcId': id('uuid'),
    'AttentionSignal/SignalActive': { value: true },
    'AttentionSignal/SignalVerifiedDateTime': 'auditInfo/dateCreated',
    'AttentionSignal/HypersensitivityType': {
      block: '.',
      record: {
        Heading: [
          { from: 'allergen/nonCodedAllergen', when: { 'allergen/nonCodedAllergen': 'present' } },
          { from: 'allergen/codedAllergen/display', when: { 'allergen/nonCodedAllergen': 'absent' } },
        ],
        Comment: { join: ['reactions', 'comment'], separator: ', ' },
        Severity: {
          from: 'severity/display',
          words: { Mild: 'Besvärande', Moderate: 'Skadlig', Severe: 'Livshotande' },
        },
      },
    },
    ignore,
  },
  'attention-signals-flags.json': {
    'AttentionSignal/RcId': id('uuid'),
    'AttentionSignal/SignalActive': { until: 'endDate' },
    'AttentionSignal/SignalDeletionDate': { from: 'endDate', day: true },
    'AttentionSignal/UnstructuredType': { block: '.', record: { Heading: 'display' } },
    ignore,
  },
  'contacts.json': {
    'Contact/ContacInternaltID': 'uuid',
    'Contact/ContactBeginDateTime': 'startDatetime',
    'Contact/ContactEndDateTime': 'stopDatetime',
    'Contact/ContactTypeOfVisit': 'visitType/display',
    'Units/Unit': { block: 'location', record: { UnitID: id('uuid'), UnitName: 'display' } },
    ignore,
  },
  'journal-notes.json': {
    'Note/NoteId': id('uuid'),
    'Note/NoteDateTime': 'encounterDatetime',
    'Note/NoteTemplateName': 'encounterType/display',
    'Note/Records/Record': {
      each: 'obs',
      where: { voided: [false] },
      record: {
        Keyword: 'concept/display',
        Value: [
          { block: '.', record: { $self: { from: 'value', digits: true, when: { value: 'a number' } } } },
          { block: '.', record: { $self: { from: 'value', when: { value: 'a text' } } } },
          { block: '.', record: { $self: { from: 'value/display', when: { value: 'an object' } } } },
          {
            block: '.',
            record: {
              $self: { from: 'value', words: { true: 'Ja', false: 'Nej' }, when: { value: 'true or false' } },
            },
          },
        ],
      },
    },
    'CareProviders/CareProvider': {
      each: 'encounterProviders',
      record: { CareProviderName: 'provider/display' },
    },
    ignore,
  },
  'prescriptions.json': {
    'Prescription/rc_id': id('uuid'),
    'Prescription/PrescriptionStartDateTime': 'dateActivated',
    'Prescription/PrescriptionEndDateTime': 'dateStopped',
    'Prescription/MedicationActive': { until: 'dateStopped' },
    'Prescription/MainProductTreatment/PrescriptionProductTradeName': 'drug/display',
    'Prescription/PrescriptionDosages/DosagePlugin': {
      block: '.',
      record: {
        'FreeTextDosage/Text': {
          join: ['dose', 'doseUnits/display', 'frequency/display', 'route/display', 'dosingInstructions'],
          required: ['dose', 'doseUnits/display', 'frequency/display'],
        },
      },
    },
    ignore,
  },
  'appointments.json': {
    ContactId: 'uuid',
    StartTime: { from: 'startDateTime', time: 'unix-ms' },
    Status: {
      from: 'status',
      words: {
        Scheduled: 'BOOKED',
        CheckedIn: 'ARRIVED',
        Completed: 'PERFORMED',
        Cancelled: 'CANCELLED',
        Missed: 'MISSED',
      },
    },
    'PerformingUnit/Name': 'location/name',
    PatientInformation: 'comments',
    ignore,
  },
} as const;
