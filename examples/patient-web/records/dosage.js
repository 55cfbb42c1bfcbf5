// A dosage as a patient reads it: the words of the prescriber, and the doses in numbers, which the words may lack. A line is a
// list of parts: texts of the record, which are in Swedish, and words of this app, in the user's language.
import { readable } from '../time.js';
import { w } from '../words/words.js';

/** Numbers of the record are written as in the user's language: `4,5` */
const written = value =>
  typeof value === 'number'
    ? value.toLocaleString(w().locale, { useGrouping: false, maximumFractionDigits: 20 })
    : value;
const ofRecord = value => ({ isRecord: true, text: String(written(value)) });
const own = text => ({ isRecord: false, text });
/** The parts that a member makes; none if the record does not have it. */
const given = (value, parts) => (value === undefined || value === '' ? [] : [parts(value)].flat());

const words = () => w().dosage;

/** `1–2 tablett`, `up to 2 tablett`. Many systems send a fixed dose as its lower end alone. */
const amount = ({ least, most, unit }) => {
  const ends = [...new Set([least, most].filter(end => end !== undefined))];
  if (ends.length === 0) return [];
  const dose = ofRecord([ends.map(written).join('–'), unit].filter(Boolean).join(' '));
  return least === undefined ? [own(words().upTo), dose] : [dose];
};
const doseOf = ({ MinDose: least, MaxDose: most }, unit) => amount({ least, most, unit });

const isUnit = type => Object.hasOwn(words().unitsOfTime, type ?? '');
/** `2 hours` */
const span = ({ $self: number, Type: type = '' }) => {
  if (!isUnit(type)) return ofRecord([written(number), type].filter(Boolean).join(' '));
  const [one, many] = words().unitsOfTime[type];
  return own(`${written(number)} ${Number(number) === 1 ? one : many}`);
};
/** `7-10 days` */
const lengthOf = ({ length, TimeType: type }) => span({ $self: length, Type: type });
/** `every day`, `every 2 days` */
const every = interval =>
  Number(interval.$self) === 1 && isUnit(interval.Type)
    ? own(words().every(interval.Type))
    : [own(words().interval), span(interval)];
/** A time of day: `at 08:00`, `in the morning`, `till natten` */
const at = time =>
  given(time, one => {
    if (Object.hasOwn(words().timesOfDay, one)) return own(words().timesOfDay[one]);
    return /^\d/.test(one) ? [own(words().at), ofRecord(one)] : ofRecord(one);
  });
/** A time that the health record system may write in a form of its own: `20260115080000`, `2026-01-15T08:00:00` */
const moment = time =>
  given(time, one => {
    const time = readable(one) ?? readable(one.replaceAll(/[-:T ]/g, ''));
    return time === undefined ? ofRecord(one) : own(time);
  });

const codesOfWeekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** The place of a day in the week, from 0 for Monday; -1 if it is not known. @param code of any system: `MONDAY`, `mon` */
const placeInWeek = code => codesOfWeekdays.indexOf(String(code).slice(0, 3).toLowerCase());
const weekday = code => {
  const place = placeInWeek(code);
  return place < 0 ? ofRecord(code) : own(words().onWeekday(words().weekdays[place]));
};

/** The largest amount of a drug that is taken when needed. */
const limits = ({ MaxDose: most }, unit) => [
  ...given(most?.$self, number => [own(words().atMost), ...amount({ least: number, most: number, unit })]),
  ...given(most?.DoseRestriction, type => (isUnit(type) ? own(words().per(type)) : ofRecord(type))),
];

/** The shortest time between two doses. */
const apartBy = ({ MinimumIntervalBetweenDosages: apart }) =>
  given(apart, time => [own(words().apart), span(time), own(words().apartAfter)]);

/** `500 mg` */
const quantity = ({ $self: number, Unit: unit } = {}) =>
  given(number, () => ofRecord([written(number), unit].filter(value => value !== undefined).join(' ')));
const timesADay = number => own(words().timesADay(number));
/** `125 ml per hour` */
const speed = ({
  Speed: speed,
  MinSpeed: least = speed,
  MaxSpeed: most = speed,
  AmountUnit: unit,
  TimeUnit: time,
}) => {
  const flow = amount({ least, most, unit });
  if (flow.length === 0) return [];
  return [
    own(words().rate),
    ...flow,
    ...given(time, type => (isUnit(type) ? own(words().per(type)) : ofRecord(`/ ${type}`))),
  ];
};

