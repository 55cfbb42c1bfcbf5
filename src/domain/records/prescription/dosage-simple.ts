// The six dosage plugins that can also be part of a MultiDosage.
import { container, decimal, exact, integerMember, objectOf, string } from '../shared/common.ts';
import {
  decimalTimeSpan,
  dosageText,
  doseUnit,
  maxDose,
  minDose,
  timeOfDayMember,
  timeSpan,
} from './dosage-fields.ts';

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
        MinimumIntervalBetweenDosages: decimalTimeSpan('The shortest time between two doses.', 4),
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

export const simplePlugins = {
  FreeTextDosage,
  NormalDosage,
  OccasionDosage,
  OnceDosage,
  PeriodicDosage,
  WeeklyDosage,
};
