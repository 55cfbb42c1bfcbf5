// The nine dosage plugins of a prescription. An entry of `DosagePlugin` holds exactly one of them.
import {
  type Component,
  container,
  decimal,
  exact,
  flag,
  integerMember,
  objectOf,
  string,
} from '../shared/common.ts';
import { IX3Dosage } from './dosage-ix3.ts';

const minDose = decimal('The smallest dose. Equal to the largest if the dose is fixed.', 1);
const maxDose = decimal('The largest dose.', 2);
const doseUnit = string('The unit of the doses.', 'tablett');
const dosageText = string(
  'The dosage in words. Prefer it when you show the dosage to a patient.',
  '1 tablett 3 gånger per dag',
);
const timeOfDayMember = exact('The time of day, hour and minute.', '08:00');
const timeUnit = exact('The unit of time.', 'HOUR', 'DAY', 'WEEK');

/** A number with its unit: in XML, the element's text and an attribute. */
const quantityMember = (description: string, example: number, unit: string, $id: string) =>
  objectOf({ $self: decimal('The number.', example), Unit: string('Its unit.', unit) }, description, {
    $id,
  });

const unitCount = 'The number of time units.';

/** A duration: a whole number of time units. */
const timeSpan = (description: string, example: number, published?: Component) =>
  objectOf({ $self: integerMember(unitCount, example), Type: timeUnit }, description, published);

const FreeTextDosage = objectOf(
  {
    Text: string('The dosage as the prescriber wrote it.', 'Enligt särskilt schema'),
    Unit: doseUnit,
    Motivation: string('Why the dosage is in free text.', 'Nedtrappning'),
    DosageText: dosageText,
  },
  'A dosage in free text.',
);

const NormalDosage = objectOf(
  {
    MinDose: minDose,
    MaxDose: maxDose,
    Unit: doseUnit,
    Time: objectOf(
      {
        TimesPerDay: integerMember('The number of times a day.', 3),
        Times: objectOf({ Time: timeOfDayMember }, 'The times of day.', { $id: 'NormalDosageTimes' }),
      },
      'When the dose is taken.',
      { $id: 'NormalDosageTime' },
    ),
    WhenNeeded: objectOf(
      {
        MaxDose: objectOf(
          {
            $self: decimal('The largest amount.', 8),
            DoseRestriction: exact('The period that the amount applies to.', 'DAY'),
          },
          'The largest amount that may be taken within a period.',
          { $id: 'MaxDoseWithinPeriod' },
        ),
        MinimumIntervalBetweenDosages: objectOf(
          { $self: decimal(unitCount, 4), Type: timeUnit },
          'The shortest time between two doses.',
        ),
      },
      'The limits, if the drug is taken when needed.',
      { $id: 'WhenNeededLimits' },
    ),
    DosageText: dosageText,
  },
  'The same dose, a number of times a day.',
);

const timedDose = objectOf(
  { MinDose: minDose, MaxDose: maxDose, Time: timeOfDayMember },
  'A dose and its time.',
  { $id: 'TimedDose' },
);

const OccasionDosage = objectOf(
  {
    Unit: doseUnit,
    Dosages: objectOf(
      {
        OccasionPerDayDosages: container(
          'OccasionPerDayDose',
          objectOf(
            {
              MinDose: minDose,
              MaxDose: maxDose,
              DoseOrder: integerMember('The position of the dose within the day, from 1.', 1),
            },
            'A dose of the day.',
          ),
          'The doses of a day in their order, without times.',
        ),
        TimeOfDayDosages: container('TimeOfDayDose', timedDose, 'Doses by part of the day.'),
        SpecifiedTimeDosages: container('SpecifiedTimeDose', timedDose, 'Doses by the clock.'),
      },
      'The doses of a day.',
      { $id: 'OccasionDosages' },
    ),
    DosageText: dosageText,
  },
  'Different doses on different occasions during the day.',
);

const OnceDosage = objectOf(
  {
    minDose,
    maxDose,
    unit: doseUnit,
    dateTime: exact('When it is taken, as the EHR writes it.', '2026-01-15T08:00:00'),
    dosageText,
  },
  'A single dose. Its members start with a lower-case letter, as in the contract.',
);

