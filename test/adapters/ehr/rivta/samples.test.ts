// A sample of each contract with every mapped member: the expected records are written by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { Found } from '../../../../src/ports/ehr.ts';
import type { EhrServer } from '../../../support/servers/ehr-server.ts';
import { requestId } from '../calls.ts';
import { type Connected, connect } from './support/connect.ts';
import { producer, sample } from './support/soap-server.ts';

let server: EhrServer;
let connected: Connected;

beforeAll(async () => {
  server = await producer(({ contract }) => sample(contract));
  connected = connect(server.url);
});
afterAll(async () => {
  await connected.close();
  await server.close();
});

const hsa = (extension: string) => ({ root: '1.2.752.129.2.1.4.1', extension });
const patientId = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' };
const at = (value: string) => ({ value });

/** The paths of values that no record has a member for, once for each value. */
const unmapped = (root: string, ...paths: readonly string[]) =>
  paths.map(path => ({ path: `${root}/${path}`, reason: 'unmapped', hides: [] }));

const recordsOf = (found: readonly Found<unknown>[]) => found.map(({ record }) => record);
const lossesOf = (found: readonly Found<unknown>[]) => found.flatMap(({ losses }) => losses);
const read = (kind: SourceKind) => connected.read(kind);

test('GetCareContacts', async () => {
  const found = await read('contacts');
  expect(found.map(({ losses }) => losses)).toEqual([
    unmapped(
      'careContact',
      'careContactBody/*:unknown',
      'careContactHeader/documentTitle',
      'careContactHeader/documentTime',
      'careContactBody/careContactCode/code',
      'careContactBody/careContactCode/codeSystem',
      'careContactBody/careContactStatus/codeSystem',
    ),
    unmapped('careContact', 'careContactHeader/nullifiedReason'),
  ]);
  expect(recordsOf(found)).toEqual([
    {
      contactEHRExtract: [
        {
          ehrSystem: hsa('SE2321000016-SYS1'),
          timeCreated: at('20260115101000'),
          contact: {
            rcId: { extension: 'K-4711' },
            contactInternalID: 'K-4711',
            contactVersionDateTime: at('20260115101000'),
            contactTypeOfVisit: 'Besök',
            contactCategory1: 'Eksem & klåda',
            contactStatus: 'Avslutad',
            contactStatusConfigurationId: '5',
            contactBeginDateTime: at('20260115093000'),
            contactEndDateTime: at('20260115100000'),
          },
          patient: { patientID: patientId },
          units: {
            unit: [
              {
                unitID: hsa('SE2321000016-1A2B'),
                unitName: 'Hudmottagningen',
                phoneNumbers: { phone: [{ phoneNumber: '013-100 00 00' }] },
                emailAddresses: { Email: [{ EmailAddress: 'hud@example.com' }] },
                unitAddresses: {
                  unitAddress: [
                    {
                      unitAddressAddress: 'Påhittade gatan 12, 583 36 Exempelstad',
                      unitAddressGeographicalPlace: 'Exempelstad',
                    },
                  ],
                },
              },
              { unitID: hsa('SE2321000016-1A2C'), unitName: 'Hudmottagningen, filialen' },
            ],
          },
          contactPerformingUnit: { unitID: hsa('SE2321000016-1A2B') },
          contactResponsibleUnit: { unitID: hsa('SE2321000016-1A2C') },
          contactAccessZoneUnit: { unitID: hsa('SE2321000016-1003') },
          contactHeadCareProviderUnit: { unitID: hsa('SE2321000016-0001') },
          careProviders: {
            careProvider: [
              {
                careProviderID: hsa('SE2321000016-P001'),
                careProviderName: 'Påhittad Läkarsson',
                careProviderPosition: {
                  careProviderPositionID: { root: '1.2.752.129.2.2.1.4', extension: '202010' },
                  careProviderPositionName: 'Specialistläkare',
                },
              },
            ],
          },
        },
      ],
    },
    {
      contactEHRExtract: [
        {
          timeCreated: at('20260116101000'),
          contact: {
            rcId: { extension: 'K-4712' },
            contactInternalID: 'K-4712',
            contactVersionDateTime: at('20260116101000'),
            contactTypeOfVisit: 'Distanskontakt',
            contactBeginDateTime: at('20260116093000'),
          },
          patient: { patientID: patientId },
        },
      ],
    },
  ]);
});

