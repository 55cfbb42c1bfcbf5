// PrescriptionRecord (operation 9). Its dosage plugins are in dosage.ts.
import Type, { type Static } from 'typebox';
import { DosagePlugin } from './dosage.ts';
import {
  CareProviderPosition,
  Code,
  careProviderMembers,
  Day,
  EmailDatas,
  extractHead,
  Id,
  list,
  members,
  PhoneDatas,
  Secrecy,
  Time,
  UnitAddress,
  UnitIds,
  XSDVersion,
} from './shared/common.ts';

const text = Type.String();

const Product = members({
  PrescriptionProductTradeName: text,
  PrescriptionProductDrugFormTextSv: text,
  PrescriptionProductNplID: Id,
  PrescriptionProduct_AtcCode: Code,
  PrescriptionProductStrengthNumeric: text,
  PrescriptionProductStrengthNumericUnit: text,
  MainSubstance: text,
});

const Prescription = members({
  rc_id: Id,
  AccordingToSchedule: Type.Boolean(),
  ActualTerminateDate: Time,
  ReplacedByLatest: Type.Boolean(),
  PrescriptionVersionDateTime: Time,
  PrescriptionPatientInstruction: text,
  PrescriptionCaregiverInstruction: text,
  PrescriptionReason: text,
  PrescriptionReasonText: text,
  TreatmentGoal: text,
  PrescriptionType: text,
  MedicationType: text,
  RouteDetail: members({
    byWith: text,
    location: text,
    routeCode: text,
    name: text,
    abbreviation: text,
    routeLicensed: Type.Boolean(),
  }),
  MedicationTreatmentId: Id,
  MedicationTreatmentStatusDetail: members({
    TreatmentStatus: Type.String({ examples: ['ACTIVE', 'PAUSED', 'ENDED', 'INVALIDATED'] }),
    EffectiveDateTime: Time,
  }),
  MainProductTreatment: Product,
  MedicationActive: Type.Boolean(),
  FollowUpDateTime: Time,
  PrescriptionCancelComment: text,
  PrescriptionStartDateTime: Time,
  PrescriptionEndDateTime: Time,
  PrescriptionDosages: members({ WhenNeeded: Type.Boolean(), DosagePlugin: Type.Array(DosagePlugin) }),
  MedicationChoice: Code,
  PrescriptionDetails: Type.Array(
    members({
      ProductInformation: Product,
      MixingDetail: members({
        Amount: Type.Number(),
        AmountUnit: text,
        ConcentrationValue: Type.Number(),
        FinalConcentrationText: text,
      }),
      Type: text,
    }),
  ),
  PrescriptionDrugExtemporeDescription: text,
  MedicationPurpose: text,
  MedicationPurposeText: text,
  MedicationIndication: text,
  MedicationIndicationText: text,
  MedicationTarget: text,
  MedicationTargetText: text,
  MedicationAdministrationMethod: text,
  MixingInstruction: text,
  Mixtures: list('Mixture', members({ Type: text, Name: text, Strength: text, Amount: text, Text: text })),
});

const UnitData = members({
  UnitID: Id,
  UnitLocalID: Id,
  UnitInternalID: text,
  UnitName: text,
  UnitHeadCareProviderUnitID: text,
  AccessZones: list('AccessZoneID', Id),
  UnitSecrecyGroups: Secrecy.groups,
  PhoneNumbers: PhoneDatas,
  EmailAddresses: EmailDatas,
  UnitAddresses: list('UnitAddressData', UnitAddress),
});

const UnitRef = members({ UnitID: Id, UnitLocalID: Id, UnitInternalID: text });

const CareProvider = members({
  ...careProviderMembers,
  CosmicUserID: text,
  CareProviderPosition,
  CareProviderUnit: UnitIds,
});

export const PrescriptionExtract = members({
  ...extractHead,
  Prescription,
  Patient: members({
    PatientId: Id,
    PatientProtectedId: Type.Boolean(),
    PatientInternalID: text,
    Gender: text,
    BirthDate: Day,
    PatientSecrecyGroup: Secrecy.groups,
    PatientNameData: members({
      PatientFamilyName: text,
      PatientMiddleName: text,
      PatientGivenName: Type.Array(text),
      PatientNames: list('Name', text),
    }),
  }),
  Units: list('UnitData', UnitData),
  CreationUnit: UnitRef,
  ResponsibleUnit: UnitRef,
  AccessZoneUnit: UnitRef,
  HeadCareproviderUnit: UnitRef,
  CareProviders: list('CareProviders', list('CareProvider', CareProvider)),
  HCMContact: members({
    rc_id: Id,
    ContactType: text,
    ContactStatus: text,
    ContactBegin: Time,
    ContactEnd: Time,
    ContactSecrecyLevels: Secrecy.levels,
  }),
});

export const PrescriptionRecord = Type.Partial(
  Type.Object({ XSDVersion, PrescriptionEHRExtract: Type.Array(PrescriptionExtract) }),
  { $id: 'PrescriptionRecord', description: 'One prescription.' },
);
export type PrescriptionRecord = Static<typeof PrescriptionRecord>;

export const prescriptionExample: PrescriptionRecord = {
  XSDVersion: { version: 0.3 },
  PrescriptionEHRExtract: [
    {
      ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      time_created: { value: '20260115101500' },
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
};
