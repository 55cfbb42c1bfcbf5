// Tolvan's prescriptions: one for each dosage plugin.
import type { PatientData } from '../extracts/world.ts';
import { daysAfter, head, localId, type Person, patientId, unitIds, units } from './parts.ts';

type Extract = PatientData['prescriptions'][number];
type Plugin = NonNullable<
  NonNullable<NonNullable<Extract['Prescription']>['PrescriptionDosages']>['DosagePlugin']
>[number];

const drugs: readonly {
  readonly name: string;
  readonly atc: string;
  readonly substance: string;
  readonly dosage: Plugin;
}[] = [
  {
    name: 'Exemplipin',
    atc: 'C08CA01',
    substance: 'amlodipin',
    dosage: {
      IX3Dosage: {
        DosageText: '1 tablett på morgonen',
        DosageShortText: '1 x 1',
        DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260116080000' } },
        DoseEnd: { DoseEndType: 'UNLIMITED' },
        DoseInstance: [{ DoseOrder: 1, MinQty: '1', MaxQty: '1', Type: 'NORMAL', DaysFromDosageStart: 0 }],
        Continuous: true,
        RepetitionLength: 1,
      },
    },
  },
  {
    name: 'Påhittol',
    atc: 'N02BE01',
    substance: 'paracetamol',
    dosage: {
      NormalDosage: {
        MinDose: 1,
        MaxDose: 2,
        Unit: 'tablett',
        Time: { TimesPerDay: 4 },
        WhenNeeded: {
          MaxDose: { $self: 8, DoseRestriction: 'per dygn' },
          MinimumIntervalBetweenDosages: { $self: 4.5, Type: 'HOUR' },
        },
        DosageText: '1–2 tabletter vid behov, högst 8 per dygn',
      },
    },
  },
  {
    name: 'Droppex',
    atc: 'B05BB01',
    substance: 'elektrolyter',
    dosage: {
      DripDosage: {
        Amount: { $self: 40, Unit: 'mmol' },
        Volume: { $self: 1000, Unit: 'ml' },
        Concentration: { $self: 0.04, Unit: 'mmol/ml' },
        Duration: { $self: 8, TimeUnit: 'HOUR' },
        Iteration: { DailyReoccurence: { Amount: 2 }, SpecifiedTimes: { Time: ['08:00', '20:00'] } },
        Speeds: { Speed: 125, AmountUnit: 'ml', TimeUnit: 'HOUR' },
        DosageText: '1000 ml på 8 timmar',
      },
    },
  },
  {
    name: 'Nedtrappin',
    atc: 'H02AB06',
    substance: 'prednisolon',
    dosage: {
      MultiDosage: {
        Dosage: [
          {
            StartTime: { $self: 0, Type: 'DAY' },
            DurationTime: { $self: 7, Type: 'DAY' },
            DosePlugin: { NormalDosage: { MinDose: 2, Unit: 'tablett', DosageText: '2 tabletter per dag' } },
          },
          {
            StartTime: { $self: 7, Type: 'DAY' },
            DurationDateTime: { $self: '', Unlimited: true },
            DosePlugin: { FreeTextDosage: { Text: 'Därefter enligt schema', DosageText: 'Enligt schema' } },
          },
        ],
      },
    },
  },
  {
    name: 'Fritextsalva',
    atc: 'D07AC01',
    substance: 'betametason',
    dosage: {
      FreeTextDosage: {
        Text: 'Tunt lager på utslagen kväll och morgon',
        Unit: 'lager',
        Motivation: 'Eksem',
        DosageText: 'Tunt lager 2 gånger dagligen',
      },
    },
  },
  {
    name: 'Tillfällin',
    atc: 'A02BC01',
    substance: 'omeprazol',
    dosage: {
      OccasionDosage: {
        Unit: 'kapsel',
        Dosages: {
          TimeOfDayDosages: {
            TimeOfDayDose: [
              { MinDose: 1, Time: 'MORNING' },
              { MinDose: 2, Time: 'EVENING' },
            ],
          },
        },
        DosageText: '1 på morgonen och 2 på kvällen',
      },
    },
  },
  {
    name: 'Engångsvaccin',
    atc: 'J07BB02',
    substance: 'influensavaccin',
    dosage: { OnceDosage: { minDose: 1, unit: 'dos', dateTime: '2026-10-15T10:00:00', dosageText: '1 dos' } },
  },
  {
    name: 'Periodin',
    atc: 'B03BA01',
    substance: 'cyanokobalamin',
    dosage: {
      PeriodicDosage: {
        MinDose: 1,
        Unit: 'ml',
        IntervalTime: { $self: 3, Type: 'MONTH' },
        DosageText: '1 ml var tredje månad',
      },
    },
  },
  {
    name: 'Veckodosin',
    atc: 'L04AX03',
    substance: 'metotrexat',
    dosage: {
      WeeklyDosage: {
        Unit: 'tablett',
        Weeks: { Week: [{ Doses: [{ Dose: [{ Dose: 4, Dayofweek: 'MONDAY', timeofday: 'MORNING' }] }] }] },
        DosageText: '4 tabletter varje måndag',
      },
    },
  },
];

export const tolvansPrescriptions = (person: Person): PatientData['prescriptions'] =>
  drugs.map(({ name, atc, substance, dosage }, index) => ({
    ...head(person, '20260115101500'),
    Prescription: {
      rc_id: localId('Prescription', 8100 + index),
      PrescriptionVersionDateTime: { value: daysAfter('20250110', index * 60, '100000') },
      PrescriptionStartDateTime: { value: daysAfter('20250111', index * 60, '080000') },
      PrescriptionType: 'Recept',
      MedicationActive: index !== 3,
      MedicationTreatmentId: localId('Treatment', 8100 + index),
      MedicationTreatmentStatusDetail: {
        TreatmentStatus: index === 3 ? 'ENDED' : 'ACTIVE',
        EffectiveDateTime: { value: daysAfter('20250110', index * 60, '100000') },
      },
      MainProductTreatment: {
        PrescriptionProductTradeName: name,
        MainSubstance: substance,
        PrescriptionProduct_AtcCode: {
          code: atc,
          codeSystem: '1.2.752.129.2.2.3.1.1',
          displayName: { value: substance },
        },
        PrescriptionProductStrengthNumeric: '0,5',
        PrescriptionProductStrengthNumericUnit: 'mg',
      },
      PrescriptionDosages: { WhenNeeded: index === 1, DosagePlugin: [dosage] },
    },
    Patient: {
      PatientId: patientId(person),
      PatientProtectedId: person.isProtected ?? false,
      PatientNameData: { PatientFamilyName: person.family, PatientGivenName: [person.given] },
    },
    CreationUnit: unitIds(units.clinic),
    CareProviders: { CareProviders: [{ CareProvider: [{ CareProviderName: 'Påhittad Läkarsson' }] }] },
  }));
