// Generates realistic extracts from a seed, as objects from which the XML is written.
import { hsaId, localId } from '../../sandbox/patients/parts.ts';
import type { Seeded } from './seeded.ts';

/** Placeholder for the patient's number, with the same length. */
export const placeholder = 'PPPPPPPPPPPP';
/** Placeholder for a record's own number: a body has no two records with the same, as one that came twice would be read once (D29). */
export const recordPlaceholder = 'NNNNNNNN';

const national = '1.2.752.129.2.1.3.1';
const patientId = { root: national, extension: placeholder };

const family = ['Tolvansson', 'Påhittad', 'Exempelberg', 'Övningsson', 'Provdotter'] as const;
const given = ['Tolvan', 'Åsa', 'Ärlig', 'Östen', 'Maria', 'Lars'] as const;
const clinics = ['Vårdcentralen Påhittet', 'Hudmottagningen', 'Ögonmottagningen', 'Medicinkliniken'] as const;

const unitIds = (by: Seeded) => {
  const id = by.between(1, 40);
  return { UnitID: hsaId(`SE2321000016-${1000 + id}`), UnitLocalID: localId('Unit', id) };
};

const head = (by: Seeded) => ({
  ehr_id: localId('EhrId', placeholder),
  ehr_system: hsaId('SE162321000024-A1'),
  time_created: { value: by.time() },
});

const patientName = (by: Seeded) => ({
  PatientFamilyName: by.one(family),
  PatientMiddleName: by.one(given),
  PatientGivenName: [
    { qualifier: 'CL', value: by.one(given) },
    { qualifier: '', value: by.one(given) },
  ],
});

const phone = (by: Seeded, type: string) => ({
  PhoneType: type,
  PhoneNumber: `070-${by.between(1000000, 9999999)}`,
  PhoneComment: by.chance(0.3) ? by.prose(4) : '',
});

/** A patient extract of about 3 KB. */
export const patientExtract = (by: Seeded) => ({
  ...head(by),
  Patient: {
    rc_id: localId('Patient', by.between(1, 99999)),
    PatientVersionDateTime: { value: by.time() },
    PatientID: patientId,
    PatientInternalID: String(by.between(100000, 999999)),
    PatientProtectedId: false,
    PatientName: patientName(by),
    PatientBirthDate: { value: by.time().slice(0, 8) },
    PatientSex: by.one(['F', 'M']),
    PatientAddresses: {
      PatientAddress: ['Folkbokföring', 'Tillfällig'].map(type => ({
        PatientAddressType: type,
        PatientAddressCO: '',
        PatientAddressStreet: `${by.one(['Storgatan', 'Ågatan', 'Övre vägen'])} ${by.between(1, 99)}`,
        PatientAddressPostcode: `58${by.between(0, 9)} ${by.between(10, 99)}`,
        PatientAddressCity: by.one(['Linköping', 'Norrköping', 'Åtvidaberg']),
        PatientAddressCounty: '05',
        PatientAddressCountry: 'Sverige',
        PatientAddressCountryCode: 'SE',
      })),
    },
    PhoneNumbers: { Phone: ['Mobil', 'Hem'].map(type => phone(by, type)) },
    EmailAddresses: {
      Email: [
        { EmailType: 'Privat', EmailAddress: `p${by.between(1, 999999)}@example.org`, EmailComment: '' },
      ],
    },
    PatientComment: by.prose(12),
    PatientDataRegister: {
      PatientCountry: 'Sverige',
      PatientCounty: '05',
      PatientCity: '80',
      PatientDistrict: '01',
    },
  },
  AccessZoneUnit: unitIds(by),
  ResponsibleUnit: unitIds(by),
  HeadCareproviderUnit: unitIds(by),
});

const dosage = (by: Seeded) => ({
  IX3Dosage: {
    DosageText: by.prose(6),
    DosageShortText: '1 x 1',
    DoseStart: { DoseStartType: 'DATE', StartDate: { value: by.time() } },
    DoseEnd: { DoseEndType: 'UNLIMITED' },
    DoseInstance: Array.from({ length: by.between(1, 3) }, (_, order) => ({
      DoseOrder: order + 1,
      MinQty: '1',
      MaxQty: '2',
      Type: 'NORMAL',
      DaysFromDosageStart: 0,
      DoseTime: { value: by.time() },
    })),
    Continuous: true,
    RepetitionLength: 1,
    NoOfAdminTimes: by.between(1, 4),
  },
});

const product = (by: Seeded) => ({
  PrescriptionProductTradeName: by.one(['Exemplipin', 'Påhittol', 'Droppex', 'Nedtrappin']),
  PrescriptionProductDrugFormTextSv: 'Tablett',
  PrescriptionProductNplID: {
    root: '1.2.752.129.2.1.5.1',
    extension: String(by.between(10000000, 99999999)),
  },
  PrescriptionProduct_AtcCode: {
    code: by.one(['C08CA01', 'N02BE01', 'H02AB06']),
    codeSystem: '1.2.752.129.2.2.3.1.1',
    displayName: { value: by.one(['amlodipin', 'paracetamol', 'prednisolon']) },
  },
  PrescriptionProductStrengthNumeric: String(by.between(1, 500)),
  PrescriptionProductStrengthNumericUnit: 'mg',
});

