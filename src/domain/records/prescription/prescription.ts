// PrescriptionRecord (operation 9). Its dosage plugins are in dosage.ts, the drug in product.ts.
import Type, { type Static } from 'typebox';
import { code, day, flag, id, list, many, members, text, time, XSDVersion } from '../shared/common.ts';
import {
  accessZones,
  accessZoneUnit,
  CareProviderPosition,
  careProvider,
  careProviderMembers,
  careProvidersDescription,
  emailDatas,
  extractHead,
  headUnit,
  phoneDatas,
  protectedId,
  responsibleUnit,
  secrecyGroups,
  secrecyLevels,
  unit,
  unitAddress,
  unitIds,
  unitInternalId,
  unitsDescription,
} from '../shared/parts.ts';
import { DosagePlugin } from './dosage.ts';
import { MixingDetail, Mixture, Product } from './product.ts';

/** Known words: documented as examples, never enforced on what the EHR sends (records.md). */
const treatmentStatuses = [
  'ACTIVE',
  'PAUSED',
  'ENDED',
  'DISCONTINUED',
  'UNPLANNED',
  'DELETED',
  'PLANNED',
  'INVALIDATED',
  'FUTURE_PAUSED',
  'FUTURE_PLANNED',
  'FUTURE_DISCONTINUED',
  'FUTURE_REACTIVATED',
  'UNPLANED_FUTURE_DISCONTINUED',
] as const;

const RouteDetail = members(
  {
    byWith: text('The device or means by which it is given.', 'Spacer'),
    location: text('The place on the body.', 'Vänster öga'),
    routeCode: text('The code of the route.', 'PO'),
    name: text('The route, in words.', 'Oral användning'),
    abbreviation: text('The route, abbreviated.', 'p.o.'),
    routeLicensed: flag('Whether the drug is approved for that route.'),
  },
  'The route by which the drug is given.',
);

const Prescription = members(
  {
    rc_id: id('The id of this version of the prescription in the EHR.'),
    AccordingToSchedule: flag(
      'Whether the drug is given by a schedule that is kept apart from the prescription.',
      false,
    ),
    ActualTerminateDate: time('When the treatment actually ended.'),
    ReplacedByLatest: flag('Whether a later version has replaced this one.', false),
    PrescriptionVersionDateTime: time(
      'When this version of the prescription was saved. The interval of the request filters by it.',
    ),
    PrescriptionPatientInstruction: text('The instruction to the patient.', 'Tas i samband med måltid.'),
    PrescriptionCaregiverInstruction: text(
      'The instruction to those who give the drug.',
      'Ges i centralvenös infart.',
    ),
    PrescriptionReason: text('The reason for the prescription, as a code or word of the EHR.', 'Insättning'),
    PrescriptionReasonText: text('The reason for the prescription, in free text.', 'Halsfluss'),
    TreatmentGoal: text('What the treatment is to achieve.', 'Blodtryck under 140/90'),
    PrescriptionType: text(
      'The type of the prescription, in the words of the EHR.',
      'Ordination',
      'Utsättning',
    ),
    MedicationType: text(
      'The type of the medication, in the words of the EHR.',
      'Stående',
      'Vid behov',
      'Tillfällig',
    ),
    RouteDetail,
    MedicationTreatmentId: id(
      'The id of the treatment. Versions and follow-ups of the same treatment have the same one.',
    ),
    MedicationTreatmentStatusDetail: members(
      {
        TreatmentStatus: text(
          'The state of the treatment. `INVALIDATED` means that it was entered by mistake.',
          ...treatmentStatuses,
        ),
        EffectiveDateTime: time('Since when the state holds, or from when it will.'),
      },
      'The state of the treatment.',
    ),
    MainProductTreatment: Product,
    MedicationActive: flag(
      'Whether the patient is to take the drug now. Never show one that is not as current.',
    ),
    FollowUpDateTime: time('When the treatment is to be followed up.'),
    PrescriptionCancelComment: text('Why the treatment was ended or cancelled.', 'Biverkningar'),
    PrescriptionStartDateTime: time('When the treatment starts.'),
    PrescriptionEndDateTime: time('When the treatment is planned to end.'),
    PrescriptionDosages: members(
      {
        WhenNeeded: flag('Whether the drug is taken when needed, rather than regularly.', false),
        DosagePlugin: many(DosagePlugin, 'The dosages, in their order.'),
      },
      'How much of the drug is taken, and when.',
    ),
    MedicationChoice: code('The drug, or the group of drugs, that was chosen.'),
    PrescriptionDetails: many(
      members(
        {
          ProductInformation: Product,
          MixingDetail,
          Type: text('The role of the product in the prescription.', 'MAIN', 'ADDITIVE'),
        },
        'A product of the prescription.',
      ),
      'The products that the prescription consists of, where it is a mixture or names packages.',
    ),
    PrescriptionDrugExtemporeDescription: text(
      'The drug, where it is made for this patient.',
      'Kräm enligt recept',
    ),
    MedicationPurpose: text('The purpose of the treatment, as a code.', 'P1'),
    MedicationPurposeText: text('The purpose of the treatment, in words.', 'Smärtlindring'),
    MedicationIndication: text('The indication, as a code.', 'J03.9'),
    MedicationIndicationText: text('The indication, in words.', 'Akut halsfluss'),
    MedicationTarget: text('The goal of the treatment, as a code.', 'M1'),
    MedicationTargetText: text('The goal of the treatment, in words.', 'Infektionsfrihet'),
    MedicationAdministrationMethod: text('How the drug is administered.', 'Injektion'),
    MixingInstruction: text(
      'How the drug is prepared before it is given.',
      'Späds med 10 ml sterilt vatten.',
    ),
    Mixtures: list('Mixture', Mixture, 'The parts of a mixture.'),
  },
  'The prescription itself.',
);

