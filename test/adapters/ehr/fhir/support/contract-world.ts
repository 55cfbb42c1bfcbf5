// The test data of the contract suite as FHIR resources, and the expected records. Both are written by hand.
import type { Resource } from '../../../../../sandbox/fhir/simulator/store.ts';
import type { PatientNumber } from '../../../../../src/domain/model/patient-number.ts';
import type { ContractWorld, Harness } from '../../contract/ehr-contract.ts';

export const world: ContractWorld = {
  patient: '191212121212' as PatientNumber,
  other: '198507302381' as PatientNumber,
  empty: '199906062386' as PatientNumber,
  unknown: '196204052382' as PatientNumber,
  bookingId: '59062',
};

const personnummer = 'http://electronichealth.se/identifier/personnummer';
const hsa = 'urn:oid:1.2.752.129.2.1.4.1';

const patientResource = (id: string, number: string, family: string): Resource => ({
  resourceType: 'Patient',
  id,
  identifier: [{ system: personnummer, value: number }],
  name: [{ use: 'official', family, given: ['Tolvan', 'Provmartin'] }],
  gender: 'male',
  birthDate: '1912-12-12',
  telecom: [{ system: 'phone', use: 'mobile', value: '070-1740605' }],
  managingOrganization: { reference: 'Organization/clinic' },
});

const shared: Resource[] = [
  {
    resourceType: 'Organization',
    id: 'region',
    identifier: [{ system: hsa, value: 'SE2321000016-0001' }],
    name: 'Region Prov',
  },
  {
    resourceType: 'Organization',
    id: 'clinic',
    identifier: [{ system: hsa, value: 'SE2321000016-1A2B' }],
    name: 'Hudmottagningen',
    partOf: { reference: 'Organization/region' },
  },
  {
    resourceType: 'Location',
    id: 'room',
    name: 'Rum 12',
    managingOrganization: { reference: 'Organization/clinic' },
    address: { use: 'work', line: ['Påhittade gatan 12'], postalCode: '583 36', city: 'Exempelstad' },
  },
  {
    resourceType: 'Practitioner',
    id: 'doctor',
    identifier: [{ system: hsa, value: 'SE2321000016-P001' }],
    name: [{ given: ['Påhittad'], family: 'Läkarsson' }],
  },
  {
    resourceType: 'PractitionerRole',
    id: 'role',
    practitioner: { reference: 'Practitioner/doctor' },
    organization: { reference: 'Organization/clinic' },
    code: [{ text: 'Distriktsläkare' }],
  },
  {
    resourceType: 'Medication',
    id: 'amlodipin',
    code: { text: 'Exemplipin' },
    form: { text: 'Tablett' },
    ingredient: [
      {
        itemCodeableConcept: { text: 'amlodipin' },
        strength: { numerator: { value: 5, unit: 'mg' }, denominator: { value: 1, unit: 'tablett' } },
      },
    ],
  },
];

