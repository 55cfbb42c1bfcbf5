// A dosage → the dosage plugin IX3Dosage: the one form in which the service itself makes dosages (D38, one dosage in every region).
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Ix3Dosage } from '../../../../domain/records/prescription/dosage-ix3.ts';
import { joinedLines, nonEmptyList } from '../../values/values.ts';
import { exactly } from './digits.ts';
import type { Amount, Dosage, DosePart, Intake, Length, Regimen } from './dosage.ts';
import { lengthText, rangeText, regimenLines } from './sentence.ts';
import { nounFor, type Period } from './time-units.ts';

type Instance = NonNullable<Ix3Dosage['DoseInstance']>[number];

/** The line that stands for a dose that cannot be read completely: a part of it would be another dose. */
const incompleteDosage = 'Doseringen kan inte visas i sin helhet: fråga vården.';

/** An amount with the digits of the source: `2.0 tabletter`, `<5 mg`. */
const quantityText = ({ digits, unit, comparator }: Amount): string =>
  `${comparator ?? ''}${digits}${unit === undefined ? '' : ` ${nounFor(digits, unit)}`}`;

/** The doses of an intake: one for each day and time. An intake that says neither how much nor at which times has none. */
const instancesOf = (intake: Intake, more: Instance): Instance[] => {
  const { dose, timing } = intake;
  const { timesOfDay = [], dates = [], days } = timing;
  const occasions: Instance[] = [
    ...timesOfDay.map(({ name }) => ({ NamedTime: name })),
    ...dates.map(value => ({ DoseTime: { value } })),
  ];
  if (occasions.length === 0 && dose !== undefined) occasions.push({});
  const instances = occasions.map(occasion =>
    omitUndefined<Instance>({
      ...occasion,
      MinQty: dose?.low && quantityText(dose.low),
      MaxQty: dose?.high && quantityText(dose.high),
      ...more,
    }),
  );
  return (days ?? [1]).flatMap(() => instances);
};

const doseInstances = (parts: readonly DosePart[], isAsNeeded: boolean): Instance[] | undefined => {
  const instances = parts.flatMap(part => {
    if (part.kind !== 'intake') return [];
    return instancesOf(part, part.condition === undefined ? {} : { Conditional: true });
  });
  return nonEmptyList(
    instances.map((instance, at) => {
      const hasTime = instance.NamedTime !== undefined || instance.DoseTime !== undefined;
      const Type = isAsNeeded && !hasTime ? 'WHEN_NEEDED_WITHOUT_TIME' : 'NORMAL';
      return { ...instance, DoseOrder: at + 1, Type };
    }),
  );
};

/**
 * The conditions of doses that are published one by one, and say whether they depend on it. Without one, it would be read as the condition
 * of the whole dosage.
 */
const markedConditions = (parts: readonly DosePart[]) =>
  parts.map(part =>
    part.condition !== undefined && part.kind === 'intake' && instancesOf(part, {}).length > 0
      ? part.condition
      : undefined,
  );

const endDuration = ({ range: { low, high } }: Length): Ix3Dosage['DoseEnd'] => {
  const isPlain = low?.comparator === undefined && high?.comparator === undefined;
  if (low === undefined || high?.type === undefined || low.type !== high.type || !isPlain) return undefined;
  const length = low.digits === high.digits ? low.digits : `${low.digits}-${high.digits}`;
  return { DoseEndType: 'DURATION', EndDuration: { length, TimeType: high.type } };
};

/** The end of a dosage, and the line about its length if that member does not say it. A date takes its place. */
const endOf = ({ end, length }: Pick<Regimen, 'end' | 'length'>) => {
  const duration = length === undefined || end !== undefined ? undefined : endDuration(length);
  const isExact = duration !== undefined && length?.isMaximum === false;
  return {
    DoseEnd: end === undefined ? duration : { DoseEndType: 'DATE' as const, EndDate: { value: end } },
    line: length === undefined || isExact ? undefined : lengthText(length),
  };
};

/** How long an infusion takes. A range has no member: its lower end alone would contradict it. */
const infusionDuration = (duration: Period | undefined): Ix3Dosage['InfusionDuration'] =>
  duration?.low === undefined || duration.unit.type === undefined || exactly(duration) === undefined
    ? undefined
    : { length: duration.low, TimeType: duration.unit.type };

/** A dosage is shown whole or not at all: else only the prescriber's own texts, and a line that says so. */
export const ix3Dosage = (dosage: Dosage): Ix3Dosage => {
  const { texts, laterTexts = [], ways = [], condition, regimen } = dosage;
  const { parts = [], start } = regimen ?? {};
  const { DoseEnd, line } = endOf(regimen ?? {});
  const intake = parts.find((part): part is Intake & DosePart => part.kind === 'intake');
  return omitUndefined<Ix3Dosage>({
    DosageOrder: dosage.order,
    DosageText: joinedLines([
      ...texts,
      ...ways,
      ...(regimen === undefined ? [] : regimenLines(regimen, dosage)),
      line,
      ...laterTexts,
      regimen === undefined ? incompleteDosage : undefined,
    ]),
    DosageShortText: dosage.shortText,
    WholeWhenNeeded: dosage.asNeeded,
    Conditional: condition === undefined ? undefined : true,
    ConditionalText: condition?.text ?? joinedLines(markedConditions(parts)),
    Rate: intake?.rate && rangeText(intake.rate, digits => digits),
    InfusionDuration: infusionDuration(intake?.timing.duration),
    DoseStart: start === undefined ? undefined : { DoseStartType: 'DATE', StartDate: { value: start } },
    DoseEnd,
    DoseInstance: doseInstances(parts, dosage.asNeeded === true),
  });
};