const UnitData = members(
  {
    UnitID: id('The unit’s id, usually its HSA-id.'),
    UnitLocalID: id('The unit’s id in the EHR itself.'),
    UnitInternalID: unitInternalId,
    UnitName: text('The unit’s name.', 'Hudmottagningen'),
    UnitHeadCareProviderUnitID: text(
      'The id of the care provider (the organisation) of the unit.',
      'SE2321000016-0001',
    ),
    AccessZones: accessZones,
    UnitSecrecyGroups: secrecyGroups('the unit'),
    PhoneNumbers: phoneDatas,
    EmailAddresses: emailDatas,
    UnitAddresses: list('UnitAddressData', unitAddress, 'Addresses of the unit.'),
  },
  unit,
);

const unitReference = (description: string) =>
  members(
    {
      UnitID: id('The unit’s id, usually its HSA-id.'),
      UnitLocalID: id('The unit’s id in the EHR itself.'),
      UnitInternalID: unitInternalId,
    },
    description,
  );

const CareProvider = members(
  {
    ...careProviderMembers,
    CosmicUserID: text('The person’s user name in the EHR.', 'plak001'),
    CareProviderPosition,
    CareProviderUnit: unitIds('The unit that the person works at.'),
  },
  careProvider,
);

const Patient = members(
  {
    PatientId: id('The patient’s number: personal identity, coordination or reserve number.'),
    PatientProtectedId: protectedId,
    PatientInternalID: text('The patient’s id in the EHR itself.', '40217'),
    Gender: text('The patient’s legal sex.', 'F', 'M', 'U'),
    BirthDate: day('The date of birth.'),
    PatientSecrecyGroup: secrecyGroups('this patient'),
    PatientNameData: members(
      {
        PatientFamilyName: text('The family name.', 'Tolvansson'),
        PatientMiddleName: text('The middle name.', 'Mellan'),
        PatientGivenName: many(text('A given name.', 'Tolvan'), 'The given names, in their order.'),
        PatientNames: list(
          'Name',
          text('A name.', 'Tolvan Tolvansson'),
          'The whole name, as the EHR writes it.',
        ),
      },
      'The patient’s name.',
    ),
  },
  'The patient whom the prescription is for.',
);

export const PrescriptionExtract = members(
  {
    ...extractHead,
    Prescription,
    Patient,
    Units: list('UnitData', UnitData, unitsDescription),
    CreationUnit: unitReference('The unit where the prescription was written.'),
    ResponsibleUnit: unitReference(responsibleUnit),
    AccessZoneUnit: unitReference(accessZoneUnit),
    HeadCareproviderUnit: unitReference(headUnit),
    CareProviders: list(
      'CareProviders',
      list('CareProvider', CareProvider, 'A group of people, such as the prescribers.'),
      careProvidersDescription,
    ),
    HCMContact: members(
      {
        rc_id: id('The id of the contact. It equals `rcId` of the care contacts (operation 6).'),
        ContactType: text('The type of the contact.', 'Besök'),
        ContactStatus: text('The state of the contact.', 'ARRIVED'),
        ContactBegin: time('When the contact began.'),
        ContactEnd: time('When the contact ended.'),
        ContactSecrecyLevels: secrecyLevels('the contact'),
      },
      'The contact (the encounter with care) at which the prescription was written.',
    ),
  },
  'The prescription with its context.',
);

export const PrescriptionRecord = Type.Partial(
  Type.Object({
    XSDVersion,
    PrescriptionEHRExtract: many(PrescriptionExtract, 'The extract: one prescription.'),
  }),
  { $id: 'PrescriptionRecord', description: 'One version of one prescription.' },
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
