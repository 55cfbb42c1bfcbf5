// A dosage of GetMedicationHistory 2.1 → the dosage plugin IX3Dosage.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';
import { durationText, incompleteDosage } from '../../translation/swedish-dosage.ts';
import { valuesIn } from '../../translation/unread.ts';
import {
  definedItems,
  joinedLines,
  nonBlank,
  nonEmptyList,
  partialObject,
  timeValue,
} from '../../translation/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import type { PqIntervalType } from '../wire-types.ts';
import { dosageLines } from './dosage-text.ts';
import type { Unit } from './dose-schemes.ts';
import type { DosageType, SchemeType } from './drug-choice.ts';
import { endsOf, hasAmount, lengthOf, timeOfDay } from './quantities.ts';

type Ix3Dosage = NonNullable<Static<typeof DosagePlugin>['IX3Dosage']>;
type Instance = NonNullable<Ix3Dosage['DoseInstance']>[number];

/** What the doses of a scheme share. */
type Common = { readonly unitDose: Unit; readonly isConditional: boolean };

/** The doses of a scheme, with their quantities. The text of the dosage says how often they are taken. */
const instancesOf = (scheme: SchemeType = {}, { unitDose, isConditional }: Common): Instance[] => {
  const instance = (dose: PqIntervalType | undefined, more: Instance = {}) => {
    if (dose === undefined) return undefined;
    const { low, high } = endsOf(dose, unitDose);
    return omitUndefined<Instance>({
      MinQty: low,
      MaxQty: high,
      ...(isConditional ? { Conditional: true } : {}),
      ...more,
    });
  };
  const { frequencyDosage, periodDosage, occasionDosage, singleDose } = scheme;
  return [
    instance(frequencyDosage?.dose),
    instance(periodDosage?.dose),
    ...(occasionDosage?.administration ?? []).map(({ dose, time }) =>
      instance(dose, partialObject<Instance>({ NamedTime: timeOfDay(time)?.name })),
    ),
    instance(singleDose?.dose, partialObject<Instance>({ DoseTime: timeValue(singleDose?.time) })),
  ].filter(made => made !== undefined);
};

/** The end of a dosage, and a line if its length is a maximum: the end has no member for that. */
const endOf = (sent: NonNullable<DosageType['lengthOfTreatment']>) => {
  const length = lengthOf(sent.treatmentInterval);
  if (length === undefined) return undefined;
  const { digits, unit } = length;
  return {
    DoseEnd: {
      DoseEndType: 'DURATION',
      EndDuration: omitUndefined({ length: digits, TimeType: unit.type }),
    },
    // False is not read, and therefore counted: no member says that a length is exact.
    line:
      peek(sent).isMaximumTreatmentTime === true && sent.isMaximumTreatmentTime
        ? `behandling i högst ${durationText(digits, unit)}`
        : undefined,
  };
};

/** Whether all of a dosage can be read, but its free texts. */
const isReadable = (dosage: DosageType): boolean =>
  dosageLines(dosage) !== undefined &&
  (!hasAmount(dosage.lengthOfTreatment?.treatmentInterval) ||
    lengthOf(dosage.lengthOfTreatment?.treatmentInterval) !== undefined);

/**
 * Whether only some of the doses depend on the condition: those of `conditionalDosage` itself. A condition without doses is that of
 * the whole dosage.
 */
const isPartlyConditional = ({ setDosage, conditionalDosage: conditional }: DosageType): boolean =>
  valuesIn(setDosage) > 0 && valuesIn(conditional) > valuesIn(conditional?.conditionDescription);

/** The free text of a conditional dosage, with its condition: `Vid smärta: endast kvällstid`. */
const conditionalFreeText = (conditional: DosageType['conditionalDosage']): string | undefined => {
  const text = nonBlank(conditional?.unstructuredDosageInformation?.text);
  return text === undefined
    ? undefined
    : definedItems([nonBlank(conditional?.conditionDescription), text]).join(': ');
};

/**
 * One dosage. Its text says how often. If a part of it cannot be read or is damaged, only the prescriber's texts remain, and a line
 * that says so: the other parts would be another dosage. They are not read, and therefore counted.
 *
 * @param isDamaged whether something in the dosage was repeated or unreadable.
 */
export const ix3Dosage = (dosage: DosageType, isDamaged: boolean): Ix3Dosage => {
  const { setDosage, maximumDosage, conditionalDosage: conditional, lengthOfTreatment, unitDose } = dosage;
  const isWhole = !isDamaged && isReadable(peek(dosage));
  const end = isWhole && lengthOfTreatment !== undefined ? endOf(lengthOfTreatment) : undefined;
  const lines = isWhole ? (dosageLines(dosage) ?? []) : undefined;
  const isPartial = isPartlyConditional(peek(dosage));
  const conditionalDoses = isWhole ? instancesOf(conditional, { unitDose, isConditional: true }) : [];
  // Doses that are published say one by one whether they depend on the condition. Without them, its text as a member would be read as
  // the condition of the whole dosage.
  const hasConditionMember = !isPartial || conditionalDoses.length > 0;
  return omitUndefined<Ix3Dosage>({
    DosageText: joinedLines([
      dosage.dosageInstruction,
      ...(lines ?? []),
      end?.line,
      setDosage?.unstructuredDosageInformation?.text,
      hasConditionMember ? undefined : conditionalFreeText(conditional),
      ...(isWhole ? [] : [maximumDosage?.unstructuredDosageInformation?.text, incompleteDosage]),
    ]),
    DosageShortText: isWhole ? nonBlank(dosage.shortNotation) : undefined,
    Conditional: conditional === undefined || isPartial ? undefined : true,
    ConditionalText: hasConditionMember
      ? joinedLines([conditional?.conditionDescription, conditional?.unstructuredDosageInformation?.text])
      : undefined,
    DoseEnd: end?.DoseEnd,
    DoseInstance: isWhole
      ? nonEmptyList([...instancesOf(setDosage, { unitDose, isConditional: false }), ...conditionalDoses])
      : undefined,
  });
};
