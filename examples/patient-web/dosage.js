// A dosage as a patient reads it: the words of the prescriber, and below them the doses in numbers, which the words may lack. A
// line is a list of parts, each with its language: records are in Swedish, the words of this app in English.
import { count, readable } from './format.js';

const sv = text => ({ lang: 'sv', text: String(text) });
const en = text => ({ lang: 'en', text });
/** The parts that a member makes; none if the record does not have it. */
const given = (value, parts) => (value === undefined ? [] : [parts(value)].flat());

/** `1–2 tablett`, `up to 2 tablett`. Many systems send a fixed dose as its lower end alone. */
const amount = ({ least, most, unit }) => {
  const ends = [...new Set([least, most].filter(end => end !== undefined))];
  if (ends.length === 0) return [];
  const written = sv([ends.join('–'), unit].filter(Boolean).join(' '));
  return least === undefined ? [en('up to'), written] : [written];
};
const doseOf = ({ MinDose: least, MaxDose: most }, unit) => amount({ least, most, unit });

const timeUnits = { MINUTE: 'minute', HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' };
const timeUnit = (type, words) => (Object.hasOwn(timeUnits, type) ? en(words(timeUnits[type])) : sv(type));
/** `2 hours` */
const span = ({ $self: number, Type: type = '' }) =>
  Object.hasOwn(timeUnits, type) ? en(count(number, timeUnits[type])) : sv(`${number} ${type}`);
/** `7-10 days` */
const lengthOf = ({ length, TimeType: type }) => span({ $self: length, Type: type });
/** `every day`, `every 2 days` */
const every = interval =>
  Number(interval.$self) === 1 && Object.hasOwn(timeUnits, interval.Type)
    ? en(`every ${timeUnits[interval.Type]}`)
    : [en('every'), span(interval)];
/** A time of day: `at 08:00`, `till natten` */
const at = time => given(time, one => (/^\d/.test(one) ? [en('at'), sv(one)] : sv(one)));
const moment = time => given(time, one => (readable(one) === undefined ? sv(one) : en(readable(one))));

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** @param code of any system: `MONDAY`, `mon` */
const weekday = code => {
  const day = weekdays.find(one => one.slice(0, 3).toLowerCase() === code.slice(0, 3).toLowerCase());
  return day === undefined ? sv(code) : en(day);
};

/** The limits of a drug that is taken when needed. */
const limits = ({ MaxDose: most, MinimumIntervalBetweenDosages: apart }, unit) => [
  ...given(most?.$self, number => [en('at most'), ...amount({ least: number, most: number, unit })]),
  ...given(most?.DoseRestriction, type => timeUnit(type, word => `per ${word}`)),
  ...given(apart, time => [en('at least'), span(time), en('apart')]),
];

/** The doses of each kind of dosage, a line each. Any other kind has words alone. */
const linesOf = {
  NormalDosage: ({
    Unit: unit,
    Time: { TimesPerDay: times, Times } = {},
    WhenNeeded: needed = {},
    ...dose
  }) => [
    [
      ...doseOf(dose, unit),
      ...given(times, number => en(`${count(number, 'time')} a day`)),
      ...at(Times?.Time),
    ],
    limits(needed, unit),
  ],
  PeriodicDosage: ({ Unit: unit, IntervalTime: interval, ...dose }) => [
    [...doseOf(dose, unit), ...given(interval, every)],
  ],
  OccasionDosage: ({ Unit: unit, Dosages: days = {} }) => [
    ...(days.OccasionPerDayDosages?.OccasionPerDayDose ?? []).map(dose => [
      ...doseOf(dose, unit),
      ...given(dose.DoseOrder, order => en(`as dose ${order} of the day`)),
    ]),
    ...[days.TimeOfDayDosages?.TimeOfDayDose, days.SpecifiedTimeDosages?.SpecifiedTimeDose]
      .flatMap(doses => doses ?? [])
      .map(dose => [...doseOf(dose, unit), ...at(dose.Time)]),
  ],
  OnceDosage: ({ minDose: least, maxDose: most, unit, dateTime: time }) => [
    [...amount({ least, most, unit }), en('once'), ...moment(time)],
  ],
  WeeklyDosage: ({ Unit: unit, Weeks: { Week: weeks = [] } = {} }) =>
    weeks.flatMap(({ Doses: days = [] }, week) =>
      days
        .flatMap(({ Dose: doses = [] }) => doses)
        .map(({ Dose: number, Dayofweek: day, timeofday: time }) => [
          ...amount({ least: number, most: number, unit }),
          ...given(day, weekday),
          ...at(time),
          ...(weeks.length > 1 ? [en(`in week ${week + 1} of ${weeks.length}`)] : []),
        ]),
    ),
  IX3Dosage: ({ DoseInstance: instances = [], ConditionalText: condition, ...of }) => {
    // Either some of the doses depend on the condition, or all of them do.
    const isPartial = instances.some(({ Conditional: isConditional }) => isConditional);
    const onlyIf = given(condition, text => [en('only if:'), sv(text)]);
    return [
      isPartial ? [] : onlyIf,
      ...instances.map(({ MinQty: least, MaxQty: most, NamedTime: name, DoseTime: time, Conditional }) => [
        ...amount({ least, most }),
        ...given(name, sv),
        ...moment(time?.value),
        ...(isPartial && Conditional ? onlyIf : []),
      ]),
      given(of.Rate, rate => [en('at a rate of'), sv(rate)]),
      given(of.InfusionDuration, length => [en('each lasts'), lengthOf(length)]),
      given(of.DoseStart?.StartDate, time => [en('from'), ...moment(time.value)]),
      given(of.DoseEnd?.EndDate, time => [en('until'), ...moment(time.value)]),
      given(of.DoseEnd?.EndDuration, length => [en('for'), lengthOf(length)]),
    ];
  },
  MultiDosage: ({ Dosage: steps = [] }) =>
    steps.flatMap(({ DosePlugin: step = {} }, index) =>
      dosageLines(step).map((line, number) => (index > 0 && number === 0 ? [en('then'), ...line] : line)),
    ),
};

/**
 * The lines of a dosage, of any of the nine kinds.
 * @returns a list of lines; a line is a list of `{ lang, text }`.
 */
export const dosageLines = plugin => {
  const lines = Object.entries(plugin)
    .flatMap(([kind, dosage]) => [
      given(dosage.DosageText ?? dosage.dosageText ?? dosage.Text ?? dosage.DosageShortText, sv),
      ...(Object.hasOwn(linesOf, kind) ? linesOf[kind](dosage) : []),
    ])
    .filter(line => line.length > 0);
  return lines.length > 0 ? lines : [[en('see your prescription')]];
};
