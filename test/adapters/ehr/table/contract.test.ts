// The contract suite of ports/ehr for tables, over real HTTP: the same EHR in JSON and in XML.
import { ehrContract, type Harness } from '../contract/ehr-contract.ts';
import { world } from '../contract-world.ts';
import { damagesIn } from './damage-harness.ts';
import { nordvik, openNordvik } from './nordvik.ts';

const { patient, bookingId } = world;

// What is expected.

const patientId = { root: '1.2.752.129.2.1.3.1', extension: patient };
const local = (extension: string) => ({ root: '1.2.752.129.2.1.2.1', extension });
const hsa = (extension: string) => ({ root: '1.2.752.129.2.1.4.1', extension });
const updated = { value: '20260115101500' };
const unitIds = { UnitID: hsa('SE2321000016-1A2B'), UnitLocalID: local('1253') };
const unitIdsV2 = { unitID: hsa('SE2321000016-1A2B'), unitLocalID: local('1253') };
const Units = { Unit: [{ ...unitIds, UnitName: 'Hudmottagningen' }] };
const doctor = {
  CareProviderID: hsa('SE2321000016-0LAK'),
  CareProviderName: 'Påhittad Läkarsson',
  CareProviderType: 'Läkare',
};

const contact = (id: string) => ({
  contactEHRExtract: [
    {
      timeCreated: updated,
      contact: {
        contactInternalID: id,
        contactBeginDateTime: { value: '20260115093000' },
        contactEndDateTime: { value: '20260115100000' },
        contactStatus: 'Ankommen',
        contactVisitType: 'Mottagningsbesök',
        contactShareInfo: false,
        contactSecrecyLevels: { secrecyLevel: ['Skyddad'] },
      },
      contactPerformingUnit: unitIdsV2,
      units: { unit: [{ ...unitIdsV2, unitName: 'Hudmottagningen' }] },
      careProviders: {
        careProvider: [
          {
            careProviderID: hsa('SE2321000016-0LAK'),
            careProviderName: 'Påhittad Läkarsson',
            careProviderType: 'Läkare',
          },
        ],
      },
      patient: { patientID: patientId },
    },
  ],
});

const signal = (id: string) => ({
  AttentionSignalEHRExtract: [
    {
      time_created: updated,
      AttentionSignal: {
        RcId: local(id),
        SignalVerifiedDateTime: '20100312000000',
        SignalActive: true,
        HypersensitivityType: {
          Heading: 'Penicillin',
          Comment: 'Uppgift från patienten.',
          Severity: 'Livshotande',
        },
      },
      CareUnit: unitIds,
      Units,
      Patient: { PatientID: patientId },
    },
  ],
});

const prescription = (treatment: string) => ({
  XSDVersion: { version: 0.32 },
  PrescriptionEHRExtract: [
    {
      time_created: updated,
      Prescription: {
        PrescriptionVersionDateTime: { value: '20260115100000' },
        PrescriptionStartDateTime: { value: '20260115000000' },
        PrescriptionEndDateTime: { value: '21000125235959' },
        MedicationTreatmentId: local(treatment),
        MedicationTreatmentStatusDetail: { TreatmentStatus: 'ACTIVE' },
        MedicationActive: true,
        MainProductTreatment: {
          PrescriptionProductTradeName: 'Exemplipin',
          PrescriptionProductStrengthNumeric: '800',
          PrescriptionProductStrengthNumericUnit: 'mg',
          PrescriptionProductDrugFormTextSv: 'Tablett',
          PrescriptionProduct_AtcCode: {
            code: 'J01CE02',
            codeSystem: '1.2.752.129.2.2.3.1.1',
            displayName: { value: 'fenoximetylpenicillin' },
          },
        },
        PrescriptionDosages: {
          WhenNeeded: false,
          DosagePlugin: [{ FreeTextDosage: { Text: '1 tablett 3 gånger per dag' } }],
        },
        PrescriptionReasonText: 'Halsfluss',
      },
      CreationUnit: unitIds,
      Units: { UnitData: [{ ...unitIds, UnitName: 'Hudmottagningen' }] },
      CareProviders: { CareProviders: [{ CareProvider: [doctor] }] },
      Patient: { PatientId: patientId },
    },
  ],
});

