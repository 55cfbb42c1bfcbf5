// DripDosage: a dosage by infusion.
import { container, decimal, exact, integerMember, objectOf, string } from '../shared/common.ts';
import { dosageText, quantityMember, timeOfDayMember } from './dosage-fields.ts';

export const DripDosage = objectOf(
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
