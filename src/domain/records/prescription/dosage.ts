// The nine dosage plugins of a prescription. An entry of `DosagePlugin` holds one of them.
import type { TSchema } from 'typebox';
import { decimal, flag, integer, list, members, text } from '../shared/common.ts';
import { IX3Dosage } from './dosage-ix3.ts';

const minDose = decimal('The smallest dose. Equal to the largest where the dose is fixed.', 1);
const maxDose = decimal('The largest dose.', 2);
const doseUnit = text('The unit of the doses.', 'tablett');
const dosageText = text(
  'The dosage in words. Prefer it where you show the dosage to a patient.',
  '1 tablett 3 gånger per dag',
);
const timeOfDay = text('The time of day, hour and minute.', '08:00');
const timeUnit = text('The unit of time.', 'HOUR', 'DAY', 'WEEK');

/** A number and the unit that it is in, as text and attribute. */
const quantity = (description: string, example: number, unit: string) =>
  members({ $self: decimal('The number.', example), Unit: text('Its unit.', unit) }, description);

/** A number of units of time. */
const timeSpan = <S extends TSchema>(description: string, $self: S) =>
  members({ $self, Type: timeUnit }, description);

const DripDosage = members(
  {
    Amount: quantity('How much of the drug is given.', 500, 'mg'),
    Volume: quantity('The volume of the infusion.', 100, 'ml'),
    Concentration: quantity('The concentration of the infusion.', 5, 'mg/ml'),
    Duration: members(
      { $self: integer('How long.', 30), TimeUnit: text('The unit of time.', 'MINUTE', 'HOUR') },
      'How long the infusion takes.',
    ),
    Iteration: members(
      {
        DailyReoccurence: members(
          { Amount: integer('How many times a day.', 2) },
          'Repeated a number of times a day (the spelling is the contract’s).',
        ),
        SpecifiedTimes: list('Time', timeOfDay, 'Given at these times of day.'),
        TimesADay: members(
          {
            StartTime: text('When the first is given, hour and minute.', '08:00'),
            Amount: integer('How many.', 3),
          },
          'Spread over the day from a first time.',
        ),
        Continuous: text('Given without interruption.', 'true'),
      },
      'How often the infusion is given.',
    ),
    Speeds: members(
      {
        Speed: decimal('The speed.', 50),
        MinSpeed: decimal('The lowest speed.', 25),
        MaxSpeed: decimal('The highest speed.', 100),
        AmountUnit: text('The unit of the amount per time.', 'ml'),
        TimeUnit: text('The unit of time.', 'HOUR'),
      },
      'The speed of the infusion.',
    ),
    DosageText: dosageText,
  },
  'A dosage by infusion.',
);

const FreeTextDosage = members(
  {
    Text: text('The dosage as the prescriber wrote it.', 'Enligt särskilt schema'),
    Unit: doseUnit,
    Motivation: text('Why the dosage is in free text.', 'Nedtrappning'),
    DosageText: dosageText,
  },
  'A dosage in free text.',
);

const NormalDosage = members(
  {
    MinDose: minDose,
    MaxDose: maxDose,
    Unit: doseUnit,
    Time: members(
      {
        TimesPerDay: integer('How many times a day.', 3),
        Times: members({ Time: timeOfDay }, 'At which times of day.'),
      },
      'When the dose is taken.',
    ),
    WhenNeeded: members(
      {
        MaxDose: members(
          {
            $self: decimal('The largest amount.', 8),
            DoseRestriction: text('The time that the amount is for.', 'DAY'),
          },
          'The most that may be taken in a time.',
        ),
        MinimumIntervalBetweenDosages: timeSpan(
          'The shortest time between two doses.',
          decimal('How many units of time.', 4),
        ),
      },
      'The limits, where the drug is taken when needed.',
    ),
    DosageText: dosageText,
  },
  'The same dose, a number of times a day.',
);

const timedDose = members({ MinDose: minDose, MaxDose: maxDose, Time: timeOfDay }, 'A dose and its time.');

const OccasionDosage = members(
  {
    Unit: doseUnit,
    Dosages: members(
      {
        OccasionPerDayDosages: list(
          'OccasionPerDayDose',
          members(
            {
              MinDose: minDose,
              MaxDose: maxDose,
              DoseOrder: integer('The place of the dose among those of the day, from 1.', 1),
            },
            'A dose of the day.',
          ),
          'The doses of a day in their order, without times.',
        ),
        TimeOfDayDosages: list('TimeOfDayDose', timedDose, 'Doses by part of the day.'),
        SpecifiedTimeDosages: list('SpecifiedTimeDose', timedDose, 'Doses by the clock.'),
      },
      'The doses of a day.',
    ),
    DosageText: dosageText,
  },
  'Different doses at different occasions of the day.',
);

const OnceDosage = members(
  {
    minDose,
    maxDose,
    unit: doseUnit,
    dateTime: text('When it is taken, as the EHR writes it.', '2026-01-15T08:00:00'),
    dosageText,
  },
  'A single dose. Its members begin with a small letter, as in the contract.',
);

const PeriodicDosage = members(
  {
    MinDose: minDose,
    MaxDose: maxDose,
    Unit: doseUnit,
    IntervalTime: timeSpan('The time from one dose to the next.', integer('How many units of time.', 2)),
    DosageText: dosageText,
  },
  'A dose at a fixed interval.',
);

const WeeklyDosage = members(
  {
    Unit: doseUnit,
    Weeks: list(
      'Week',
      list(
        'Doses',
        list(
          'Dose',
          members(
            {
              Dose: decimal('The dose.', 1),
              Dayofweek: text('The day of the week.', 'MONDAY'),
              timeofday: timeOfDay,
            },
            'A dose.',
          ),
          'The doses of a day.',
        ),
        'The doses of a week.',
      ),
      'The weeks of the schedule, which begins again after the last.',
    ),
    DosageText: dosageText,
  },
  'A schedule by days of the week.',
);

/** The six plugins that also stand inside a `MultiDosage`. */
const simplePlugins = {
  FreeTextDosage,
  NormalDosage,
  OccasionDosage,
  OnceDosage,
  PeriodicDosage,
  WeeklyDosage,
};

const MultiDosage = list(
  'Dosage',
  members(
    {
      StartTime: timeSpan(
        'When this dosage starts, after the treatment has.',
        integer('How many units of time.', 7),
      ),
      StartDateTime: text('When this dosage starts, as the EHR writes it.', '2026-01-15T08:00:00'),
      DurationTime: timeSpan('How long this dosage lasts.', integer('How many units of time.', 7)),
      DurationDateTime: members(
        {
          $self: text('When this dosage ends, as the EHR writes it.', '2026-01-22T08:00:00'),
          Unlimited: flag('Whether it goes on without an end.', false),
        },
        'When this dosage ends.',
      ),
      DosePlugin: members(simplePlugins, 'The dosage itself: one of the six.'),
    },
    'One dosage of the sequence.',
  ),
  'Several dosages one after the other, such as a dose that is reduced step by step.',
);

export const DosagePlugin = members(
  { DripDosage, MultiDosage, ...simplePlugins, IX3Dosage },
  'One dosage. Exactly one of the members is present and says what kind it is.',
);