/** Resources of one patient; their ids start with the patient's id. */
const recordsOf = (id: string): Resource[] => {
  const of = { reference: `Patient/${id}` };
  const key = (name: string) => (id === 'p1' ? name : `${id}-${name}`);
  return [
    {
      resourceType: 'Appointment',
      id: key('59062'),
      status: 'booked',
      start: '2026-01-15T08:30:00Z',
      end: '2026-01-15T09:00:00Z',
      patientInstruction: 'Ta med legitimation.',
      serviceType: [{ text: 'Återbesök' }],
      participant: [
        { actor: of, status: 'accepted' },
        { actor: { reference: 'Location/room' }, status: 'accepted' },
        { actor: { reference: 'Practitioner/doctor' }, status: 'accepted' },
      ],
    },
    {
      resourceType: 'Appointment',
      id: key('59063'),
      status: 'pending',
      start: '2026-07-15T09:30:00+02:00',
      end: '2026-07-15T10:00:00+02:00',
      extension: [{ url: 'http://region.example/video-link', valueUrl: 'https://video.example.com/m/59063' }],
      participant: [{ actor: of, status: 'accepted' }],
    },
    {
      resourceType: 'Encounter',
      id: key('1'),
      status: 'finished',
      class: { code: 'AMB', display: 'Mottagningsbesök' },
      type: [{ text: 'Återbesök' }],
      subject: of,
      period: { start: '2026-01-10T08:30:00Z', end: '2026-01-10T09:00:00Z' },
      participant: [{ type: [{ text: 'Läkare' }], individual: { reference: 'PractitionerRole/role' } }],
      serviceProvider: { reference: 'Organization/clinic' },
    },
    {
      resourceType: 'Encounter',
      id: key('2'),
      status: 'in-progress',
      class: { code: 'IMP' },
      subject: of,
      period: { start: '2026-01-12T20:00:00Z' },
    },
    {
      resourceType: 'AllergyIntolerance',
      id: key('a1'),
      clinicalStatus: { coding: [{ code: 'active' }] },
      verificationStatus: { coding: [{ code: 'confirmed' }] },
      category: ['medication'],
      criticality: 'high',
      code: { text: 'Penicillin' },
      patient: of,
      recordedDate: '2010-03-12T13:00:00Z',
      recorder: { reference: 'PractitionerRole/role' },
      reaction: [{ manifestation: [{ text: 'Anafylaxi' }], severity: 'severe' }],
    },
    {
      resourceType: 'Flag',
      id: key('f1'),
      status: 'active',
      code: { text: 'Bärare av MRSA' },
      subject: of,
      period: { start: '2018-04-04' },
    },
    {
      resourceType: 'MedicationRequest',
      id: key('m1'),
      status: 'active',
      intent: 'order',
      medicationReference: { reference: 'Medication/amlodipin' },
      subject: of,
      authoredOn: '2026-01-15T09:00:00Z',
      requester: { reference: 'Practitioner/doctor' },
      dosageInstruction: [
        {
          timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd' } },
          doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablett' } }],
        },
      ],
    },
    {
      resourceType: 'MedicationRequest',
      id: key('m2'),
      status: 'stopped',
      intent: 'order',
      medicationCodeableConcept: { text: 'Påhittol' },
      subject: of,
      authoredOn: '2026-01-15T10:00:00Z',
    },
    {
      resourceType: 'DocumentReference',
      id: key('d1'),
      status: 'current',
      type: { text: 'Besöksanteckning' },
      subject: of,
      date: '2026-01-15T08:30:00Z',
      author: [{ reference: 'PractitionerRole/role' }],
      custodian: { reference: 'Organization/clinic' },
      description: 'Mottagningsbesök',
      content: [{ attachment: { contentType: 'text/plain', url: `Binary/${key('b1')}`, title: 'Aktuellt' } }],
      context: { encounter: [{ reference: `Encounter/${key('1')}` }] },
    },
    {
      resourceType: 'Binary',
      id: key('b1'),
      contentType: 'text/plain',
      data: Buffer.from('Det första.').toString('base64'),
    },
    {
      resourceType: 'Composition',
      id: key('c1'),
      status: 'final',
      type: { text: 'Epikris' },
      subject: of,
      date: '2026-01-16T08:30:00Z',
      author: [{ display: 'Uppdiktad Sköterska' }],
      title: 'Utskrivning',
      section: [
        {
          title: 'Bedömning',
          text: {
            status: 'generated',
            div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Det &lt;andra&gt; &amp; sista.</p></div>',
          },
        },
      ],
    },
  ];
};

/** Creates new resources on each call, because writes change appointments. */
export const resources = (): Resource[] => [
  ...shared,
  patientResource('p1', world.patient, 'Tolvansson'),
  patientResource('p2', world.other, 'Provsson'),
  patientResource('p3', world.empty, 'Tomhänt'),
  ...recordsOf('p1'),
  ...recordsOf('p2'),
];

