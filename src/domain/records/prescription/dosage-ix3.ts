// IX3Dosage: the dosage of newer EHR versions, in full detail.
import { arrayOf, flag, integer, objectOf, text, time } from '../shared/common.ts';

const duration = (description: string) =>
  objectOf(
    {
      length: text('How many units of time.', '10'),
      TimeType: text(
        'The unit of time.',
        'MINUTE',
        'HOUR',
        'DAY',
        'WEEK',
        'MONTH',
        'YEAR',
        'ADMIN_OCCASION',
        'UNLIMITED',
      ),
    },
    description,
  );

const DoseInstance = objectOf(
  {
    Conditional: flag('Whether the dose depends on a condition.', false),
    DaysFromDosageStart: integer('On which day of the dosage, the first being 0.', 0),
    NamedTime: text('The time by its name.', 'Till natten'),
    DoseOrder: integer('The place of the dose among those of the day, from 1.', 1),
    DoseTime: time('The time of day at which the dose is taken.'),
    MaxQty: text('The largest dose, as text. The unit is in the text of the dosage.', '2'),
    MinQty: text('The smallest dose, as text. Equal to the largest where the dose is fixed.', '1'),
    OneOff: flag('Whether it is a single dose.', false),
    OneOffTime: time('When the single dose is taken.'),
    Type: text(
      'The kind of dose.',
      'NORMAL',
      'ONE_OFF',
      'WHEN_NEEDED_ONE_OFF',
      'WHEN_NEEDED_WITHOUT_TIME',
      'EXTRA_DOSE',
    ),
  },
  'One dose.',
);

export const IX3Dosage = objectOf(
  {
    Conditional: flag('Whether the dosage depends on a condition, given in `ConditionalText`.', false),
    ConditionalText: text('The condition.', 'Vid systoliskt blodtryck över 160'),
    DosageType: text('The type of the dosage, in the words of the EHR.', 'FIXED'),
    DoseDistributionType: text(
      'How the doses are spread over the day, in the words of the EHR.',
      'TIMES_PER_DAY',
    ),
    DoseDuration: duration('How long one dose takes.'),
    InfusionDuration: duration('How long the infusion takes.'),
    DoseStart: objectOf(
      {
        DoseStartType: text(
          'What the start is given by.',
          'AFTER_PREVIOUS',
          'DATE',
          'UNKNOWN',
          'IMMEDIATE_AFTER_PREVIOUS_DOSAGE',
        ),
        StartDuration: duration('How long after the start of the treatment.'),
        StartDate: time('The date on which it starts.'),
      },
      'When the dosage starts.',
    ),
    DoseEnd: objectOf(
      {
        DoseEndType: text('What the end is given by.', 'DURATION', 'DATE', 'UNLIMITED'),
        EndDuration: duration('How long the dosage lasts.'),
        EndDate: time('The date on which it ends.'),
      },
      'When the dosage ends.',
    ),
    DoseInstance: arrayOf(DoseInstance, 'The doses, in their order.'),
    Continuous: flag('Whether the drug is given without interruption.', false),
    DosageText: text(
      'The dosage in words. Prefer it where you show the dosage to a patient.',
      '1 tablett 3 gånger per dag i 10 dagar',
    ),
    DosageShortText: text('The dosage in words, abbreviated.', '1x3'),
    DosageOrder: integer('The place of this dosage among those of the prescription, from 1.', 1),
    ExtraDose: flag('Whether extra doses may be given.', false),
    NoOfAdminTimes: integer('How many times the drug is given in all.', 30),
    Rate: text('The rate of an infusion, with its unit.', '50 ml/h'),
    WholeWhenNeeded: flag('Whether the whole dosage is taken when needed.', false),
    RepetitionLength: integer('After how many days the doses begin again.', 1),
  },
  'A dosage in full detail.',
);