/** The doses of each kind of dosage, a line each. Free text has words alone. */
const linesOf = {
  NormalDosage: ({
    Unit: unit,
    Time: { TimesPerDay: times, Times } = {},
    WhenNeeded: needed = {},
    ...dose
  }) => [
    [...doseOf(dose, unit), ...given(times, timesADay), ...at(Times?.Time)],
    limits(needed, unit),
    apartBy(needed),
  ],
  PeriodicDosage: ({ Unit: unit, IntervalTime: interval, ...dose }) => [
    [...doseOf(dose, unit), ...given(interval, every)],
  ],
  OccasionDosage: ({ Unit: unit, Dosages: days = {} }) => [
    ...(days.OccasionPerDayDosages?.OccasionPerDayDose ?? []).map(dose => [
      ...doseOf(dose, unit),
      ...given(dose.DoseOrder, order => own(words().asDose(order))),
    ]),
    ...[days.TimeOfDayDosages?.TimeOfDayDose, days.SpecifiedTimeDosages?.SpecifiedTimeDose]
      .flatMap(doses => doses ?? [])
      .map(dose => [...doseOf(dose, unit), ...at(dose.Time)]),
  ],
  OnceDosage: ({ minDose: least, maxDose: most, unit, dateTime: time }) => [
    [...amount({ least, most, unit }), own(words().once), ...moment(time)],
  ],
  WeeklyDosage: ({ Unit: unit, Weeks: { Week: weeks = [] } = {} }) =>
    weeks.flatMap(({ Doses: days = [] }, week) =>
      days
        .flatMap(({ Dose: doses = [] }) => doses)
        .map(({ Dose: number, Dayofweek: day, timeofday: time }) => [
          ...amount({ least: number, most: number, unit }),
          ...given(day, weekday),
          ...at(time),
          ...(weeks.length > 1 ? [own(words().inWeek(week + 1, weeks.length))] : []),
        ]),
    ),
  DripDosage: ({
    Amount: drug,
    Volume: volume,
    Concentration: concentration,
    Duration: lasts,
    Iteration: often = {},
    Speeds: speeds = {},
  }) => [
    [
      ...quantity(drug),
      ...(drug?.$self !== undefined && volume?.$self !== undefined ? [own(words().in)] : []),
      ...quantity(volume),
      ...given(concentration?.$self, () => [own(words().concentration), ...quantity(concentration)]),
    ],
    given(lasts?.$self, number => [own(words().lasts), span({ $self: number, Type: lasts.TimeUnit })]),
    speed(speeds),
    [
      ...given(often.DailyReoccurence?.Amount ?? often.TimesADay?.Amount, timesADay),
      ...given(often.TimesADay?.StartTime, time => [own(words().startingAt), ofRecord(time)]),
      ...(often.SpecifiedTimes?.Time ?? []).flatMap(at),
      ...(often.Continuous === 'true' ? [own(words().continuous)] : []),
    ],
  ],
  IX3Dosage: ({ DoseInstance: instances = [], ConditionalText: condition, ...of }) => {
    // Either some of the doses depend on the condition, or all of them do.
    const isPartial = instances.some(({ Conditional: isConditional }) => isConditional);
    const onlyIf = given(condition, text => [own(words().onlyIf), ofRecord(text)]);
    return [
      isPartial ? [] : onlyIf,
      ...instances.map(({ MinQty: least, MaxQty: most, NamedTime: name, DoseTime: time, Conditional }) => [
        ...amount({ least, most }),
        ...given(name, ofRecord),
        ...moment(time?.value),
        ...(isPartial && Conditional ? onlyIf : []),
      ]),
      given(of.Rate, rate => [own(words().rate), ofRecord(rate)]),
      given(of.InfusionDuration?.length, () => [own(words().lasts), lengthOf(of.InfusionDuration)]),
      given(of.DoseStart?.StartDate?.value, time => [own(words().from), ...moment(time)]),
      given(of.DoseEnd?.EndDate?.value, time => [own(words().until), ...moment(time)]),
      given(of.DoseEnd?.EndDuration?.length, () => [own(words().during), lengthOf(of.DoseEnd.EndDuration)]),
    ];
  },
  MultiDosage: ({ Dosage: steps = [] }) =>
    steps.flatMap((step, index) =>
      linesOfPlugin(step.DosePlugin ?? {})
        .map((line, number) => (number === 0 ? [...(index > 0 ? [own(words().next)] : []), ...line] : line))
        .concat([durationOf(step)].filter(line => line.length > 0)),
    ),
};