const patientId = { root: '1.2.752.129.2.1.3.1', extension: world.patient };
const patientPart = { PatientID: patientId, PatientInternalID: 'p1', PatientProtectedId: false };
const patientPartV2 = { patientID: patientId, patientInternalID: 'p1', patientProtectedId: false };
const system = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-FHIR' };
const hsaIdOf = (extension: string) => ({ root: '1.2.752.129.2.1.4.1', extension });
const clinic = { UnitID: hsaIdOf('SE2321000016-1A2B') };
const region = { UnitID: hsaIdOf('SE2321000016-0001') };
const clinicV2 = { unitID: hsaIdOf('SE2321000016-1A2B') };
const regionV2 = { unitID: hsaIdOf('SE2321000016-0001') };
/** The last update of the simulator's resources, in Stockholm time. */
const changed = { value: '20260115101500' };

const unitsV2 = {
  unit: [
    {
      ...clinicV2,
      unitInternalID: 'clinic',
      unitName: 'Hudmottagningen',
      headCareProviderUnitID: hsaIdOf('SE2321000016-0001'),
    },
    { ...regionV2, unitInternalID: 'region', unitName: 'Region Prov' },
  ],
};

const units = {
  Unit: [
    { ...clinic, UnitName: 'Hudmottagningen', HeadCareproviderUnitID: hsaIdOf('SE2321000016-0001') },
    { ...region, UnitName: 'Region Prov' },
  ],
};

const unitsWithIds = {
  Unit: [
    {
      ...clinic,
      UnitInternalID: 'clinic',
      UnitName: 'Hudmottagningen',
      HeadCareproviderUnitID: hsaIdOf('SE2321000016-0001'),
    },
    { ...region, UnitInternalID: 'region', UnitName: 'Region Prov' },
  ],
};

const doctor = {
  CareProviderID: hsaIdOf('SE2321000016-P001'),
  CareProviderInternalID: 'doctor',
  CareProviderName: 'Påhittad Läkarsson',
};

const patientRead = {
  ehr_system: system,
  time_created: changed,
  Patient: {
    rc_id: { extension: 'Patient/p1' },
    PatientVersionDateTime: changed,
    ...patientPart,
    PatientName: {
      PatientFamilyName: 'Tolvansson',
      PatientGivenName: [{ value: 'Tolvan' }, { value: 'Provmartin' }],
    },
    PatientBirthDate: { value: '19121212' },
    PatientSex: 'M',
    PhoneNumbers: { Phone: [{ PhoneType: 'mobile', PhoneNumber: '070-1740605' }] },
  },
  AccessZoneUnit: clinic,
  HeadCareproviderUnit: region,
};

/** What a booking has no member for. */
const unmapped = (...paths: readonly string[]) =>
  paths.map(path => ({ path: `Appointment/${path}`, reason: 'unmapped', hides: [] }) as const);

const bookings: NonNullable<Harness['expected']['appointments']>[number] = {
  appointments: [
    {
      booking: {
        ContactId: '59062',
        StartTime: '2026-01-15 09:30',
        TypedStartDateTime: '2026-01-15T08:30:00Z',
        PerformingUnit: {
          Name: 'Hudmottagningen',
          Id: 'Location/room',
          HSAId: 'SE2321000016-1A2B',
          Address: {
            StreetAddress: 'Påhittade gatan 12',
            PostalCode: '583 36',
            City: 'Exempelstad',
            Type: { Id: 'work', Name: 'work' },
          },
        },
        CareGiver: 'Region Prov',
        PatientInformation: 'Ta med legitimation.',
        Any: [
          {
            status: 'booked',
            end: '2026-01-15 10:00',
            service: 'Återbesök',
            practitioner: 'Påhittad Läkarsson',
          },
        ],
      },
      start: '20260115093000',
      state: 'BOOKED',
      payment: 'UNPAID',
      losses: unmapped('participant/status', 'participant/status', 'participant/status'),
    },
    {
      booking: {
        ContactId: '59063',
        StartTime: '2026-07-15 09:30',
        TypedStartDateTime: '2026-07-15T07:30:00Z',
        Any: [{ status: 'pending', end: '2026-07-15 10:00' }],
      },
      start: '20260715093000',
      state: undefined,
      payment: 'UNPAID',
      losses: unmapped('extension', 'participant/status'),
    },
  ],
  registered: [],
  patient: {
    Name: 'Tolvan Provmartin Tolvansson',
    PersonNumbers: [{ Number: world.patient, Type: { Id: '1.2.752.129.2.1.3.1' } }],
    PhoneNumbers: [{ Number: '070-1740605', Type: { Id: 'mobile', Name: 'mobile' } }],
  },
  resultCode: 'OK',
  comment: '',
  any: [],
  withheld: 0,
};

