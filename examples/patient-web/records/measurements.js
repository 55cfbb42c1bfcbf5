// Measured values in journal notes, as series over time: from values with a unit, and from groups such as a blood pressure.
import { compareTimes } from '../time.js';
import { isValid, noteOf, timeOf } from './notes.js';

/** `72,5` → 72.5; undefined for a text that is no number, such as `<5`. */
const numberIn = text =>
  /^-?\d+([.,]\d+)?$/.test(text?.trim() ?? '') ? Number(text.trim().replace(',', '.')) : undefined;

const isBloodPressure = ({ ArchetypeId: id = '', ArchetypeRecord: group = [] }) =>
  /blood_pressure/.test(id) ||
  (group.some(({ Name: name = '' }) => /^systol/i.test(name)) &&
    group.some(({ Name: name = '' }) => /^diastol/i.test(name)));

const part = (group, pattern) =>
  group.find(({ Name: name = '', Magnitude: value }) => pattern.test(name) && value !== undefined);

/** The readings in a group: one pair of a blood pressure, or one a value. */
const readingsOf = (one, time) => {
  const { Name: name, Magnitude: text, Unit: unit, Range: range, ArchetypeRecord: group = [] } = one;
  const at = one.EventDateTime?.startDateTime?.value ?? time;
  const [upper, lower] = [part(group, /^systol/i), part(group, /^diastol/i)];
  if (isBloodPressure(one) && upper !== undefined && lower !== undefined) {
    return [
      {
        kind: 'blood-pressure',
        unit: upper.Unit ?? lower.Unit,
        time: at,
        text: `${upper.Magnitude} / ${lower.Magnitude}`,
        upper: numberIn(upper.Magnitude),
        lower: numberIn(lower.Magnitude),
      },
    ];
  }
  if (text !== undefined && name !== undefined)
    return [{ name, unit, range, time: at, text, value: numberIn(text) }];
  return group.flatMap(inner => readingsOf(inner, at));
};

/** The readings of keywords. A value without a unit is not a measurement, unless it was written with a tool for numbers. */
const readingsIn = (records, time) =>
  records.flatMap(
    ({
      Keyword: name,
      KeywordToolType: tool,
      Value: values = [],
      Unit: units = [],
      Range: ranges = [],
      ...of
    }) => [
      ...values.flatMap(({ $self: text, JournalValueType: type }, index) => {
        const value = numberIn(text);
        const isMeasured =
          value !== undefined && (units[index] !== undefined || tool === 'NumericTool' || type === 'Numeric');
        return isMeasured && name !== undefined
          ? [{ name, unit: units[index], range: ranges[index], time, text, value }]
          : [];
      }),
      ...(of.OtherValue?.ArchetypeRecords?.ArchetypeRecord ?? []).flatMap(one => readingsOf(one, time)),
      ...readingsIn(of.Record ?? [], time),
    ],
  );

const byTime = (a, b) => compareTimes(a.time ?? '', b.time ?? '');

/** A name for a URL: `langd-cm` */
const keyOf = ({ kind, name, unit }) =>
  kind ??
  [name, unit]
    .filter(Boolean)
    .join('-')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');

/**
 * The measurements of journal notes that are valid, by what was measured and in which unit. Blood pressure comes first, then what was
 * measured most often.
 * @returns {{ key: string, kind?: string, name?: string, unit?: string, readings: object[] }[]} The readings are the oldest first; each
 *   has `time` (may be undefined), `text`, and its number in `value`, or in `upper` and `lower` of a blood pressure, where it is one.
 */
export const measurementsIn = records => {
  const series = new Map();
  for (const record of records.filter(isValid)) {
    for (const reading of readingsIn(noteOf(record).Records?.Record ?? [], timeOf(record))) {
      const key = keyOf(reading);
      const { kind, name, unit } = reading;
      if (!series.has(key)) series.set(key, { key, kind, name, unit, readings: [] });
      series.get(key).readings.push(reading);
    }
  }
  return [...series.values()]
    .map(one => ({ ...one, readings: one.readings.toSorted(byTime) }))
    .toSorted(
      (a, b) =>
        Number(b.kind !== undefined) - Number(a.kind !== undefined) || b.readings.length - a.readings.length,
    );
};
