// R4 Dosages for each kind of dosage in the extracts.
import type { PatientData } from '../../extracts/world.ts';
import { amountIn } from '../../patients/parts.ts';
import { concept, instant, period, withoutUndefined } from './parts.ts';

type Dosages = NonNullable<PatientData['prescriptions'][number]['Prescription']>['PrescriptionDosages'];
type Plugin = NonNullable<NonNullable<Dosages>['DosagePlugin']>[number];
type Amount = string | number | bigint | undefined;
type Dosage = Readonly<Record<string, unknown>>;

const quantity = (value: Amount, unit: string | undefined) =>
  value === undefined ? undefined : withoutUndefined({ value: Number(value), unit });

/** One dose, or a range of doses. */
const dose = (low: Amount, high: Amount, unit: string | undefined) => {
  if (low === undefined && high === undefined) return undefined;
  const isOne = low !== undefined && (high === undefined || high === low);
  return [
    isOne
      ? { doseQuantity: quantity(low, unit) }
      : { doseRange: withoutUndefined({ low: quantity(low, unit), high: quantity(high, unit) }) },
  ];
};

const repeated = (repeat: object) => ({ repeat });
const daily = (times: Amount) => repeated({ frequency: Number(times ?? 1), period: 1, periodUnit: 'd' });

/** Clock times for the parts of a day. */
const hours: Readonly<Record<string, string>> = { MORNING: '08:00:00', EVENING: '20:00:00' };
const hourOf = (time: string | undefined) =>
  hours[time ?? ''] ?? (time === undefined ? undefined : `${time}:00`);

const normal = ({ NormalDosage: of }: Plugin): Dosage[] => {
  if (of === undefined) return [];
  const most = of.WhenNeeded?.MaxDose?.$self;
  return [
    {
      text: of.DosageText,
      asNeededBoolean: of.WhenNeeded === undefined ? undefined : true,
      timing: daily(of.Time?.TimesPerDay),
      doseAndRate: dose(of.MinDose, of.MaxDose, of.Unit),
      maxDosePerPeriod:
        most === undefined
          ? undefined
          : { numerator: quantity(most, of.Unit), denominator: { value: 1, unit: 'dygn' } },
    },
  ];
};

const intervalUnits: Readonly<Record<string, string>> = { HOUR: 'h', DAY: 'd', WEEK: 'wk', MONTH: 'mo' };

const periodic = ({ PeriodicDosage: of }: Plugin): Dosage[] =>
  of === undefined
    ? []
    : [
        {
          text: of.DosageText,
          timing: repeated({
            frequency: 1,
            period: Number(of.IntervalTime?.$self ?? 1),
            periodUnit: intervalUnits[of.IntervalTime?.Type ?? ''],
          }),
          doseAndRate: dose(of.MinDose, of.MaxDose, of.Unit),
        },
      ];

/** One Dosage for each different dose of a day, all at once; the text of the whole would be that of none of them. */
const occasion = ({ OccasionDosage: of }: Plugin): Dosage[] =>
  (of?.Dosages?.TimeOfDayDosages?.TimeOfDayDose ?? []).map(one => ({
    timing: repeated({ timeOfDay: [hourOf(one.Time)] }),
    doseAndRate: dose(one.MinDose, one.MaxDose, of?.Unit),
  }));

const once = ({ OnceDosage: of }: Plugin): Dosage[] =>
  of?.dateTime === undefined
    ? []
    : [
        {
          timing: { event: [instant(of.dateTime.replace(/\D/g, ''))] },
          doseAndRate: dose(of.minDose, of.maxDose, of.unit),
        },
      ];

/** One Dosage for each different dose of the week, with its days. */
const weekly = ({ WeeklyDosage: of }: Plugin): Dosage[] => {
  const doses = of?.Weeks?.Week?.[0]?.Doses?.[0]?.Dose ?? [];
  return [...Map.groupBy(doses, one => `${one.Dose} ${one.timeofday}`).values()].map(same => ({
    timing: repeated({
      dayOfWeek: same.map(({ Dayofweek: day }) => day?.slice(0, 3).toLowerCase()),
      timeOfDay: [hourOf(same[0]?.timeofday)],
    }),
    doseAndRate: dose(same[0]?.Dose, same[0]?.Dose, of?.Unit),
  }));
};

const free = ({ FreeTextDosage: of }: Plugin): Dosage[] => (of === undefined ? [] : [{ text: of.Text }]);

const drip = ({ DripDosage: of }: Plugin): Dosage[] =>
  of === undefined
    ? []
    : [
        {
          text: of.DosageText,
          timing: repeated({
            duration: Number(of.Duration?.$self),
            durationUnit: 'h',
            timeOfDay: (of.Iteration?.SpecifiedTimes?.Time ?? []).map(time => `${time}:00`),
          }),
          doseAndRate: [
            {
              rateRatio: {
                numerator: quantity(of.Speeds?.Speed, 'ml'),
                denominator: { value: 1, unit: 'h' },
              },
            },
          ],
        },
      ];

/** A dosage kind of newer EHR versions: a dose at a part of the day, from a start date. */
const ix3 = ({ IX3Dosage: of }: Plugin): Dosage[] => {
  const instance = of?.DoseInstance?.[0];
  const [least, most] = [amountIn(instance?.MinQty), amountIn(instance?.MaxQty)];
  return of === undefined
    ? []
    : [
        {
          text: of.DosageText,
          asNeededCodeableConcept: of.ConditionalText === undefined ? undefined : concept(of.ConditionalText),
          timing: repeated(
            withoutUndefined({
              boundsPeriod: period(of.DoseStart?.StartDate?.value, undefined),
              frequency: 1,
              period: 1,
              periodUnit: 'd',
              when: ['MORN'],
            }),
          ),
          doseAndRate: dose(least.digits, most.digits, least.unit ?? 'tablett'),
        },
      ];
};

const plain = (plugin: Plugin): Dosage[] =>
  [normal, periodic, occasion, once, weekly, free, drip, ix3].flatMap(say => say(plugin));

/** One Dosage per step, numbered by `sequence`. */
const steps = ({ MultiDosage: of }: Plugin): Dosage[] =>
  (of?.Dosage ?? []).flatMap((step, index) =>
    plain(step.DosePlugin ?? {}).map(dosage => {
      const days = 'DurationTime' in step ? step.DurationTime?.$self : undefined;
      if (days === undefined) return { ...dosage, sequence: index + 1 };
      const { repeat } = (dosage.timing ?? {}) as { repeat?: object };
      const boundsDuration = {
        value: Number(days),
        unit: 'd',
        system: 'http://unitsofmeasure.org',
        code: 'd',
      };
      return { ...dosage, sequence: index + 1, timing: repeated({ boundsDuration, ...repeat }) };
    }),
  );

export const dosageInstructions = (dosages: Dosages) =>
  (dosages?.DosagePlugin ?? []).flatMap(plugin => [...plain(plugin), ...steps(plugin)]).map(withoutUndefined);