test('GetAlertInformation', async () => {
  const found = await read('attentionSignals');
  expect(found.map(({ losses }) => losses)).toEqual([
    unmapped(
      'alertInformation/alertInformationBody',
      // Known since the start of its validity; the other end is not published either.
      'verifiedTime',
      'validityTimePeriod/end',
      'typeOfAlertInformation/code',
      'typeOfAlertInformation/codeSystem',
      'hypersensitivity/degreeOfSeverity/code',
      'hypersensitivity/degreeOfSeverity/codeSystem',
      'hypersensitivity/degreeOfCertainty/code',
      'hypersensitivity/degreeOfCertainty/codeSystem',
      'hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/code',
      'hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/codeSystem',
      'hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId/codeSystem',
      'hypersensitivity/otherHypersensitivity/hypersensitivityAgentCode/code',
      'hypersensitivity/otherHypersensitivity/hypersensitivityAgentCode/codeSystem',
    ),
    unmapped(
      'alertInformation/alertInformationBody',
      'seriousDisease/disease/codeSystem',
      'treatment/treatmentCode/codeSystem',
      'treatment/pharmaceuticalTreatment/code',
      'treatment/pharmaceuticalTreatment/codeSystem',
      'communicableDisease/communicableDiseaseCode/code',
      'communicableDisease/communicableDiseaseCode/codeSystem',
    ),
    [],
  ]);
  expect(recordsOf(found)).toEqual([
    {
      AttentionSignalEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20250312140500'),
          AttentionSignal: {
            RcId: { extension: 'U-1' },
            SignalVersionDateTime: at('20250312140500'),
            // The day it was ascertained, long before it was verified.
            SignalVerifiedDateTime: '20100311000000',
            SignalSignDateTime: at('20250312150000'),
            // The earlier of the end of its validity and the time when it became obsolete.
            SignalDeletionDate: at('20270101080000'),
            SignalDeletionComment: 'Omprövad.',
            SignalWarningSubType: 'Överkänslighet',
            HypersensitivityType: {
              Heading: 'Läkemedelsöverkänslighet',
              Severity: 'Livshotande',
              Certitude: 'Konstaterad',
              SignalATCCodes: {
                SignalATCCode: [
                  {
                    code: 'J01CE',
                    codeSystem: '1.2.752.129.2.2.3.1.1',
                    codeSystemName: 'ATC',
                    codeSystemVersion: '2025',
                    displayName: { value: 'betalaktamaskänsliga penicilliner' },
                  },
                ],
              },
              Agent: ['Färgämne E102', 'Exempelcillin', '19590101000025', 'jordnöt'],
              Comment: 'Reagerade vid tandläkarbesök.\nGult färgämne.',
            },
          },
          Patient: { PatientID: patientId },
          CareUnit: { UnitID: hsa('SE2321000016-1003') },
          AccessZoneUnit: { UnitID: hsa('SE2321000016-1003') },
          ResponsibleUnit: { UnitID: hsa('SE2321000016-1A2B') },
          HeadCareproviderUnit: { UnitID: hsa('SE2321000016-0001') },
          Units: { Unit: [{ UnitID: hsa('SE2321000016-1A2B'), UnitName: 'Hudmottagningen' }] },
          CareProviders: {
            CareProvider: [
              {
                CareProviderID: hsa('SE2321000016-P001'),
                CareProviderName: 'Påhittad Läkarsson',
                ProviderPosition: { CareProviderPositionName: 'Överläkare' },
              },
            ],
          },
        },
      ],
    },
    {
      AttentionSignalEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20250312140500'),
          AttentionSignal: {
            RcId: { extension: 'U-2' },
            SignalVersionDateTime: at('20250312140500'),
            SignalVerifiedDateTime: '20100311000000',
            SignalDeletionDate: at('20260101000000'),
            SignalDeletionComment: 'Skriven på fel patient.',
            SignalWarningSubType: 'Allvarlig sjukdom',
            ContagiousDiseaseType: { Heading: 'Hepatit C', Comment: 'Se journal.\nBlodsmitta' },
            NonStandardProcedureType: { Comment: 'Se journal.\nInga blodprodukter.' },
            TreatmentAndConditionType: {
              TreatmentCode: 'DV063',
              TreatmentDescription: 'Pumpbehandling\nInsulinpump',
              DiagnosisCode: 'E10',
              DiagnosisDescription: 'Diabetes typ 1',
              Comment: 'Se journal.\ninsulin aspart',
            },
            UnstructuredType: { Heading: 'Tolk', Comment: 'Se journal.\nBehöver teckentolk.' },
          },
          Patient: { PatientID: patientId },
        },
      ],
    },
    {
      AttentionSignalEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20250312140500'),
          AttentionSignal: {
            RcId: { extension: 'U-3' },
            SignalVersionDateTime: at('20250312140500'),
            SignalWarningSubType: 'Ej strukturerad',
            // Without a block, the comment on the warning is still published.
            UnstructuredType: { Comment: 'Bara en kommentar.' },
          },
          Patient: { PatientID: patientId },
        },
      ],
    },
  ]);
});