export const expected: Harness['expected'] = {
  appointments: [bookings],
  patients: [{ XSDVersion: { version: 0.43 }, PatientEHRExtract: [patientRead] }],
  contacts: [
    {
      contactEHRExtract: [
        {
          ehrSystem: system,
          timeCreated: changed,
          contact: {
            rcId: { extension: 'Encounter/1' },
            contactInternalID: '1',
            contactPerformingUnit: 'Hudmottagningen',
            contactVersionDateTime: changed,
            contactTypeOfVisit: 'Återbesök',
            contactVisitType: 'Mottagningsbesök',
            contactStatus: 'PERFORMED',
            contactStatusConfigurationId: 'finished',
            contactActive: true,
            contactBeginDateTime: { value: '20260110093000' },
            contactEndDateTime: { value: '20260110100000' },
          },
          patient: patientPartV2,
          units: unitsV2,
          contactPerformingUnit: clinicV2,
          contactAccessZoneUnit: clinicV2,
          contactHeadCareProviderUnit: regionV2,
          careProviders: {
            careProvider: [
              {
                careProviderType: 'Läkare',
                careProviderID: hsaIdOf('SE2321000016-P001'),
                careProviderInternalID: 'doctor',
                careProviderName: 'Påhittad Läkarsson',
                careProviderUnit: clinicV2,
                careProviderPosition: { careProviderPositionName: 'Distriktsläkare' },
              },
            ],
          },
        },
      ],
    },
    {
      contactEHRExtract: [
        {
          ehrSystem: system,
          timeCreated: changed,
          contact: {
            rcId: { extension: 'Encounter/2' },
            contactInternalID: '2',
            contactVersionDateTime: changed,
            contactVisitType: 'Slutenvård',
            contactStatus: 'ONGOING',
            contactStatusConfigurationId: 'in-progress',
            contactActive: true,
            contactBeginDateTime: { value: '20260112210000' },
          },
          patient: patientPartV2,
        },
      ],
    },
  ],
  attentionSignals: [
    {
      AttentionSignalEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          AttentionSignal: {
            RcId: { extension: 'AllergyIntolerance/a1' },
            SignalVersionDateTime: changed,
            SignalVerifiedDateTime: '20100312140000',
            SignalActive: true,
            SignalWarningSubType: 'Läkemedel',
            HypersensitivityType: {
              Heading: 'Penicillin',
              Severity: 'Hög risk',
              Certitude: 'Bekräftad',
              Agent: ['Penicillin'],
              ReactionTypes: ['Anafylaxi'],
              Reaction: 'Anafylaxi (svår)',
            },
          },
          Patient: patientPart,
          CareUnit: clinic,
          AccessZoneUnit: clinic,
          ResponsibleUnit: clinic,
          HeadCareproviderUnit: region,
          Units: unitsWithIds,
          CareProviders: {
            CareProvider: [
              {
                CareProviderType: 'recorder',
                ...doctor,
                CareProviderUnit: clinic,
                ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' },
              },
            ],
          },
        },
      ],
    },
    {
      AttentionSignalEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          AttentionSignal: {
            RcId: { extension: 'Flag/f1' },
            SignalVersionDateTime: changed,
            SignalVerifiedDateTime: '20180404000000',
            SignalActive: true,
            UnstructuredType: { Heading: 'Bärare av MRSA' },
          },
          Patient: patientPart,
        },
      ],
    },
  ],
  videoMeetings: [
    {
      meeting: {
        actionId: 59063,
        startDateTimeInUnix: 1_784_100_600_000,
        endDateTimeInUnix: 1_784_102_400_000,
        meetingLink: 'https://video.example.com/m/59063',
      },
      start: '20260715093000',
      end: '20260715100000',
    },
  ],
  prescriptions: [
    {
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          Prescription: {
            rc_id: { extension: 'MedicationRequest/m1' },
            PrescriptionVersionDateTime: { value: '20260115100000' },
            MedicationTreatmentStatusDetail: { TreatmentStatus: 'ACTIVE' },
            MedicationActive: true,
            MainProductTreatment: {
              PrescriptionProductTradeName: 'Exemplipin',
              PrescriptionProductDrugFormTextSv: 'Tablett',
              PrescriptionProductStrengthNumeric: '5',
              PrescriptionProductStrengthNumericUnit: 'mg/tablett',
              MainSubstance: 'amlodipin',
            },
            PrescriptionDosages: {
              DosagePlugin: [
                {
                  IX3Dosage: {
                    DosageText: '1 tablett, 1 gång per dag',
                    RepetitionLength: 1,
                    DoseInstance: [
                      { MinQty: '1 tablett', MaxQty: '1 tablett', DoseOrder: 1, Type: 'NORMAL' },
                    ],
                  },
                },
              ],
            },
          },
          Patient: { PatientId: patientId, PatientInternalID: 'p1', PatientProtectedId: false },
          CareProviders: {
            CareProviders: [{ CareProvider: [{ CareProviderType: 'requester', ...doctor }] }],
          },
        },
      ],
    },
    {
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          Prescription: {
            rc_id: { extension: 'MedicationRequest/m2' },
            PrescriptionVersionDateTime: { value: '20260115110000' },
            MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
            MedicationActive: false,
            MainProductTreatment: { PrescriptionProductTradeName: 'Påhittol' },
          },
          Patient: { PatientId: patientId, PatientInternalID: 'p1', PatientProtectedId: false },
        },
      ],
    },
  ],
  journalNotes: [
    {
      XSDVersion: { version: 0.23 },
      JournalNoteEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          Note: {
            NoteId: { extension: 'DocumentReference/d1' },
            NoteVersionDateTime: { value: '20260115093000' },
            NoteTypeOfNote: 'Besöksanteckning',
            NoteTemplateName: 'Mottagningsbesök',
            NoteActive: true,
            Records: {
              Record: [
                {
                  Keyword: 'Aktuellt',
                  KeywordToolType: 'TextTool',
                  Value: [{ $self: 'Det första.', JournalValueType: 'Text' }],
                },
              ],
            },
          },
          Patient: patientPart,
          CareUnit: clinic,
          AccessZoneUnit: clinic,
          ResponsibleUnit: clinic,
          HeadCareproviderUnit: region,
          Units: units,
          CareProviders: {
            CareProvider: [
              {
                CareProviderType: 'author',
                ...doctor,
                CareProviderUnit: clinic,
                ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' },
              },
            ],
          },
          HCMContact: {
            target_id: { extension: 'Encounter/1' },
            HCMContacInternaltID: '1',
            HCMContactBegin: { value: '20260110093000' },
            HCMContactEnd: { value: '20260110100000' },
            HCMContactStatus: 'PERFORMED',
            HCMContactType: 'Återbesök',
            ContactPerformingUnit: 'Hudmottagningen',
          },
        },
      ],
    },
    {
      XSDVersion: { version: 0.23 },
      JournalNoteEHRExtract: [
        {
          ehr_system: system,
          time_created: changed,
          Note: {
            NoteId: { extension: 'Composition/c1' },
            NoteVersionDateTime: { value: '20260116093000' },
            NoteTypeOfNote: 'Epikris',
            NoteTemplateName: 'Utskrivning',
            NoteActive: true,
            Records: {
              Record: [
                {
                  Keyword: 'Bedömning',
                  KeywordToolType: 'TextTool',
                  Value: [{ $self: 'Det <andra> & sista.', JournalValueType: 'Text' }],
                },
              ],
            },
          },
          Patient: patientPart,
          CareProviders: {
            CareProvider: [{ CareProviderType: 'author', CareProviderName: 'Uppdiktad Sköterska' }],
          },
        },
      ],
    },
  ],
};
