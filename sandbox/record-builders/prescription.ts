// The prescription extract.
import { careProviderPosition, emailAddress, phoneNumber, unitAddress, unitReference } from './common.ts';
import type { Tree } from './record-tree.ts';
import { simpleDosages } from './simple-dosages.ts';

export const prescription = {
  ehr_id: 'Identifier',
  ehr_system: 'Identifier',
  time_created: 'Time',
  Prescription: {
    rc_id: 'Identifier',
    AccordingToSchedule: 'boolean',
    ActualTerminateDate: 'Time',
    ReplacedByLatest: 'boolean',
    PrescriptionVersionDateTime: 'Time',
    PrescriptionPatientInstruction: 'string',
    PrescriptionCaregiverInstruction: 'string',
    PrescriptionReason: 'string',
    PrescriptionReasonText: 'string',
    TreatmentGoal: 'string',
    PrescriptionType: 'string',
    MedicationType: 'string',
    RouteDetail: {
      byWith: 'string',
      location: 'string',
      routeCode: 'string',
      name: 'string',
      abbreviation: 'string',
      routeLicensed: 'boolean',
    },
    MedicationTreatmentId: 'Identifier',
    MedicationTreatmentStatusDetail: {
      TreatmentStatus: 'string',
      EffectiveDateTime: 'Time',
    },
    MainProductTreatment: {
      PrescriptionProductTradeName: 'string',
      PrescriptionProductDrugFormTextSv: 'string',
      PrescriptionProductNplID: 'Identifier',
      PrescriptionProduct_AtcCode: 'Coded',
      PrescriptionProductStrengthNumeric: 'string',
      PrescriptionProductStrengthNumericUnit: 'string',
      MainSubstance: 'string',
    },
    MedicationActive: 'boolean',
    FollowUpDateTime: 'Time',
    PrescriptionCancelComment: 'string',
    PrescriptionStartDateTime: 'Time',
    PrescriptionEndDateTime: 'Time',
    PrescriptionDosages: {
      WhenNeeded: 'boolean',
      DosagePlugin: [
        {
          DripDosage: {
            Amount: {
              $self: 'number',
              Unit: 'string',
            },
            Volume: {
              $self: 'number',
              Unit: 'string',
            },
            Concentration: {
              $self: 'number',
              Unit: 'string',
            },
            Duration: {
              $self: 'integer',
              TimeUnit: 'string',
            },
            Iteration: {
              DailyReoccurence: {
                Amount: 'integer',
              },
              SpecifiedTimes: {
                Time: ['string'],
              },
              TimesADay: {
                StartTime: 'string',
                Amount: 'integer',
              },
              Continuous: 'string',
            },
            Speeds: {
              Speed: 'number',
              MinSpeed: 'number',
              MaxSpeed: 'number',
              AmountUnit: 'string',
              TimeUnit: 'string',
            },
            DosageText: 'string',
          },
          MultiDosage: {
            Dosage: [
              {
                StartTime: {
                  $self: 'integer',
                  Type: 'string',
                },
                StartDateTime: 'string',
                DurationTime: {
                  $self: 'integer',
                  Type: 'string',
                },
                DurationDateTime: {
                  $self: 'string',
                  Unlimited: 'boolean',
                },
                DosePlugin: simpleDosages,
              },
            ],
          },
          ...simpleDosages,
          IX3Dosage: {
            Conditional: 'boolean',
            ConditionalText: 'string',
            DosageType: 'string',
            DoseDistributionType: 'string',
            DoseDuration: {
              length: 'string',
              TimeType: 'string',
            },
            InfusionDuration: {
              length: 'string',
              TimeType: 'string',
            },
            DoseStart: {
              DoseStartType: 'string',
              StartDuration: {
                length: 'string',
                TimeType: 'string',
              },
              StartDate: 'Time',
            },
            DoseEnd: {
              DoseEndType: 'string',
              EndDuration: {
                length: 'string',
                TimeType: 'string',
              },
              EndDate: 'Time',
            },
            DoseInstance: [
              {
                Conditional: 'boolean',
                DaysFromDosageStart: 'integer',
                NamedTime: 'string',
                DoseOrder: 'integer',
                DoseTime: 'Time',
                MaxQty: 'string',
                MinQty: 'string',
                OneOff: 'boolean',
                OneOffTime: 'Time',
                Type: 'string',
              },
            ],
            Continuous: 'boolean',
            DosageText: 'string',
            DosageShortText: 'string',
            DosageOrder: 'integer',
            ExtraDose: 'boolean',
            NoOfAdminTimes: 'integer',
            Rate: 'string',
            WholeWhenNeeded: 'boolean',
            RepetitionLength: 'integer',
          },
        },
      ],
    },
    MedicationChoice: 'Coded',
    PrescriptionDetails: [
      {
        ProductInformation: {
          PrescriptionProductTradeName: 'string',
          PrescriptionProductDrugFormTextSv: 'string',
          PrescriptionProductNplID: 'Identifier',
          PrescriptionProduct_AtcCode: 'Coded',
          PrescriptionProductStrengthNumeric: 'string',
          PrescriptionProductStrengthNumericUnit: 'string',
          MainSubstance: 'string',
        },
        MixingDetail: {
          Amount: 'number',
          AmountUnit: 'string',
          ConcentrationValue: 'number',
          FinalConcentrationText: 'string',
        },
        Type: 'string',
      },
    ],
    PrescriptionDrugExtemporeDescription: 'string',
    MedicationPurpose: 'string',
    MedicationPurposeText: 'string',
    MedicationIndication: 'string',
    MedicationIndicationText: 'string',
    MedicationTarget: 'string',
    MedicationTargetText: 'string',
    MedicationAdministrationMethod: 'string',
    MixingInstruction: 'string',
    Mixtures: {
      Mixture: [
        {
          Type: 'string',
          Name: 'string',
          Strength: 'string',
          Amount: 'string',
          Text: 'string',
        },
      ],
    },
  },
  Patient: {
    PatientId: 'Identifier',
    PatientProtectedId: 'boolean',
    PatientInternalID: 'string',
    Gender: 'string',
    BirthDate: 'Date',
    PatientSecrecyGroup: {
      Group: ['string'],
    },
    PatientNameData: {
      PatientFamilyName: 'string',
      PatientMiddleName: 'string',
      PatientGivenName: ['string'],
      PatientNames: {
        Name: ['string'],
      },
    },
  },
  Units: {
    UnitData: [
      {
        UnitID: 'Identifier',
        UnitLocalID: 'Identifier',
        UnitInternalID: 'string',
        UnitName: 'string',
        UnitHeadCareProviderUnitID: 'string',
        AccessZones: {
          AccessZoneID: ['Identifier'],
        },
        UnitSecrecyGroups: {
          Group: ['string'],
        },
        PhoneNumbers: {
          PhoneData: [phoneNumber],
        },
        EmailAddresses: {
          EmailData: [emailAddress],
        },
        UnitAddresses: {
          UnitAddressData: [unitAddress],
        },
      },
    ],
  },
  CreationUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
    UnitInternalID: 'string',
  },
  ResponsibleUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
    UnitInternalID: 'string',
  },
  AccessZoneUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
    UnitInternalID: 'string',
  },
  HeadCareproviderUnit: {
    UnitID: 'Identifier',
    UnitLocalID: 'Identifier',
    UnitInternalID: 'string',
  },
  CareProviders: {
    CareProviders: [
      {
        CareProvider: [
          {
            CareProviderType: 'string',
            CareProviderID: 'Identifier',
            CareProviderInternalID: 'string',
            CosmicUserID: 'string',
            CareProviderName: 'string',
            CareProviderPosition: careProviderPosition,
            CareProviderUnit: unitReference,
          },
        ],
      },
    ],
  },
  HCMContact: {
    rc_id: 'Identifier',
    ContactType: 'string',
    ContactStatus: 'string',
    ContactBegin: 'Time',
    ContactEnd: 'Time',
    ContactSecrecyLevels: {
      SecrecyLevel: ['string'],
    },
  },
} as const satisfies Tree;