test('GetMedicationHistory', async () => {
  const found = await read('prescriptions');
  const prescription = 'medicationMedicalRecordBody/medicationPrescription';
  // Values that the published prescription has no member for are counted, never lost silently.
  expect(found.map(({ losses }) => losses)).toEqual([
    unmapped(
      'medicationMedicalRecord',
      `${prescription}/prescriptionStatus`,
      `${prescription}/principalPrescriptionReason/reason/code`,
      `${prescription}/principalPrescriptionReason/reason/codeSystem`,
      `${prescription}/succeedingPrescriptionId`,
      `${prescription}/succeedingPrescriptionId`,
      `${prescription}/selfMedication`,
      `${prescription}/drug/drug/routeOfAdministration/codeSystem`,
      `${prescription}/drug/dosage/lengthOfTreatment/isMaximumTreatmentTime`,
      'medicationMedicalRecordBody/additionalPatientInformation/gender/code',
      'medicationMedicalRecordBody/additionalPatientInformation/gender/codeSystem',
    ),
    unmapped('medicationMedicalRecord', `${prescription}/selfMedication`),
    unmapped(
      'medicationMedicalRecord',
      `${prescription}/prescriptionStatus`,
      `${prescription}/selfMedication`,
    ),
  ]);
  expect(recordsOf(found)).toEqual([
    {
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20260115100000'),
          Prescription: {
            rc_id: { extension: 'L-8124' },
            MedicationTreatmentId: { root: '1.2.752.129.2.1.2.1', extension: 'T-8124' },
            MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
            // A discontinuation. Its status is active because it is the last of its chain.
            MedicationActive: false,
            ReplacedByLatest: false,
            PrescriptionType: 'Utsättning',
            PrescriptionVersionDateTime: at('20260115100000'),
            PrescriptionStartDateTime: at('20260116080000'),
            PrescriptionEndDateTime: at('20260716080000'),
            PrescriptionReasonText: 'Högt blodtryck; Annan orsak; Önskemål',
            TreatmentGoal: 'Blodtryck under 140/90',
            MainProductTreatment: {
              PrescriptionProductNplID: { root: '1.2.752.129.2.1.5.1', extension: '20100101000018' },
              PrescriptionProductTradeName: 'Exemplipin',
              PrescriptionProduct_AtcCode: {
                code: 'C08CA01',
                codeSystem: '1.2.752.129.2.2.3.1.1',
                displayName: { value: 'amlodipin' },
              },
              PrescriptionProductDrugFormTextSv: 'Tablett',
              PrescriptionProductStrengthNumeric: '2,5',
              PrescriptionProductStrengthNumericUnit: 'mg',
            },
            RouteDetail: { routeCode: '53', name: 'Oral användning' },
            PrescriptionDosages: {
              DosagePlugin: [
                {
                  IX3Dosage: {
                    DosageText:
                      'Mot högt blodtryck\nSväljs hel.\n1-2 tabletter på morgonen, varje dag, i 7-10 dagar\nVid högt tryck: högst 5 mg, 1 gång per dag, i 7-10 dagar',
                    DosageShortText: '1+0+0+0',
                    DoseEnd: {
                      DoseEndType: 'DURATION',
                      EndDuration: { length: '7-10', TimeType: 'DAY' },
                    },
                  },
                },
              ],
            },
          },
          Patient: { PatientId: patientId, BirthDate: at('19121212'), Gender: 'Man' },
          Units: {
            UnitData: [
              {
                UnitID: hsa('SE2321000016-1A2B'),
                UnitName: 'Hudmottagningen',
                PhoneNumbers: { PhoneData: [{ PhoneNumber: '013-100 00 00' }] },
                EmailAddresses: { EmailData: [{ EmailAddress: 'hud@example.com' }] },
                UnitAddresses: {
                  UnitAddressData: [
                    {
                      UnitAddressAddress: 'Påhittade gatan 12',
                      UnitAddressGeographicalPlace: 'Exempelstad',
                    },
                  ],
                },
              },
            ],
          },
          ResponsibleUnit: { UnitID: hsa('SE2321000016-1A2B') },
          AccessZoneUnit: { UnitID: hsa('SE2321000016-1003') },
          HeadCareproviderUnit: { UnitID: hsa('SE2321000016-0001') },
          CareProviders: {
            CareProviders: [
              {
                CareProvider: [
                  {
                    CareProviderID: hsa('SE2321000016-P001'),
                    CareProviderName: 'Påhittad Läkarsson',
                    CareProviderPosition: {
                      CareProviderPositionID: { root: '1.2.752.129.2.2.1.4', extension: '202010' },
                      CareProviderPositionName: 'Specialistläkare',
                    },
                  },
                ],
              },
            ],
          },
          HCMContact: { rc_id: { extension: 'K-4711' } },
        },
      ],
    },
    {
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20260115110000'),
          Prescription: {
            rc_id: { extension: 'L-8125' },
            MedicationTreatmentId: { root: '1.2.752.129.2.1.2.1', extension: 'T-8125' },
            MedicationActive: true,
            PrescriptionType: 'Insättning',
            PrescriptionVersionDateTime: at('20260115110000'),
            MainProductTreatment: {
              PrescriptionProductDrugFormTextSv: 'Tablett',
              PrescriptionProductStrengthNumeric: '500',
              PrescriptionProductStrengthNumericUnit: 'mg',
              MainSubstance: 'paracetamol',
            },
          },
          Patient: { PatientId: patientId },
        },
      ],
    },
    {
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system: hsa('SE2321000016-SYS1'),
          time_created: at('20260115120000'),
          Prescription: {
            rc_id: { extension: 'L-8126' },
            MedicationTreatmentId: { root: '1.2.752.129.2.1.2.1' },
            MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
            MedicationActive: false,
            PrescriptionType: 'Utsättning',
            PrescriptionVersionDateTime: at('20260115120000'),
            MainProductTreatment: {
              PrescriptionProductNplID: { root: '1.2.752.129.2.1.5.2', extension: '20100101100018' },
              PrescriptionProductTradeName: '20100101100018',
            },
            PrescriptionDosages: {
              DosagePlugin: [
                {
                  IX3Dosage: {
                    DosageText: '1 ml, 3 gånger per dag, i högst 3 veckor; högst 10 ml per dygn',
                    RepetitionLength: 1,
                    DoseEnd: {
                      DoseEndType: 'DURATION',
                      EndDuration: { length: '3', TimeType: 'WEEK' },
                    },
                    DoseInstance: [1, 2, 3].map(DoseOrder => ({
                      DoseOrder,
                      MinQty: '1 ml',
                      MaxQty: '1 ml',
                      Type: 'NORMAL',
                    })),
                  },
                },
              ],
            },
          },
          Patient: { PatientId: patientId },
        },
      ],
    },
  ]);
});

