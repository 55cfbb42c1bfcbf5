// The drugs that Tolvan takes: one for each dosage plugin.
import type { Drug } from './prescriptions.ts';

export const tolvansDrugs: readonly Drug[] = [
  {
    name: 'Exemplipin',
    atc: 'C08CA01',
    substance: 'amlodipin',
    form: 'Tablett',
    strength: ['5', 'mg'],
    dosage: {
      IX3Dosage: {
        DosageText: '1 tablett på morgonen',
        DosageShortText: '1 x 1',
        DoseStart: { DoseStartType: 'DATE', StartDate: { value: '20260116080000' } },
        DoseEnd: { DoseEndType: 'UNLIMITED' },
        DoseInstance: [
          { DoseOrder: 1, MinQty: '1 tablett', MaxQty: '1 tablett', Type: 'NORMAL', DaysFromDosageStart: 0 },
        ],
        Continuous: true,
        RepetitionLength: 1,
      },
    },
  },
  {
    name: 'Påhittol',
    atc: 'N02BE01',
    substance: 'paracetamol',
    form: 'Filmdragerad tablett',
    strength: ['500', 'mg'],
    isWhenNeeded: true,
    dosage: {
      NormalDosage: {
        MinDose: 1,
        MaxDose: 2,
        Unit: 'tabletter',
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
    form: 'Infusionsvätska, lösning',
    strength: ['0,04', 'mmol/ml'],
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
    form: 'Tablett',
    strength: ['2,5', 'mg'],
    hasEnded: true,
    dosage: {
      MultiDosage: {
        Dosage: [
          {
            StartTime: { $self: 0, Type: 'DAY' },
            DurationTime: { $self: 7, Type: 'DAY' },
            DosePlugin: {
              NormalDosage: { MinDose: 2, Unit: 'tabletter', DosageText: '2 tabletter per dag' },
            },
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
    form: 'Salva',
    strength: ['0,1', '%'],
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
    form: 'Enterokapsel, hård',
    strength: ['20', 'mg'],
    dosage: {
      OccasionDosage: {
        Unit: 'kapsel',
        Dosages: {
          TimeOfDayDosages: {
            TimeOfDayDose: [
              { MinDose: 1, Time: 'MORNING' },
              { MinDose: 1, Time: 'EVENING' },
            ],
          },
        },
        DosageText: '1 kapsel på morgonen och 1 på kvällen',
      },
    },
  },
  {
    name: 'Engångsvaccin',
    atc: 'J07BB02',
    substance: 'influensavaccin',
    form: 'Injektionsvätska, suspension',
    dosage: {
      OnceDosage: { minDose: 1, unit: 'dos', dateTime: '2026-10-15T10:00:00', dosageText: '1 dos en gång' },
    },
  },
  {
    name: 'Periodin',
    atc: 'B03BA01',
    substance: 'cyanokobalamin',
    form: 'Injektionsvätska, lösning',
    strength: ['1', 'mg/ml'],
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
    form: 'Tablett',
    strength: ['2,5', 'mg'],
    dosage: {
      WeeklyDosage: {
        Unit: 'tabletter',
        Weeks: { Week: [{ Doses: [{ Dose: [{ Dose: 4, Dayofweek: 'MONDAY', timeofday: 'MORNING' }] }] }] },
        DosageText: '4 tabletter varje måndag',
      },
    },
  },
  {
    name: 'Blodförtunnin',
    atc: 'B01AA03',
    substance: 'warfarin',
    form: 'Tablett',
    strength: ['2,5', 'mg'],
    dosage: {
      WeeklyDosage: {
        Unit: 'tabletter',
        Weeks: {
          Week: [
            {
              Doses: [
                {
                  Dose: [
                    { Dose: 2, Dayofweek: 'MONDAY', timeofday: 'EVENING' },
                    { Dose: 1.5, Dayofweek: 'TUESDAY', timeofday: 'EVENING' },
                    { Dose: 2, Dayofweek: 'WEDNESDAY', timeofday: 'EVENING' },
                    { Dose: 1.5, Dayofweek: 'THURSDAY', timeofday: 'EVENING' },
                    { Dose: 2, Dayofweek: 'FRIDAY', timeofday: 'EVENING' },
                    { Dose: 1.5, Dayofweek: 'SATURDAY', timeofday: 'EVENING' },
                    { Dose: 1.5, Dayofweek: 'SUNDAY', timeofday: 'EVENING' },
                  ],
                },
              ],
            },
          ],
        },
        DosageText:
          '2 tabletter på kvällen måndag, onsdag och fredag, 1,5 tabletter på kvällen tisdag, torsdag, lördag och söndag',
      },
    },
  },
];
