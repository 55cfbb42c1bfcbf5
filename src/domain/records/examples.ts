// An example of each record, for the API description and the sandbox. All people and places in them are invented.
import type { RecordKind, RecordOf } from './index.ts';
import { type PatientRecord, patientRecordV2 } from './patient.ts';
import { contactPart } from './shared/layout-v2.ts';

/** The members that every example of an extract begins with. */
const exampleHead = {
  ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
  ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
  time_created: { value: '20260115101500' },
};

export const patientExample: PatientRecord = {
  XSDVersion: { version: 0.42 },
  PatientEHRExtract: [
    {
      ...exampleHead,
      Patient: {
        PatientVersionDateTime: { value: '20251120080000' },
        PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientInternalID: '100042',
        PatientProtectedId: false,
        PatientName: {
          PatientFamilyName: 'Tolvansson',
          PatientMiddleName: 'Exempel',
          PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }],
        },
        PatientBirthDate: { value: '19121212' },
        PatientSex: 'M',
        PatientAddresses: {
          PatientAddress: [
            {
              PatientAddressType: 'Folkbokföringsadress',
              PatientAddressStreet: 'Påhittade gatan 12',
              PatientAddressPostcode: '583 36',
              PatientAddressCity: 'Exempelstad',
              PatientAddressCountry: 'Sverige',
              PatientAddressCountryCode: 'SE',
            },
          ],
        },
        PhoneNumbers: { Phone: [{ PhoneType: 'Mobil', PhoneNumber: '070-1740605' }] },
        EmailAddresses: { Email: [{ EmailType: 'Privat', EmailAddress: 'tolvan@example.com' }] },
        PatientRelatives: {
          PatientRelative: [{ PatientRelativeType: 'Maka', PatientRelativeName: 'Tolvina Tolvansson' }],
        },
        PatientDataRegister: { PatientCountry: 'Sverige', PatientCounty: '05', PatientCity: '80' },
        PatientPasses: {
          PatientPass: [
            {
              PatientPassTypeDiscountCard: 'Frikort',
              PatientPassNumber: '0001',
              PatientPassValidFrom: { value: '20250901' },
              PatientPassValidTo: { value: '20260831' },
            },
          ],
        },
      },
      AccessZoneUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      HeadCareproviderUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-0001' } },
    },
  ],
};