describe('GetCareDocumentation', () => {
  const note = 'careDocumentation/careDocumentationBody/clinicalDocumentNote';

  test('notes', async () => {
    const found = await read('journalNotes');
    expect(lossesOf(found)).toEqual([
      { path: `${note}/multimediaEntry/value`, reason: 'unreadable', hides: [] },
      // The note has a different title of its own.
      ...unmapped('careDocumentation', 'careDocumentationHeader/documentTitle'),
      { path: `${note}/multimediaEntry`, reason: 'unmapped', hides: [] },
    ]);
    expect(recordsOf(found)).toEqual([
      {
        XSDVersion: { version: 0.22 },
        JournalNoteEHRExtract: [
          {
            ehr_system: hsa('SE2321000016-SYS1'),
            time_created: at('20260115101500'),
            Note: {
              NoteId: { extension: 'A-58723' },
              NoteDateTime: at('20260115093000'),
              NoteVersionDateTime: at('20260115101500'),
              NoteSignDateTime: at('20260115110000'),
              NoteTypeOfNote: 'Besöksanteckning',
              NoteTemplateName: 'Besöksanteckning',
              NoteActive: true,
              Records: {
                Record: [
                  {
                    Keyword: 'Besöksanteckning',
                    Value: [
                      {
                        $self: 'Aktuellt\nKlåda < 1 vecka, tilltagande.\nIngen feber.',
                        JournalValueType: 'Text',
                      },
                    ],
                  },
                  { Keyword: 'Besöksanteckning', Value: [{ JournalValueType: 'Document' }] },
                ],
              },
            },
            Patient: { PatientID: patientId },
            CareUnit: { UnitID: hsa('SE2321000016-1003') },
            AccessZoneUnit: { UnitID: hsa('SE2321000016-1003') },
            ResponsibleUnit: { UnitID: hsa('SE2321000016-1A2B') },
            HeadCareproviderUnit: { UnitID: hsa('SE2321000016-0001') },
            Units: { Unit: [{ UnitID: hsa('SE2321000016-1A2B'), UnitName: 'Hudmottagningen' }] },
            CareProviders: {
              CareProvider: [
                {
                  CareProviderID: hsa('SE2321000016-P001'),
                  CareProviderName: 'Påhittad Läkarsson',
                  ProviderPosition: {
                    CareProviderPositionID: { root: '1.2.752.129.2.2.1.4', extension: '202010' },
                    CareProviderPositionName: 'Specialistläkare',
                  },
                },
              ],
            },
            HCMContact: { target_id: { extension: 'K-4711' } },
          },
        ],
      },
      {
        XSDVersion: { version: 0.22 },
        JournalNoteEHRExtract: [
          {
            ehr_system: hsa('SE2321000016-SYS1'),
            time_created: at('20260116101500'),
            Note: {
              NoteId: { extension: 'A-58724' },
              NoteVersionDateTime: at('20260116101500'),
              NoteTypeOfNote: 'Epikris',
              NoteTemplateName: 'Epikris',
              NoteInactiveReason: 'Fel patient.',
              Records: {
                Record: [
                  {
                    Keyword: 'Epikris',
                    Value: [
                      {
                        $self: 'P-glukos < 4 & stigande.\n  Åter vid behov.',
                        JournalValueType: 'Text',
                      },
                    ],
                  },
                ],
              },
            },
            Patient: { PatientID: patientId },
          },
        ],
      },
    ]);
  });

  test('its INFO is logged, without its message', async () => {
    connected.logged.length = 0;
    await read('journalNotes');
    expect(connected.logged).toEqual([
      {
        level: 'info',
        fields: { requestId, system: 'ehr', contract: 'GetCareDocumentation', resultCode: 'INFO' },
        message: 'the EHR answers with INFO',
      },
    ]);
  });
});

