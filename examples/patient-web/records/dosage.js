// A dosage as a patient reads it: its text as it came; the doses in numbers only for the kinds that health record systems fill in
// themselves. A line is a list of parts: texts of the record, which are in Swedish, and words of this app, in the user's language.
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

/** The doses of each kind of dosage, a line each. */
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
  // Its instances are not shown: how often, how long and up to which limit stand in the text alone.
  IX3Dosage: ({ DoseStart: start, DoseEnd: end }) => [
    given(start?.StartDate?.value, time => [own(words().from), ...moment(time)]),
    given(end?.EndDate?.value, time => [own(words().until), ...moment(time)]),
    given(end?.EndDuration?.length, () => [own(words().during), lengthOf(end.EndDuration)]),
  ],
  FreeTextDosage: ({ Text: text, DosageText: other = text }) => [text === other ? [] : given(text, ofRecord)],
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

/** What the service writes where a dosage cannot be shown whole (D38). */
const notWhole = 'Doseringen kan inte visas i sin helhet: fråga vården.';

/** The text of a dosage of any kind; undefined if there is none. The short notation stands where there is no text, or not a whole one. */
const textOf = ({ DosageText, dosageText, Text, DosageShortText: short }) => {
  const text = [DosageText, dosageText, Text, short].find(one => one?.trim());
  return short && text.includes(notWhole) ? `${short}\n${text}` : text;
};

const linesIn = (text = '') =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

const linesOfPlugin = plugin =>
  Object.entries(plugin)
    .flatMap(([kind, dosage]) => [
      ...linesIn(textOf(dosage)).map(line => [ofRecord(line)]),
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

/** The text of a dosage, a line each, and how long a step lasts that does not say it; the doses in words where a text is missing. */
const linesOfText = plugin => {
  const texts = textsIn(plugin);
  if (texts.length === 0 || texts.includes(undefined))
    return plugin.IX3Dosage === undefined ? dosageLines(plugin) : [[own(words().seePrescription)]];
  return texts.flatMap((text, step) => {
    const lasts = durationOf(plugin.MultiDosage?.Dosage[step] ?? {});
    const isSaid = lasts.length === 0 || text.includes(lasts.at(-1).text);
    const lines = linesIn(text).map((line, index) =>
      step > 0 && index === 0 ? [own(words().next), ofRecord(line)] : [ofRecord(line)],
    );
    return isSaid ? lines : [...lines, lasts];
  });
};

/** The condition of a whole dosage that its text does not say. */
const conditionOf = ({ IX3Dosage: { ConditionalText: condition, DoseInstance: doses = [] } = {} }, text) => {
  const isPartial = doses.some(({ Conditional: isConditional }) => isConditional);
  const isSaid = text.toLowerCase().includes(condition?.trim().toLowerCase());
  return isPartial || isSaid ? [] : given(condition, one => [own(words().onlyIf), ofRecord(one)]);
};

const isWhenNeeded = ({ NormalDosage: normal, IX3Dosage: ix3 }) =>
  Object.keys(normal?.WhenNeeded ?? {}).length > 0 || ix3?.WholeWhenNeeded === true;

const saysWhenNeeded = text => /behov|\bv\.?b\b|\bprn\b|(when|as|if) needed/i.test(text);

/**
 * How a drug is taken, line by line, and each dosage once: the texts of its dosages as they came, with a condition before the dose where
 * the text does not say it. That a dosage is not whole is the last line.
 * @param {object[]} plugins the dosages of a prescription.
 * @param {boolean} isDrugWhenNeeded whether the prescription says so of the drug.
 * @returns a list of lines; a line is a list of `{ isRecord, text }`.
 */
export const dosageText = (plugins, isDrugWhenNeeded = false) => {
  if (plugins.length === 0) return [[own(words().seePrescription)]];
  const dosages = plugins.map(plugin => {
    const [first, ...others] = linesOfText(plugin);
    const text = [first, ...others].map(joined).join('\n');
    // Of several dosages of which one text says it, the others may be regular ones.
    const isNeeded =
      isWhenNeeded(plugin) || (isDrugWhenNeeded && (plugins.length === 1 || !plugin.IX3Dosage));
    const needed = isNeeded && !saysWhenNeeded(text) ? [own(`${words().whenNeeded}:`)] : [];
    const condition = conditionOf(plugin, text);
    return [...(condition.length > 0 ? [condition] : []), [...needed, ...first], ...others];
  });
  // A line may come again in one text: it belongs to the line before it.
  const once = [...new Map(dosages.map(lines => [lines.map(joined).join('\n'), lines])).values()].flat();
  const isWhole = line => joined(line) !== notWhole;
  return [...once.filter(isWhole), ...once.filter(line => !isWhole(line)).slice(0, 1)];
};

const dayNames = '(mån|tis|ons|tors|fre|lör|sön)dagar';
const daysFirst = new RegExp(
  `^(vid [^:]+: )?(${dayNames}|(varannan|vartannat|var \\d+:[ae]) (dag|vecka|månad|år)|\\d+ gång(er)? per (vecka|månad|år))[^:]*: `,
  'i',
);
/** Whether a line begins with the days on which the drug is taken: whoever overlooks them takes it every day. */
export const beginsWithDays = line => daysFirst.test(joined(line));

const weekOf = ({ WeeklyDosage: dosage }) => dosage?.Weeks?.Week ?? [];

/**
 * The doses of a weekly drug by day.
 * @returns for each week seven texts, `4` or, of several doses a day, `1 + 2`; undefined for a day without a dose. Undefined if it is
 *   not a weekly drug, has another dosage beside it, or names a day that is not understood.
 */
export const weeklyDoses = plugins => {
  const weeks = plugins.flatMap(weekOf);
  if (weeks.length === 0 || plugins.length > 1) return undefined;
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
