// The dosages of a prescription that may also be one part of a `MultiDosage`.
import type { Tree } from './record-tree.ts';

export const simpleDosages = {
  FreeTextDosage: {
    Text: 'string',
    Unit: 'string',
    Motivation: 'string',
    DosageText: 'string',
  },
  NormalDosage: {
    MinDose: 'number',
    MaxDose: 'number',
    Unit: 'string',
    Time: {
      TimesPerDay: 'integer',
      Times: {
        Time: 'string',
      },
    },
    WhenNeeded: {
      MaxDose: {
        $self: 'number',
        DoseRestriction: 'string',
      },
      MinimumIntervalBetweenDosages: {
        $self: 'number',
        Type: 'string',
      },
    },
    DosageText: 'string',
  },
  OccasionDosage: {
    Unit: 'string',
    Dosages: {
      OccasionPerDayDosages: {
        OccasionPerDayDose: [
          {
            MinDose: 'number',
            MaxDose: 'number',
            DoseOrder: 'integer',
          },
        ],
      },
      TimeOfDayDosages: {
        TimeOfDayDose: [
          {
            MinDose: 'number',
            MaxDose: 'number',
            Time: 'string',
          },
        ],
      },
      SpecifiedTimeDosages: {
        SpecifiedTimeDose: [
          {
            MinDose: 'number',
            MaxDose: 'number',
            Time: 'string',
          },
        ],
      },
    },
    DosageText: 'string',
  },
  OnceDosage: {
    minDose: 'number',
    maxDose: 'number',
    unit: 'string',
    dateTime: 'string',
    dosageText: 'string',
  },
  PeriodicDosage: {
    MinDose: 'number',
    MaxDose: 'number',
    Unit: 'string',
    IntervalTime: {
      $self: 'integer',
      Type: 'string',
    },
    DosageText: 'string',
  },
  WeeklyDosage: {
    Unit: 'string',
    Weeks: {
      Week: [
        {
          Doses: [
            {
              Dose: [
                {
                  Dose: 'number',
                  Dayofweek: 'string',
                  timeofday: 'string',
                },
              ],
            },
          ],
        },
      ],
    },
    DosageText: 'string',
  },
} as const satisfies Tree;