test('GetSubjectOfCareSchedule', async () => {
  expect(await read('appointments')).toEqual([
    {
      losses: [],
      record: {
        appointments: [
          {
            booking: {
              ContactId: '59062',
              StartTime: '2026-07-15 09:30',
              TypedStartDateTime: '2026-07-15T07:30:00Z',
              PerformingUnit: { HSAId: 'SE2321000016-1A2B', Name: 'Hudmottagningen' },
              Any: [
                {
                  endTimeExclusive: '20260715100000',
                  performer: 'SE2321000016-P001',
                  purpose: 'Kontroll',
                  reason: 'Eksem',
                  resourceName: 'Rum 3',
                  performerName: 'Påhittad Läkarsson',
                  resourceID: 'R3',
                  timeTypeName: 'Återbesök',
                  timeTypeID: 'ÅB',
                  careTypeName: 'Hud',
                  careTypeID: 'H',
                  cancel_booking_allowed: 'true',
                  rebooking_allowed: 'false',
                  message_allowed: 'true',
                  isInvitation: 'false',
                },
              ],
            },
            start: '20260715093000',
            state: undefined,
            payment: undefined,
          },
          {
            booking: {
              ContactId: '59063',
              StartTime: '2026-01-15 09:30',
              TypedStartDateTime: '2026-01-15T08:30:00Z',
              PerformingUnit: { HSAId: 'SE2321000016-1A2B' },
              Any: [{ resourceName: 'Sköterskemottagning' }],
            },
            start: '20260115093000',
            state: undefined,
            payment: undefined,
          },
        ],
        registered: [],
        patient: { PersonNumbers: [{ Number: '191212121212' }] },
        resultCode: 'OK',
        comment: '',
        any: [],
      },
    },
  ]);
});

