// The plugin that can express any dosage: doses by occasion, bounds and rates in members, and the rest as text.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';
import { incompleteDosage } from '../../translation/swedish-dosage.ts';
import { definedItems, joinedLines, nonEmptyList, timeValue } from '../../translation/values.ts';
import type { Dosage } from './dosage.ts';
import { dosageText } from './dosage-text.ts';
import { amountWords, type Dose } from './dose.ts';
import { eventTimingText } from './event-timing.ts';
import type { Period, Repeat } from './timing.ts';
import { type Duration, publishedDuration, treatmentLength } from './treatment-length.ts';

type Ix3 = NonNullable<Static<typeof DosagePlugin>['IX3Dosage']>;
type Instance = NonNullable<Ix3['DoseInstance']>[number];

const doseEnd = ({ end }: Period, length: Duration | undefined): Ix3['DoseEnd'] => {
  if (end !== undefined) return { DoseEndType: 'DATE', EndDate: { value: end } };
  return length === undefined ? undefined : { DoseEndType: 'DURATION', EndDuration: length };
};

/** How long an infusion takes. */
const infusionLength = ({ duration, durationUnit }: Repeat): Duration | undefined =>
  duration === undefined ? undefined : publishedDuration(duration, durationUnit);

/** When a dose is taken: at a time of day, at a named occasion, or at a point in time. */
const occasionsOf = ({ repeat, events }: Dosage): Pick<Instance, 'NamedTime' | 'DoseTime'>[] => [
  ...(repeat?.timeOfDay ?? []).map(NamedTime => ({ NamedTime })),
  ...definedItems((repeat?.when ?? []).map(code => eventTimingText(code, repeat?.offset))).map(NamedTime => ({
    NamedTime,
  })),
  ...events.map(value => ({ DoseTime: { value } })),
];

const quantityOf = (dose: Dose | undefined) => ({
  MinQty: dose?.low === undefined ? undefined : amountWords(dose.low),
  MaxQty: dose?.high === undefined ? undefined : amountWords(dose.high),
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

/** A dosage that cannot be shown whole: what the prescriber wrote, and a line that says so. */
export const incompleteIx3Dosage = ({
  sequence,
  instruction,
}: Pick<Dosage, 'sequence' | 'instruction'>): Ix3 =>
  omitUndefined<Ix3>({
    DosageOrder: sequence,
    DosageText: joinedLines([...instruction, incompleteDosage]),
  });

export const ix3Dosage = (dosage: Dosage): Ix3 => {
  if (!dosage.isReadable) return incompleteIx3Dosage(dosage);
  const { repeat, period, isAsNeededFor, rate } = dosage;
  const length = treatmentLength(dosage);
  const infusion = repeat === undefined ? undefined : infusionLength(repeat);
  const rest = dosageText(dosage, { hasDurationMember: infusion !== undefined });
  const words = [...definedItems([rest]), ...length.words].join('; ');
  const name = dosage.timingName;
  // What the code means is not said twice.
  const isRepeated = name !== undefined && words.split('; ')[0] === name;
  const isAsNeeded = isAsNeededFor ? true : dosage.asNeeded;
  return omitUndefined<Ix3>({
    DosageOrder: dosage.sequence,
    DosageText: joinedLines([...dosage.instruction, isRepeated ? undefined : name, words]),
    WholeWhenNeeded: isAsNeeded,
    Conditional: isAsNeededFor ? true : undefined,
    ConditionalText: dosage.asNeededFor,
    Rate: rate,
    InfusionDuration: infusion,
    DoseStart:
      period.start === undefined
        ? undefined
        : omitUndefined({ DoseStartType: 'DATE', StartDate: timeValue(period.start) }),
    DoseEnd: doseEnd(period, length.published),
    DoseInstance: instancesOf(dosage, isAsNeeded === true),
  });
};
