// A dosage of GetMedicationHistory 2.1 → the dosage plugin IX3Dosage.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { DosagePlugin } from '../../../../domain/records/prescription/dosage.ts';
import { joinedLines, nonBlank, nonEmptyList, partialObject, timeValue } from '../../translation/values.ts';
import type { CvType, PqIntervalType } from '../wire-types.ts';
import { dosageTexts } from './dosage-text.ts';
import type { DosageType, SchemeType } from './drug-choice.ts';
import { endsOf, timeType } from './quantities.ts';

type Ix3Dosage = NonNullable<Static<typeof DosagePlugin>['IX3Dosage']>;
type Instance = NonNullable<Ix3Dosage['DoseInstance']>[number];

/** What the doses of a scheme share. */
type Common = { readonly unitDose: CvType | undefined; readonly isConditional: boolean };

/** The doses of a scheme, with their quantities. The text of the dosage says how often they are taken. */
const instancesOf = (scheme: SchemeType, { unitDose, isConditional }: Common): Instance[] => {
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
  return [
    instance(scheme.frequencyDosage?.dose),
    instance(scheme.periodDosage?.dose),
    ...(scheme.occasionDosage?.administration ?? []).map(one =>
      instance(one.dose, partialObject<Instance>({ NamedTime: nonBlank(one.time) })),
    ),
    instance(
      scheme.singleDose?.dose,
      partialObject<Instance>({ DoseTime: timeValue(scheme.singleDose?.time) }),
    ),
  ].filter(one => one !== undefined);
};

const doseEndOf = ({ treatmentInterval: found }: NonNullable<DosageType['lengthOfTreatment']>) => {
  const lengths = [...new Set([nonBlank(found?.low), nonBlank(found?.high)])].filter(
    one => one !== undefined,
  );
  if (lengths.length === 0) return undefined;
  return {
    DoseEndType: 'DURATION',
    EndDuration: omitUndefined({ length: lengths.join('-'), TimeType: timeType(nonBlank(found?.unit)) }),
  };
};

/** One dosage. Its text says how often. */
export const ix3Dosage = (dosage: DosageType): Ix3Dosage => {
  const { setDosage = {}, conditionalDosage: conditional, unitDose, lengthOfTreatment } = dosage;
  return omitUndefined<Ix3Dosage>({
    DosageText: joinedLines([
      dosage.dosageInstruction,
      ...dosageTexts(dosage),
      setDosage.unstructuredDosageInformation?.text,
    ]),
    DosageShortText: nonBlank(dosage.shortNotation),
    Conditional: conditional === undefined ? undefined : true,
    ConditionalText: joinedLines([
      conditional?.conditionDescription,
      conditional?.unstructuredDosageInformation?.text,
    ]),
    DoseEnd: lengthOfTreatment === undefined ? undefined : doseEndOf(lengthOfTreatment),
    DoseInstance: nonEmptyList([
      ...instancesOf(setDosage, { unitDose, isConditional: false }),
      ...instancesOf(conditional ?? {}, { unitDose, isConditional: true }),
    ]),
  });
};