describe('LookupResidentForFullProfile', () => {
  test('the older layout', async () => {
    const found = await read('patients');
    expect(lossesOf(found)).toEqual(
      unmapped(
        'resident',
        'SenasteAndringFolkbokforing',
        'Personpost/Avregistrering/AvregistreringsorsakKod',
        'Personpost/Namn/Aviseringsnamn',
        'Personpost/Relationer',
        'Personpost/Relationer',
      ),
    );
    expect(recordsOf(found)).toEqual([
      {
        XSDVersion: { version: 0.42 },
        PatientEHRExtract: [
          {
            Patient: {
              PatientID: patientId,
              PatientProtectedId: false,
              PatientName: {
                PatientFamilyName: 'Tolvansson',
                PatientMiddleName: 'Exempel',
                PatientGivenName: [{ value: 'Provmartin' }, { qualifier: 'CL', value: 'Tolvan' }],
              },
              PatientBirthDate: at('19121212'),
              PatientDeceasedDate: at('20251201'),
              PatientSex: 'M',
              PatientAddresses: {
                PatientAddress: [
                  {
                    PatientAddressType: 'Folkbokföringsadress',
                    PatientAddressCO: 'c/o Påhittsson',
                    PatientAddressStreet: 'Trapphus B, Påhittade gatan 12',
                    PatientAddressPostcode: '583 36',
                    PatientAddressCity: 'Exempelstad',
                  },
                  {
                    PatientAddressType: 'Särskild postadress',
                    PatientAddressStreet: 'Box 1',
                    PatientAddressPostcode: '583 30',
                    PatientAddressCity: 'Exempelstad',
                  },
                  {
                    PatientAddressType: 'Utlandsadress',
                    PatientAddressStreet: '1 Made Up Road, Sampletown, AB1 2CD',
                    PatientAddressCountry: 'Storbritannien',
                  },
                ],
              },
              PatientDataRegister: { PatientCounty: '05', PatientCity: '80', PatientDistrict: '01' },
            },
          },
        ],
      },
    ]);
  });
});