const note = (id: string) => ({
  XSDVersion: { version: 0.23 },
  JournalNoteEHRExtract: [
    {
      time_created: updated,
      Note: {
        NoteId: local(id),
        NoteVersionDateTime: { value: '20260115100000' },
        NoteDateTime: { value: '20260115093000' },
        NoteSignDateTime: { value: '20260115101000' },
        NoteTemplateName: 'Mottagningsbesök',
        NoteSecrecyLevels: { SecrecyLevel: ['Skyddad'] },
        Records: {
          Record: [
            {
              Keyword: 'Aktuellt',
              Value: [
                { $self: 'Torr hosta.', JournalValueType: 'Text' },
                { $self: 'Feber.', JournalValueType: 'Text' },
              ],
            },
          ],
        },
      },
      CareUnit: unitIds,
      Units,
      CareProviders: { CareProvider: [doctor] },
      Patient: { PatientID: patientId },
    },
  ],
});

const address = {
  PatientAddressType: 'Folkbokföringsadress',
  PatientAddressStreet: 'Hittepågatan 12',
  PatientAddressPostcode: '583 36',
  PatientAddressCity: 'Linköping',
};
const givenNames = [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Erik' }];

const expected: Harness['expected'] = {
  patients: [
    {
      XSDVersion: { version: 0.43 },
      PatientEHRExtract: [
        {
          time_created: updated,
          Patient: {
            PatientInternalID: '40217',
            PatientName: { PatientFamilyName: 'Tolvansson', PatientGivenName: givenNames },
            PatientBirthDate: { value: '19121212' },
            PatientSex: 'M',
            PatientAddresses: { PatientAddress: [address] },
            PhoneNumbers: { Phone: [{ PhoneType: 'Mobil', PhoneNumber: '070-000 00 00' }] },
            EmailAddresses: { Email: [{ EmailAddress: 'tolvan@example.com' }] },
            PatientProtectedId: false,
            PatientID: patientId,
          },
          ResponsibleUnit: unitIds,
        },
      ],
    },
  ],
  contacts: [contact('59062'), contact('59063')],
  attentionSignals: [signal('1'), signal('2')],
  prescriptions: [prescription('7'), prescription('8')],
  journalNotes: [note('58723'), note('58724')],
  appointments: [
    {
      appointments: [
        {
          booking: {
            ContactId: bookingId,
            StartTime: '2026-01-15 09:30',
            TypedStartDateTime: '2026-01-15T08:30:00Z',
            PerformingUnit: { HSAId: 'SE2321000016-1A2B', Name: 'Hudmottagningen', Id: '1253' },
            PatientInformation: 'Ta med legitimation.\nRing på klockan.',
            PaymentDetails: { Price: 1250.5, Reduction: 1000, ReductionReason: 'Frikort' },
            Any: [],
          },
          start: '20260115093000',
          state: 'BOOKED',
          payment: 'UNPAID',
          losses: [],
        },
      ],
      registered: [],
      patient: { PersonNumbers: [{ Number: patient }] },
      resultCode: 'OK',
      comment: '',
      any: [],
      withheld: 0,
    },
  ],
  videoMeetings: [
    {
      meeting: {
        actionId: 349576,
        startDateTimeInUnix: 1_784_100_600_000,
        endDateTimeInUnix: 1_784_102_400_000,
        performingUnitName: 'Hudmottagningen',
        serviceName: 'Videobesök',
        meetingLink: 'https://video.example.com/m/349576',
        mainStaff: { name: 'Påhittad Läkarsson', type: 'Läkare' },
        otherStaffList: [{ name: 'Påhittad Sköterskesson', type: 'Sjuksköterska' }],
      },
      start: '20260715093000',
      end: '20260715100000',
    },
  ],
};

for (const format of ['json', 'xml'] as const)
  ehrContract({
    name: `tables over ${format.toUpperCase()}`,
    world,
    expected,
    transitions: ['arrive', 'pay'],
    start: async () => {
      const server = await nordvik(format)();
      const { ehr, close } = openNordvik(format)(server.url);
      return {
        ehr,
        close: async () => {
          await close();
          await server.close();
        },
      };
    },
    damages: damagesIn(format),
  });
