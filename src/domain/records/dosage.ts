// The nine dosage plugins of a prescription. An entry of `DosagePlugin` holds one of them.
import Type from 'typebox';
import { ExactInteger, list, members, Time } from './shared/common.ts';

const text = Type.String();
const number = Type.Number();
const yes = Type.Boolean();

/** A number and the unit that it is in, as text and attribute. */
const quantity = members({ $self: number, Unit: text });
const typed = <S extends Type.TSchema>($self: S) => members({ $self, Type: text });

const DripDosage = members({
  Amount: quantity,
  Volume: quantity,
  Concentration: quantity,
  Duration: members({ $self: ExactInteger, TimeUnit: text }),
  Iteration: members({
    DailyReoccurence: members({ Amount: ExactInteger }),
    SpecifiedTimes: list('Time', text),
    TimesADay: members({ StartTime: text, Amount: ExactInteger }),
    Continuous: text,
  }),
  Speeds: members({ Speed: number, MinSpeed: number, MaxSpeed: number, AmountUnit: text, TimeUnit: text }),
  DosageText: text,
});

const FreeTextDosage = members({ Text: text, Unit: text, Motivation: text, DosageText: text });

const NormalDosage = members({
  MinDose: number,
  MaxDose: number,
  Unit: text,
  Time: members({ TimesPerDay: ExactInteger, Times: members({ Time: text }) }),
  WhenNeeded: members({
    MaxDose: members({ $self: number, DoseRestriction: text }),
    MinimumIntervalBetweenDosages: typed(number),
  }),
  DosageText: text,
});

const timedDose = members({ MinDose: number, MaxDose: number, Time: text });

const OccasionDosage = members({
  Unit: text,
  Dosages: members({
    OccasionPerDayDosages: list(
      'OccasionPerDayDose',
      members({ MinDose: number, MaxDose: number, DoseOrder: ExactInteger }),
    ),
    TimeOfDayDosages: list('TimeOfDayDose', timedDose),
    SpecifiedTimeDosages: list('SpecifiedTimeDose', timedDose),
  }),
  DosageText: text,
});

const OnceDosage = members({
  minDose: number,
  maxDose: number,
  unit: text,
  dateTime: text,
  dosageText: text,
});

const PeriodicDosage = members({
  MinDose: number,
  MaxDose: number,
  Unit: text,
  IntervalTime: typed(ExactInteger),
  DosageText: text,
});

const WeeklyDosage = members({
  Unit: text,
  Weeks: list(
    'Week',
    list('Doses', list('Dose', members({ Dose: number, Dayofweek: text, timeofday: text }))),
  ),
  DosageText: text,
});

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
  members({
    StartTime: typed(ExactInteger),
    StartDateTime: text,
    DurationTime: typed(ExactInteger),
    DurationDateTime: members({ $self: text, Unlimited: yes }),
    DosePlugin: members(simplePlugins),
  }),
);

const duration = members({ length: text, TimeType: Type.String({ examples: ['DAY', 'WEEK', 'MONTH'] }) });

const IX3Dosage = members({
  Conditional: yes,
  ConditionalText: text,
  DosageType: text,
  DoseDistributionType: text,
  DoseDuration: duration,
  InfusionDuration: duration,
  DoseStart: members({
    DoseStartType: Type.String({ examples: ['DATE', 'AFTER_PREVIOUS'] }),
    StartDuration: duration,
    StartDate: Time,
  }),
  DoseEnd: members({
    DoseEndType: Type.String({ examples: ['DATE', 'DURATION', 'UNLIMITED'] }),
    EndDuration: duration,
    EndDate: Time,
  }),
  DoseInstance: Type.Array(
    members({
      Conditional: yes,
      DaysFromDosageStart: ExactInteger,
      NamedTime: text,
      DoseOrder: ExactInteger,
      DoseTime: Time,
      MaxQty: text,
      MinQty: text,
      OneOff: yes,
      OneOffTime: Time,
      Type: Type.String({ examples: ['NORMAL', 'ONE_OFF', 'EXTRA_DOSE'] }),
    }),
  ),
  Continuous: yes,
  DosageText: text,
  DosageShortText: text,
  DosageOrder: ExactInteger,
  ExtraDose: yes,
  NoOfAdminTimes: ExactInteger,
  Rate: text,
  WholeWhenNeeded: yes,
  RepetitionLength: ExactInteger,
});

export const DosagePlugin = members({ DripDosage, MultiDosage, ...simplePlugins, IX3Dosage });