/** How long a step of a sequence lasts. */
const durationOf = ({ DurationTime: span_, DurationDateTime: end = {} }) => [
  ...given(span_?.$self, () => [own(words().during), span(span_)]),
  ...(end.Unlimited === true
    ? [own(words().unlimited)]
    : given(end.$self, time => [own(words().until), ...moment(time)])),
];

/** The prescriber's words for a dosage of any kind; undefined if there are none. */
const textOf = dosage => dosage.DosageText ?? dosage.dosageText ?? dosage.Text ?? dosage.DosageShortText;

const linesOfPlugin = plugin =>
  Object.entries(plugin)
    .flatMap(([kind, dosage]) => [
      given(textOf(dosage), ofRecord),
      ...(Object.hasOwn(linesOf, kind) ? linesOf[kind](dosage) : []),
    ])
    .filter(line => line.length > 0);

/** The text of a line: parts with spaces between them, but none before a comma. */
export const joined = line =>
  line
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(' ,', ',');

/**
 * The lines of a dosage, of any of the nine kinds: the prescriber's words, then every dose in words.
 * @returns a list of lines; a line is a list of `{ isRecord, text }`.
 */
export const dosageLines = plugin => {
  const lines = linesOfPlugin(plugin);
  return lines.length > 0 ? lines : [[own(words().seePrescription)]];
};

const textsIn = plugin =>
  Object.entries(plugin).flatMap(([kind, dosage]) =>
    kind === 'MultiDosage'
      ? (dosage.Dosage ?? []).map(({ DosePlugin: step = {} }) => textsIn(step)[0])
      : [textOf(dosage)],
  );

/**
 * A dosage in one sentence: the prescriber's words, and where they are missing, the doses in words.
 * @returns a list of `{ isRecord, text }`.
 */
export const dosageSentence = plugins => {
  const sentences = plugins.map(plugin => {
    const texts = textsIn(plugin);
    const isWhole = texts.length > 0 && texts.every(text => text !== undefined && text !== '');
    if (!isWhole) return dosageLines(plugin).flat();
    return texts.flatMap((text, index) =>
      index === 0 ? [ofRecord(text)] : [own(`, ${words().next}`), ofRecord(text)],
    );
  });
  if (sentences.length === 0) return [own(words().seePrescription)];
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [own('·'), ...sentence]));
};

const weekOf = ({ WeeklyDosage: dosage }) => dosage?.Weeks?.Week ?? [];

/**
 * The doses of a weekly drug by day.
 * @returns for each week seven texts, `4` or, of several doses a day, `1 + 2`; undefined for a day without a dose. Undefined if it is
 *   not a weekly drug, or names a day that is not understood.
 */
export const weeklyDoses = plugins => {
  const weeks = plugins.flatMap(weekOf);
  if (weeks.length === 0) return undefined;
  const all = weeks.map(({ Doses: days = [] }) => days.flatMap(({ Dose: doses = [] }) => doses));
  if (all.flat().some(({ Dayofweek: day, Dose: dose }) => placeInWeek(day) < 0 || dose === undefined))
    return undefined;
  return all.map(doses =>
    Array.from({ length: 7 }, (_, place) => {
      const onDay = doses
        .filter(({ Dayofweek: day }) => placeInWeek(day) === place)
        .map(({ Dose: dose }) => dose);
      return onDay.length === 0 ? undefined : onDay.join(' + ');
    }),
  );
};

const daysIn = { DAY: 1, WEEK: 7 };

/** The amount per day of a step; undefined if the step does not say it in numbers. */
const perDay = ({ NormalDosage: dosage }) => {
  const { MinDose: least, MaxDose: most = least, Time: { TimesPerDay: times } = {} } = dosage ?? {};
  return least === undefined || least !== most || times === undefined ? undefined : least * times;
};

/**
 * The steps of a drug whose dose changes step by step, if each step but the last says its length and each its amount per day.
 * @returns a list of `{ amount, days }`, where `days` of the last one may be undefined; undefined if the steps are not all in numbers.
 */
export const taperSteps = plugins => {
  const steps = plugins.flatMap(({ MultiDosage: dosage }) => dosage?.Dosage ?? []);
  if (steps.length < 2) return undefined;
  const all = steps.map(({ DosePlugin: plugin = {}, DurationTime: lasts }) => ({
    amount: perDay(plugin),
    days: lasts && Object.hasOwn(daysIn, lasts.Type) ? lasts.$self * daysIn[lasts.Type] : undefined,
    unit: plugin.NormalDosage?.Unit,
  }));
  const isInNumbers = all.every(
    ({ amount, days }, index) => amount !== undefined && (days !== undefined || index === all.length - 1),
  );
  return isInNumbers ? all : undefined;
};
