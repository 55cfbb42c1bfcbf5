// The dosages of GetMedicationHistory 2.1 → the dosage plugin IX3Dosage.
import Type, { type Static } from 'typebox';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../domain/records/dosage.ts';
import { members } from '../../../domain/records/shared/common.ts';
import { filled, type Lose, lines, several, some, timeValue, words } from './values.ts';
import { CvType, flag, PqIntervalType, PqType, text, time } from './wire-types.ts';

/** How much and how often, in whichever of several ways. */
const SchemeType = members({
  frequencyDosage: members({ dose: PqIntervalType, frequency: PqType }),
  periodDosage: members({ dose: PqIntervalType, period: PqType }),
  occasionDosage: members({
    period: PqType,
    administration: Type.Array(members({ dose: PqIntervalType, time: text, dayOfPeriod: text })),
  }),
  rampedDosage: members({ doseStep: PqType, timeStep: PqType }),
  singleDose: members({ dose: PqIntervalType, time }),
  unstructuredDosageInformation: members({ text }),
});
type SchemeType = Static<typeof SchemeType>;

export const DosageType = members({
  lengthOfTreatment: members({ treatmentInterval: PqIntervalType, isMaximumTreatmentTime: flag }),
  dosageInstruction: text,
  unitDose: CvType,
  shortNotation: text,
  setDosage: SchemeType,
  maximumDosage: SchemeType,
  conditionalDosage: members({ conditionDescription: text, ...SchemeType.properties }),
});
export type DosageType = Static<typeof DosageType>;

type Ix3Dosage = NonNullable<Static<typeof DosagePlugin>['IX3Dosage']>;
type Instance = NonNullable<Ix3Dosage['DoseInstance']>[number];

/** The unit of a quantity: its own, else that of the whole dosage. UCUM's `1` says that there is none. */
const unitOf = ({ unit }: PqIntervalType, unitDose: CvType | undefined) =>
  filled(unit) === undefined || unit === '1' ? words(unitDose) : unit;

/** A quantity with its unit, for a number alone would be read as any: `0.5 tablett`. The digits stay as written. */
const quantity = (digits: string | undefined, unit: string | undefined) =>
  filled(digits) === undefined ? undefined : [digits, unit].filter(part => part !== undefined).join(' ');

/** The doses of a scheme, each with its quantities. */
const instancesOf = (
  scheme: SchemeType,
  { unitDose, isConditional }: { unitDose: CvType | undefined; isConditional: boolean },
): Instance[] => {
  const instance = (dose: PqIntervalType | undefined, more: Instance = {}) =>
    dose === undefined
      ? undefined
      : omitUndefined<Instance>({
          MinQty: quantity(dose.low, unitOf(dose, unitDose)),
          MaxQty: quantity(dose.high, unitOf(dose, unitDose)),
          ...(isConditional ? { Conditional: true } : {}),
          ...more,
        });
  return [
    instance(scheme.frequencyDosage?.dose),
    instance(scheme.periodDosage?.dose),
    ...(scheme.occasionDosage?.administration ?? []).map(one =>
      instance(one.dose, some<Instance>({ NamedTime: filled(one.time) })),
    ),
    instance(scheme.singleDose?.dose, some<Instance>({ DoseTime: timeValue(scheme.singleDose?.time) })),
  ].filter(one => one !== undefined);
};

/** Parts of a scheme that the published dosage has no place for: never left out in silence (D29). */
const loseHomeless = (scheme: SchemeType, path: string, lose: Lose) => {
  const homeless: Record<string, unknown> = {
    'frequencyDosage/frequency': scheme.frequencyDosage?.frequency,
    'periodDosage/period': scheme.periodDosage?.period,
    'occasionDosage/period': scheme.occasionDosage?.period,
    rampedDosage: scheme.rampedDosage,
  };
  for (const [part, found] of Object.entries(homeless)) {
    if (found !== undefined) lose(`${path}/${part}`, 'out-of-bounds');
  }
  for (const { dayOfPeriod } of scheme.occasionDosage?.administration ?? []) {
    if (filled(dayOfPeriod) !== undefined) {
      lose(`${path}/occasionDosage/administration/dayOfPeriod`, 'out-of-bounds');
    }
  }
};

/** UCUM's units of time; another one is passed on as it is. */
const timeTypes: Readonly<Record<string, string>> = {
  min: 'MINUTE',
  h: 'HOUR',
  d: 'DAY',
  wk: 'WEEK',
  mo: 'MONTH',
  a: 'YEAR',
};

const doseEndOf = ({ treatmentInterval: found }: NonNullable<DosageType['lengthOfTreatment']>) => {
  const lengths = [...new Set([filled(found?.low), filled(found?.high)])].filter(one => one !== undefined);
  const unit = filled(found?.unit);
  if (lengths.length === 0) return undefined;
  const timeType = unit !== undefined && Object.hasOwn(timeTypes, unit) ? timeTypes[unit] : unit;
  return {
    DoseEndType: 'DURATION',
    EndDuration: omitUndefined({ length: lengths.join('-'), TimeType: timeType }),
  };
};

/**
 * One dosage.
 * @param path of the dosage's element, for what is lost.
 */
export const ix3Dosage = (dosage: DosageType, path: string, lose: Lose): Ix3Dosage => {
  const { setDosage = {}, conditionalDosage: conditional, unitDose, lengthOfTreatment } = dosage;
  loseHomeless(setDosage, `${path}/setDosage`, lose);
  if (conditional !== undefined) loseHomeless(conditional, `${path}/conditionalDosage`, lose);
  if (dosage.maximumDosage !== undefined) lose(`${path}/maximumDosage`, 'out-of-bounds');
  if (lengthOfTreatment?.isMaximumTreatmentTime === true) {
    lose(`${path}/lengthOfTreatment/isMaximumTreatmentTime`, 'out-of-bounds');
  }
  return omitUndefined<Ix3Dosage>({
    DosageText: lines(dosage.dosageInstruction, setDosage.unstructuredDosageInformation?.text),
    DosageShortText: dosage.shortNotation,
    Conditional: conditional === undefined ? undefined : true,
    ConditionalText: lines(
      conditional?.conditionDescription,
      conditional?.unstructuredDosageInformation?.text,
    ),
    DoseEnd: lengthOfTreatment === undefined ? undefined : doseEndOf(lengthOfTreatment),
    DoseInstance: several([
      ...instancesOf(setDosage, { unitDose, isConditional: false }),
      ...instancesOf(conditional ?? {}, { unitDose, isConditional: true }),
    ]),
  });
};