export const examples: { readonly [K in RecordKind]: RecordOf<K> } = {
  appointments: {
    Booking: [
      {
        ContactId: '59062',
        StartTime: '2026-01-15 09:30',
        PerformingUnit: {
          Name: 'Hudmottagningen',
          Id: '1253',
          HSAId: 'SE2321000016-1A2B',
          Address: {
            StreetAddress: 'Påhittade gatan 12',
            PostalCode: '583 36',
            City: 'Exempelstad',
            Country: 'Sverige',
            Type: { Id: '1', Name: 'Besöksadress' },
          },
        },
        CareGiver: 'Region Exempel',
        PatientInformation: 'Ta med legitimation.',
        PaymentDetails: { Price: 200, Reduction: 0, ReductionReason: '' },
        TypedStartDateTime: '2026-01-15T08:30:00Z',
        Any: [{ Status: 'BOOKED', PaymentStatus: 'UNPAID' }],
      },
    ],
    RegisteredBooking: [
      {
        BookingId: 'B-771',
        StartTime: '2026-02-03 13:00',
        PerformingUnit: { Name: 'Ögonmottagningen', Id: '1310', HSAId: 'SE2321000016-1A2C' },
        CareGiver: 'Region Exempel',
        PatientInformation: 'Anmäl dig i receptionen.',
        TypedStartDateTime: '2026-02-03T12:00:00Z',
        Any: [],
      },
    ],
    Patient: {
      Name: 'Tolvan Tolvansson',
      PersonNumbers: [{ Number: '191212121212', Type: { Id: '1.2.752.129.2.1.3.1', Name: 'Personnummer' } }],
      Addresses: [],
      PhoneNumbers: [{ Number: '070-1740605', Type: { Id: '2', Name: 'Mobil' } }],
    },
    ResultCode: 'OK',
    Comment: '',
    Any: [],
  },
  patients: patientExample,
  patientsV2: patientRecordV2(patientExample),
  contacts: {
    contactEHRExtract: [
      {
        ...contactPart(exampleHead),
        contact: {
          rcId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Contact:59062' },
          contactInternalID: '59062',
          contactVersionDateTime: { value: '20260115101000' },
          contactTypeOfVisit: 'Återbesök',
          contactStatus: 'Ankommen',
          contactActive: true,
          contactBeginDateTime: { value: '20260115093000' },
          contactEndDateTime: { value: '20260115100000' },
          contactShareInfo: true,
          actions: {
            action: [{ actionID: '1', actionType: 'Besök', actionMain: true, actionStatus: 'Utförd' }],
          },
        },
        patient: {
          patientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
          patientProtectedId: false,
          patientName: {
            patientFamilyName: 'Tolvansson',
            patientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
          },
        },
        units: {
          unit: [
            {
              unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' },
              unitName: 'Hudmottagningen',
              emailAddresses: { Email: [{ EmailType: 'Arbete', EmailAddress: 'hud@example.com' }] },
            },
          ],
        },
        contactPerformingUnit: { unitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
        careProviders: {
          careProvider: [
            {
              careProviderName: 'Påhittad Läkarsson',
              careProviderPosition: { careProviderPositionName: 'Överläkare' },
            },
          ],
        },
      },
    ],
  },
  attentionSignals: {
    XSDVersion: { version: 0.2 },
    AttentionSignalEHRExtract: [
      {
        ...exampleHead,
        AttentionSignal: {
          RcId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:AttentionSignal:311' },
          SignalVersionDateTime: { value: '20100312140000' },
          SignalVerifiedDateTime: '20100312140000',
          SignalActive: true,
          SignalWarningSubType: 'Läkemedelsöverkänslighet',
          HypersensitivityType: {
            Heading: 'Penicillin',
            Severity: 'Livshotande',
            Reaction: 'Anafylaxi',
            Certitude: 'Säker',
            SignalATCCodes: {
              SignalATCCode: [{ code: 'J01CE', displayName: { value: 'betalaktamaskänsliga penicilliner' } }],
            },
          },
        },
        Patient: {
          PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
          PatientProtectedId: false,
        },
        CareUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      },
    ],
  },
  videoMeetings: {
    actionId: 349576,
    startDateTimeInUnix: 1_768_465_800_000,
    endDateTimeInUnix: 1_768_467_600_000,
    performingUnitName: 'Hudmottagningen',
    serviceName: 'Videobesök',
    meetingLink: 'https://video.example.com/m/349576',
    mainStaff: { name: 'Påhittad Läkarsson', type: 'Läkare' },
    otherStaffList: [{ name: 'Uppdiktad Sköterska', type: 'Sjuksköterska' }],
    server: { discoveryURI: 'https://video.example.com', clientID: 'exempel', onPremise: true },
  },
  prescriptions: {
    XSDVersion: { version: 0.3 },
    PrescriptionEHRExtract: [
      {
        ...exampleHead,
        Prescription: {
          rc_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Prescription:8124' },
          PrescriptionVersionDateTime: { value: '20260115100000' },
          PrescriptionReasonText: 'Högt blodtryck',
          TreatmentGoal: 'Blodtryck under 140/90',
          PrescriptionType: 'Recept',
          RouteDetail: { routeCode: '53', name: 'Oral användning', abbreviation: 'po', routeLicensed: true },
          MedicationTreatmentId: { root: '1.2.752.129.2.1.2.1', extension: 'T-8124' },
          MedicationTreatmentStatusDetail: {
            TreatmentStatus: 'ACTIVE',
            EffectiveDateTime: { value: '20260115100000' },
          },
          MainProductTreatment: {
            PrescriptionProductTradeName: 'Exemplipin',
            PrescriptionProductDrugFormTextSv: 'Tablett',
            PrescriptionProduct_AtcCode: {
              code: 'C08CA01',
              codeSystem: '1.2.752.129.2.2.3.1.1',
              displayName: { value: 'amlodipin' },
            },
            PrescriptionProductStrengthNumeric: '5',
            PrescriptionProductStrengthNumericUnit: 'mg',
          },
          MedicationActive: true,
          PrescriptionStartDateTime: { value: '20260116080000' },
          PrescriptionDosages: {
            WhenNeeded: false,
            DosagePlugin: [
              {
                IX3Dosage: {
                  DosageText: '1 tablett på morgonen',
                  DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260116080000' } },
                  DoseEnd: { DoseEndType: 'UNLIMITED' },
                  DoseInstance: [
                    { DoseOrder: 1, MinQty: '1', MaxQty: '1', Type: 'NORMAL', DaysFromDosageStart: 0 },
                  ],
                },
              },
            ],
          },
        },
        Patient: {
          PatientId: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
          PatientProtectedId: false,
          PatientNameData: { PatientFamilyName: 'Tolvansson', PatientGivenName: ['Tolvan'] },
        },
        CreationUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
        CareProviders: {
          CareProviders: [{ CareProvider: [{ CareProviderName: 'Påhittad Läkarsson' }] }],
        },
      },
    ],
  },
  journalNotes: {
    XSDVersion: { version: 0.21 },
    JournalNoteEHRExtract: [
      {
        ...exampleHead,
        Note: {
          NoteId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:JournalNoteId:58723' },
          NoteVersionDateTime: { value: '20260115100500' },
          NoteDateTime: { value: '20260115093000' },
          NoteTemplateName: 'Mottagningsbesök',
          NoteTypeOfNote: 'Besöksanteckning',
          NoteSignDateTime: { value: '20260115101000' },
          Records: {
            Record: [
              {
                Keyword: 'Aktuellt',
                KeywordToolType: 'TextTool',
                Value: [
                  {
                    $self: 'Torr hosta sedan två veckor.\nIngen feber, äter och sover som vanligt.',
                    JournalValueType: 'Text',
                  },
                ],
              },
              {
                Keyword: 'Blodtryck',
                KeywordToolType: 'BloodPressureTool',
                OtherValue: {
                  ArchetypeRecords: {
                    ArchetypeRecord: [
                      {
                        ArchetypeId: 'openEHR-EHR-OBSERVATION.blood_pressure.v1',
                        Name: 'Blodtryck',
                        EventDateTime: { startDateTime: { value: '20260115094000' } },
                        ArchetypeRecord: [
                          { Name: 'Systoliskt', DataType: 'Quantity', Magnitude: '135', Unit: 'mmHg' },
                          { Name: 'Diastoliskt', DataType: 'Quantity', Magnitude: '85', Unit: 'mmHg' },
                        ],
                      },
                    ],
                  },
                },
              },
            ],
          },
          NoteActive: true,
        },
        Patient: {
          PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
          PatientProtectedId: false,
          PatientName: {
            PatientFamilyName: 'Tolvansson',
            PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
          },
        },
        CareUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
        CareProviders: {
          CareProvider: [
            {
              CareProviderType: 'Läkare',
              CareProviderName: 'Påhittad Läkarsson',
              ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' },
            },
          ],
        },
        HCMContact: {
          target_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Contact:59062' },
          HCMContactBegin: { value: '20260115093000' },
          HCMContactStatus: 'Ankommen',
          HCMContactType: 'Besök',
        },
      },
    ],
  },
};
