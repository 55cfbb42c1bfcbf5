// IX3Dosage: the dosage of newer EHR versions, in full detail.
import type { Static } from 'typebox';
import { arrayOf, exact, flag, integerMember, objectOf, string, time } from '../shared/common.ts';

const duration = (description: string) =>
  objectOf(
    {
      length: exact('The number of time units.', '10'),
      TimeType: exact(
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
    { $id: 'DoseTimeSpan', general: 'A length of time.' },
  );

const DoseInstance = objectOf(
  {
    Conditional: flag('Whether the dose depends on a condition.', false),
    DaysFromDosageStart: integerMember('The day of the dosage, counted from 0.', 0),
    NamedTime: string('The time as a name.', 'Till natten'),
    DoseOrder: integerMember(
      'The position of the dose among those of the dosage, from 1; where the doses repeat, within the period.',
      1,
    ),
    DoseTime: time('When the dose is taken.'),
    MaxQty: exact('The largest dose, as text, with its unit where the EHR has one.', '2 tabletter'),
    MinQty: exact(
      'The smallest dose, as text, like `MaxQty`: equal to it if the dose is fixed, absent if only the largest is known.',
      '1 tablett',
    ),
    OneOff: flag('Whether it is a single dose.', false),
    OneOffTime: time('When the single dose is taken.'),
    Type: string(
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
    ConditionalText: string('The condition.', 'Vid systoliskt blodtryck över 160'),
    DosageType: string('The type of the dosage, in the words of the EHR.', 'FIXED'),
    DoseDistributionType: exact(
      'How the doses are distributed over the day, in the words of the EHR.',
      'TIMES_PER_DAY',
    ),
    DoseDuration: duration('How long one dose takes.'),
    InfusionDuration: duration('How long the infusion takes.'),
    DoseStart: objectOf(
      {
        DoseStartType: exact(
          'How the start is specified.',
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
        DoseEndType: exact('How the end is specified.', 'DURATION', 'DATE', 'UNLIMITED'),
        EndDuration: duration('How long the dosage lasts.'),
        EndDate: time('The date on which it ends.'),
      },
      'When the dosage ends.',
    ),
    DoseInstance: arrayOf(DoseInstance, 'The doses, in their order.'),
    Continuous: flag('Whether the drug is given without interruption.', false),
    DosageText: string(
      'The dosage in words, a line each: show all of them, and equal ones once. It may say that the dosage is not shown whole; then no other member completes it.',
      '1 tablett 3 gånger per dag i 10 dagar',
    ),
    DosageShortText: string('The dosage in words, abbreviated.', '1x3'),
    DosageOrder: integerMember('The position of this dosage within the prescription, from 1.', 1),
    ExtraDose: flag('Whether extra doses may be given.', false),
    NoOfAdminTimes: integerMember('How many times the drug is given in total.', 30),
    Rate: string('The rate of an infusion, with its unit.', '50 ml/h'),
    WholeWhenNeeded: flag('Whether the whole dosage is taken when needed.', false),
    RepetitionLength: integerMember('After how many days the doses repeat.', 1),
  },
  'A dosage in full detail.',
);

export type Ix3Dosage = Static<typeof IX3Dosage>;
