// The plugin that can express any dosage: doses by occasion, bounds and rates in members, and the rest as text.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';
import { nonBlank, nonEmptyList, timeValue } from '../../translation/values.ts';
import { countLoss, first } from '../elements/element.ts';
import { type Quantity, quantityText } from '../elements/quantities.ts';
import type { Dosage } from './dosage.ts';
import { dosageText } from './dosage-text.ts';
import type { Dose } from './dose.ts';
import type { Bounds, Repeat } from './timing.ts';

type Ix3 = NonNullable<Static<typeof DosagePlugin>['IX3Dosage']>;
type Instance = NonNullable<Ix3['DoseInstance']>[number];

const timeTypes: Readonly<Record<string, string>> = {
  min: 'MINUTE',
  h: 'HOUR',
  d: 'DAY',
  wk: 'WEEK',
  mo: 'MONTH',
  a: 'YEAR',
};

const timeTypeOf = (unit: string | undefined): string | undefined =>
  unit !== undefined && Object.hasOwn(timeTypes, unit) ? timeTypes[unit] : undefined;

const unitOf = (quantity: Quantity | undefined) => quantity?.code ?? quantity?.unit;

/** The length of the treatment: `7`, `7-10`. */
const endDuration = ({ duration, range }: Bounds) => {
  const ends = range === undefined ? [duration] : [range.low, range.high];
  const known = ends.filter(end => end !== undefined);
  if (known.length === 0) return undefined;
  return omitUndefined<{ length: string; TimeType: string }>({
    length: known.map(({ comparator = '', digits }) => `${comparator}${digits}`).join('-'),
    TimeType: timeTypeOf(unitOf(known[0])),
  });
};

const doseEnd = (bounds: Bounds): Ix3['DoseEnd'] => {
  if (bounds.end !== undefined) return { DoseEndType: 'DATE', EndDate: { value: bounds.end } };
  const duration = endDuration(bounds);
  return duration === undefined ? undefined : { DoseEndType: 'DURATION', EndDuration: duration };
};

const infusion = ({ duration, durationUnit, element }: Repeat): Ix3['InfusionDuration'] => {
  if (duration === undefined) return undefined;
  const TimeType = timeTypeOf(durationUnit);
  if (TimeType === undefined) countLoss(element, 'durationUnit', 'out-of-bounds');
  return omitUndefined<{ length: string; TimeType: string }>({ length: duration, TimeType });
};

/** When a dose is taken: at a time of day, at a named occasion, or at a point in time. */
const occasionsOf = ({ repeat, events }: Dosage): Pick<Instance, 'NamedTime' | 'DoseTime'>[] => [
  ...[...(repeat?.timeOfDay ?? []), ...(repeat?.when ?? [])].map(NamedTime => ({ NamedTime })),
  ...events.map(value => ({ DoseTime: { value } })),
];

const quantityOf = (dose: Dose | undefined) => ({
  MinQty: dose?.low === undefined ? undefined : quantityText(dose.low),
  MaxQty: dose?.high === undefined ? undefined : quantityText(dose.high),
});

const instancesOf = (dosage: Dosage, isAsNeeded: boolean): Instance[] | undefined => {
  const occasions = occasionsOf(dosage);
  const doses: (Dose | undefined)[] =
    dosage.doses.length === 0 && occasions.length > 0 ? [undefined] : [...dosage.doses];
  const times = occasions.length === 0 ? [undefined] : occasions;
  const placed = doses.flatMap(dose => times.map(occasion => ({ dose, occasion })));
  return nonEmptyList(
    placed.map(({ dose, occasion }, at) =>
      omitUndefined<Instance>({
        ...occasion,
        ...quantityOf(dose),
        DoseOrder: at + 1,
        Type: isAsNeeded && occasion === undefined ? 'WHEN_NEEDED_WITHOUT_TIME' : 'NORMAL',
      }),
    ),
  );
};

/** The frequency, if it is a number of times a day: only that has a member. */
const timesADay = (repeat: Repeat | undefined): number | undefined => {
  if (repeat === undefined) return undefined;
  const { frequency, frequencyMax, period, periodMax, periodUnit } = repeat;
  const isDaily =
    Number(period) === 1 && periodUnit === 'd' && frequencyMax === undefined && periodMax === undefined;
  const value = Number(frequency);
  return isDaily && frequency !== undefined && Number.isSafeInteger(value) ? value : undefined;
};

export const ix3Dosage = (dosage: Dosage): Ix3 => {
  const { element, repeat, bounds, isAsNeededFor } = dosage;
  const daily = timesADay(repeat);
  const rest = dosageText(dosage, daily !== undefined);
  const isAsNeeded = isAsNeededFor ? true : dosage.asNeeded;
  return omitUndefined<Ix3>({
    DosageOrder: dosage.sequence,
    DosageText: nonBlank([...dosage.lines, ...(rest === undefined ? [] : [rest])].join('\n')),
    WholeWhenNeeded: isAsNeeded,
    Conditional: isAsNeededFor ? true : undefined,
    ConditionalText: dosage.asNeededFor,
    Rate: first(dosage.rates, element, 'doseAndRate'),
    InfusionDuration: repeat === undefined ? undefined : infusion(repeat),
    DoseStart:
      bounds.start === undefined
        ? undefined
        : omitUndefined({ DoseStartType: 'DATE', StartDate: timeValue(bounds.start) }),
    DoseEnd: doseEnd(bounds),
    NoOfAdminTimes: daily,
    DoseInstance: instancesOf(dosage, isAsNeeded === true),
  });
};
