// The product of a prescription, and how it is taken.
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import { strengthDigits } from '../../translation/dosage/digits.ts';
import { medicineWord } from '../../translation/words/headings.ts';
import { nonBlank, partialObject } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { codeAsId, codedValue, codedWords } from '../values.ts';
import type { DrugChoiceType } from './wire-types.ts';

/** The products of a drug that have a code, most specific first. */
const codedProducts = ({ drug, drugArticle, merchandise }: DrugChoiceType) => [
  drug?.nplId,
  drugArticle?.nplPackId,
  merchandise?.articleNumber,
];

/** The name of a drug, from the first element that has one. */
export const drugNameIn = (choice: DrugChoiceType): string | undefined =>
  codedProducts(choice).reduce<string | undefined>((name, cv) => name ?? codedWords(cv), undefined) ??
  nonBlank(choice.unstructuredDrugInformation?.unstructuredInformation);

/**
 * The name of a product. A second one is not read, and therefore counted. A drug that has codes and no name is counted, and named by its
 * kind (D39, words and not codes).
 */
const tradeName = (choice: DrugChoiceType, countName: () => void) => {
  const { drug, generics } = choice;
  const name = drugNameIn(choice);
  const substance = nonBlank(generics?.substance) ?? codedWords(drug?.atcCode);
  const codes = [...codedProducts(choice), drug?.atcCode];
  const hasCode = codes.some(cv => nonBlank(cv && peek(cv).code) !== undefined);
  if (name !== undefined || substance !== undefined || !hasCode) return name;
  countName();
  return medicineWord;
};

/** The strength and its unit, both from the same element. */
export const strengthOf = ({ drug = {}, generics = {} }: DrugChoiceType) => {
  const strength = nonBlank(drug.strength);
  return strength === undefined
    ? { digits: nonBlank(generics.strength?.value), unit: nonBlank(generics.strength?.unit) }
    : { digits: strength, unit: nonBlank(drug.strengthUnit) };
};

/** The form, such as tablet. */
export const formOf = ({ drug, generics }: DrugChoiceType): string | undefined =>
  nonBlank(drug?.pharmaceuticalForm) ?? nonBlank(generics?.form);

const strengthPaths = ['drug/strength', 'drug/strengthUnit', 'generics/strength'];

/** The product. A strength whose digits or unit are damaged is not read, and therefore counted. */
export const drugProductOf = (
  choice: DrugChoiceType,
  { isDamaged, countName }: { readonly isDamaged: (path: string) => boolean; readonly countName: () => void },
) => {
  const { drug = {}, generics = {}, drugArticle } = choice;
  const strength = strengthPaths.some(isDamaged) ? undefined : strengthOf(choice);
  return partialObject<NonNullable<Prescription['MainProductTreatment']>>({
    PrescriptionProductNplID: codeAsId(drug.nplId) ?? codeAsId(drugArticle?.nplPackId),
    PrescriptionProductTradeName: tradeName(choice, countName),
    PrescriptionProduct_AtcCode: codedValue(drug.atcCode),
    PrescriptionProductDrugFormTextSv: formOf(choice),
    PrescriptionProductStrengthNumeric: strength?.digits && strengthDigits(strength.digits),
    PrescriptionProductStrengthNumericUnit: strength?.unit,
    MainSubstance: nonBlank(generics.substance),
  });
};

/** How the drug is taken. */
export const routeOf = ({ drug }: DrugChoiceType) => {
  const route = drug?.routeOfAdministration;
  return partialObject({ routeCode: nonBlank(route?.code), name: codedWords(route) });
};