const PeriodicDosage = objectOf(
  {
    MinDose: minDose,
    MaxDose: maxDose,
    Unit: doseUnit,
    IntervalTime: timeSpan('The time from one dose to the next.', 2),
    DosageText: dosageText,
  },
  'A dose at a fixed interval.',
);

const WeeklyDosage = objectOf(
  {
    Unit: doseUnit,
    Weeks: container(
      'Week',
      container(
        'Doses',
        container(
          'Dose',
          objectOf(
            {
              Dose: decimal('The dose.', 1),
              Dayofweek: exact('The day of the week.', 'MONDAY'),
              timeofday: timeOfDayMember,
            },
            'A dose.',
            { $id: 'WeeklyDose' },
          ),
          'The doses of a day.',
          { $id: 'WeeklyDoses' },
        ),
        'The doses of a week.',
      ),
      'The weeks of the schedule. It starts over after the last one.',
    ),
    DosageText: dosageText,
  },
  'A schedule by days of the week.',
);

/** The six that can also be part of a MultiDosage. */
const simplePlugins = {
  FreeTextDosage,
  NormalDosage,
  OccasionDosage,
  OnceDosage,
  PeriodicDosage,
  WeeklyDosage,
};

const DripDosage = objectOf(
  {
    Amount: quantityMember('How much of the drug is given.', 500, 'mg', 'DripAmount'),
    Volume: quantityMember('The volume of the infusion.', 100, 'ml', 'DripVolume'),
    Concentration: quantityMember('The concentration of the infusion.', 5, 'mg/ml', 'DripConcentration'),
    Duration: objectOf(
      {
        $self: integerMember('The number of time units.', 30),
        TimeUnit: exact('The unit of time.', 'MINUTE', 'HOUR'),
      },
      'How long the infusion takes.',
      { $id: 'DripDuration' },
    ),
    Iteration: objectOf(
      {
        DailyReoccurence: objectOf(
          { Amount: integerMember('The number of times a day.', 2) },
          'Repeated a number of times a day (the spelling is the contract’s).',
        ),
        SpecifiedTimes: container('Time', timeOfDayMember, 'Given at these times of day.'),
        TimesADay: objectOf(
          {
            StartTime: exact('When the first one is given, hour and minute.', '08:00'),
            Amount: integerMember('The number of times a day.', 3),
          },
          'Spread over the day, from a start time.',
        ),
        Continuous: string('Given without interruption.', 'true'),
      },
      'How often the infusion is given.',
      { $id: 'DripIteration' },
    ),
    Speeds: objectOf(
      {
        Speed: decimal('The speed.', 50),
        MinSpeed: decimal('The lowest speed.', 25),
        MaxSpeed: decimal('The highest speed.', 100),
        AmountUnit: string('The unit of the amount per time.', 'ml'),
        TimeUnit: exact('The unit of time.', 'HOUR'),
      },
      'The speed of the infusion.',
      { $id: 'DripSpeeds' },
    ),
    DosageText: dosageText,
  },
  'A dosage by infusion.',
);

const timeInSequence = { $id: 'MultiDosageTime', general: 'A time of a dosage in a sequence.' };

const MultiDosage = container(
  'Dosage',
  objectOf(
    {
      StartTime: timeSpan('How long after the start of the treatment this dosage starts.', 7, timeInSequence),
      StartDateTime: exact('When this dosage starts, as the EHR writes it.', '2026-01-15T08:00:00'),
      DurationTime: timeSpan('How long this dosage lasts.', 7, timeInSequence),
      DurationDateTime: objectOf(
        {
          $self: exact('When this dosage ends, as the EHR writes it.', '2026-01-22T08:00:00'),
          Unlimited: flag('Whether it continues without an end.', false),
        },
        'When this dosage ends.',
      ),
      DosePlugin: objectOf(simplePlugins, 'The dosage itself: one of the six.'),
    },
    'One dosage of the sequence.',
    { $id: 'MultiDosageStep' },
  ),
  'Several dosages in sequence, such as a dose that is reduced step by step.',
);

export const DosagePlugin = objectOf(
  { DripDosage, MultiDosage, ...simplePlugins, IX3Dosage },
  'One dosage. Exactly one member is present; it shows which kind of dosage this is.',
  { $id: 'Dosage' },
);
