// The six dosage plugins that can also be part of a MultiDosage.
import { container, decimal, integer, objectOf, text } from '../shared/common.ts';
import { dosageText, doseUnit, maxDose, minDose, timeOfDay, timeSpan } from './dosage-fields.ts';

const FreeTextDosage = objectOf(
  {
    Text: text('The dosage as the prescriber wrote it.', 'Enligt särskilt schema'),
    Unit: doseUnit,
    Motivation: text('Why the dosage is in free text.', 'Nedtrappning'),
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
        TimesPerDay: integer('How many times a day.', 3),
        Times: objectOf({ Time: timeOfDay }, 'At which times of day.'),
      },
      'When the dose is taken.',
    ),
    WhenNeeded: objectOf(
      {
        MaxDose: objectOf(
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

const timedDose = objectOf({ MinDose: minDose, MaxDose: maxDose, Time: timeOfDay }, 'A dose and its time.');

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
              DoseOrder: integer('The place of the dose among those of the day, from 1.', 1),
            },
            'A dose of the day.',
          ),
          'The doses of a day in their order, without times.',
        ),
        TimeOfDayDosages: container('TimeOfDayDose', timedDose, 'Doses by part of the day.'),
        SpecifiedTimeDosages: container('SpecifiedTimeDose', timedDose, 'Doses by the clock.'),
      },
      'The doses of a day.',
    ),
    DosageText: dosageText,
  },
  'Different doses at different occasions of the day.',
);

const OnceDosage = objectOf(
  {
    minDose,
    maxDose,
    unit: doseUnit,
    dateTime: text('When it is taken, as the EHR writes it.', '2026-01-15T08:00:00'),
    dosageText,
  },
  'A single dose. Its members begin with a small letter, as in the contract.',
);

const PeriodicDosage = objectOf(
  {
    MinDose: minDose,
    MaxDose: maxDose,
    Unit: doseUnit,
    IntervalTime: timeSpan('The time from one dose to the next.', integer('How many units of time.', 2)),
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

export const simplePlugins = {
  FreeTextDosage,
  NormalDosage,
  OccasionDosage,
  OnceDosage,
  PeriodicDosage,
  WeeklyDosage,
};