const careProvider = (by: Seeded, position: object) => ({
  CareProviderType: by.one(['Läkare', 'Sjuksköterska']),
  CareProviderID: hsaId(`SE2321000016-${by.between(2000, 2999)}`),
  CareProviderName: `${by.one(given)} ${by.one(family)}`,
  ...position,
  CareProviderUnit: unitIds(by),
});

const unitName = (by: Seeded) => ({ ...unitIds(by), UnitName: by.one(clinics) });

/** A prescription extract of about 4 KB. */
export const prescriptionExtract = (by: Seeded) => ({
  ...head(by),
  Prescription: {
    rc_id: localId('Prescription', recordPlaceholder),
    AccordingToSchedule: by.chance(0.5),
    ReplacedByLatest: false,
    PrescriptionVersionDateTime: { value: by.time() },
    PrescriptionPatientInstruction: by.prose(6),
    PrescriptionReasonText: by.prose(5),
    TreatmentGoal: by.prose(5),
    PrescriptionType: 'Recept',
    MedicationType: 'Stående',
    RouteDetail: { routeCode: '53', name: 'Oral användning', abbreviation: 'po', routeLicensed: true },
    MedicationTreatmentId: localId('Treatment', by.between(1, 99999)),
    MedicationTreatmentStatusDetail: { TreatmentStatus: 'ACTIVE', EffectiveDateTime: { value: by.time() } },
    MainProductTreatment: product(by),
    MedicationActive: true,
    PrescriptionStartDateTime: { value: by.time() },
    PrescriptionDosages: { WhenNeeded: by.chance(0.2), DosagePlugin: [dosage(by)] },
    PrescriptionDetails: [{ ProductInformation: product(by), Type: 'MAIN' }],
  },
  Patient: {
    PatientId: patientId,
    PatientProtectedId: false,
    PatientNameData: { PatientFamilyName: by.one(family), PatientGivenName: [by.one(given)] },
  },
  Units: {
    UnitData: [
      {
        ...unitName(by),
        PhoneNumbers: { PhoneData: [phone(by, 'Växel')] },
        UnitAddresses: {
          UnitAddressData: [{ UnitAddressAddress: 'Storgatan 1', UnitAddressCity: 'Linköping' }],
        },
      },
    ],
  },
  CreationUnit: unitIds(by),
  ResponsibleUnit: unitIds(by),
  AccessZoneUnit: unitIds(by),
  HeadCareproviderUnit: unitIds(by),
  CareProviders: {
    CareProviders: [
      {
        CareProvider: [
          careProvider(by, { CareProviderPosition: { CareProviderPositionName: 'Överläkare' } }),
        ],
      },
    ],
  },
});

const textRecord = (by: Seeded, keyword: string) => ({
  Keyword: keyword,
  KeywordToolType: 'TextTool',
  Value: [{ $self: by.prose(by.between(15, 60)), JournalValueType: 'Text' }],
});

const numberRecord = (by: Seeded, keyword: string, unit: string) => ({
  Keyword: keyword,
  KeywordToolType: 'NumericTool',
  Value: [{ $self: String(by.between(10, 200)), JournalValueType: 'Numeric' }],
  Unit: [unit],
});

const bloodPressure = (by: Seeded) => ({
  Keyword: 'Blodtryck',
  KeywordToolType: 'BloodPressureTool',
  OtherValue: {
    ArchetypeRecords: {
      ArchetypeRecord: [
        {
          ArchetypeId: 'openEHR-EHR-OBSERVATION.blood_pressure.v1',
          Name: 'Blodtryck',
          EventDateTime: { startDateTime: { value: by.time() }, endDateTime: { value: by.time() } },
          ArchetypeRecord: ['Systoliskt', 'Diastoliskt'].map(Name => ({
            Name,
            DataType: 'Quantity',
            Magnitude: String(by.between(70, 160)),
            Unit: 'mmHg',
          })),
        },
      ],
    },
  },
});

/** A journal note extract of about 4 KB. */
export const noteExtract = (by: Seeded) => ({
  ...head(by),
  Note: {
    NoteId: localId('JournalNoteId', recordPlaceholder),
    NoteVersionDateTime: { value: by.time() },
    NoteDateTime: { value: by.time() },
    NoteTemplateName: by.one(['Mottagningsbesök', 'Årskontroll', 'Telefonkontakt']),
    NoteTypeOfNote: 'Besöksanteckning',
    NoteSignDateTime: { value: by.time() },
    Records: {
      Record: [
        textRecord(by, 'Aktuellt'),
        textRecord(by, 'Status'),
        numberRecord(by, 'Puls', 'slag/min'),
        ...(by.chance(0.4) ? [bloodPressure(by)] : []),
        { Keyword: 'Bedömning och åtgärd', Record: [textRecord(by, 'Bedömning'), textRecord(by, 'Åtgärd')] },
      ],
    },
    NoteActive: true,
  },
  Patient: { PatientID: patientId, PatientProtectedId: false, PatientName: patientName(by) },
  Units: { Unit: [unitName(by)] },
  CareUnit: unitIds(by),
  ResponsibleUnit: unitIds(by),
  AccessZoneUnit: unitIds(by),
  HeadCareproviderUnit: unitIds(by),
  CareProviders: {
    CareProvider: [careProvider(by, { ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' } })],
  },
  HCMContact: {
    target_id: localId('Contact', by.between(1, 99999)),
    HCMContactBegin: { value: by.time() },
    HCMContactStatus: 'Ankommen',
    HCMContactType: 'Besök',
  },
});
