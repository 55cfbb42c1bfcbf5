// The drug of a prescription, and the dosage that belongs to it: how it is published, and which one it is. A document can name a drug in
// three places: as prescribed, as to be dispensed, and as administered.
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import { strengthDigits } from '../../translation/dosage/digits.ts';
import { medicineWord } from '../../translation/words/headings.ts';
import { nonBlank, partialObject } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { codeAsId, codedValue, codedWords } from '../values.ts';
import type { DrugChoiceType, MedicationPrescriptionType } from './wire-types.ts';

/** The products of a drug that have a code, most specific first. */
const codedProducts = ({ drug, drugArticle, merchandise }: DrugChoiceType) => [
  drug?.nplId,
  drugArticle?.nplPackId,
  merchandise?.articleNumber,
];

/** The name of a drug, from the first element that has one. */
const drugNameIn = (choice: DrugChoiceType): string | undefined =>
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
const strengthOf = ({ drug = {}, generics = {} }: DrugChoiceType) => {
  const strength = nonBlank(drug.strength);
  return strength === undefined
    ? { digits: nonBlank(generics.strength?.value), unit: nonBlank(generics.strength?.unit) }
    : { digits: strength, unit: nonBlank(drug.strengthUnit) };
};

/** The form, such as tablet. */
const formOf = ({ drug, generics }: DrugChoiceType): string | undefined =>
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

const comparable = (text: string | undefined) => nonBlank(text)?.trim().toLowerCase();

/** What identifies a drug, most specific first. */
const identitiesOf = (choice: DrugChoiceType) => {
  const { drug, generics } = choice;
  const codes = codedProducts(choice).map(cv => cv?.code);
  const names = [drugNameIn(choice), generics?.substance, drug?.atcCode?.code, codedWords(drug?.atcCode)];
  return [...codes, ...names].map(comparable);
};

const isNamed = (choice: DrugChoiceType) => identitiesOf(choice).some(identity => identity !== undefined);

/** Whether both are the same drug, by the most specific identity that both have. Without one, they count as different. */
const isSame = (choice: DrugChoiceType, other: DrugChoiceType): boolean => {
  const [ours, theirs] = [identitiesOf(choice), identitiesOf(other)];
  const at = ours.findIndex((identity, index) => identity !== undefined && theirs[index] !== undefined);
  return at !== -1 && ours[at] === theirs[at];
};

/** The digits of a strength, so `2,50` equals `2.5`. */
const comparableDigits = (digits: string | undefined) => {
  const number = Number(digits?.replace(',', '.'));
  return Number.isNaN(number) ? comparable(digits) : String(number);
};

/** What decides how much drug a dose is. */
const strengthAndForm = (choice: DrugChoiceType) => {
  const { digits, unit } = strengthOf(choice);
  return [comparableDigits(digits), comparable(unit), comparable(formOf(choice))];
};

/**
 * Whether a dose of one drug would be another amount of the other: one tablet of 5 mg is not one of 2.5 mg. A strength or form
 * that one of them lacks does not differ.
 */
const differs = (choice: DrugChoiceType, other: DrugChoiceType): boolean => {
  const theirs = strengthAndForm(other);
  return strengthAndForm(choice).some((ours, index) => {
    const their = theirs[index];
    return ours !== undefined && their !== undefined && ours !== their;
  });
};

/** Whether the drug has a form or a strength. */
const isDescribed = (choice: DrugChoiceType) =>
  formOf(choice) !== undefined || strengthOf(choice).digits !== undefined;

/** A drug, and its path below the prescription. */
type Choice = readonly [path: string, choice: DrugChoiceType];

const firstDosages = (choices: readonly Choice[]) => {
  const [path, { dosage = [] }] = choices.find(([, { dosage = [] }]) => dosage.length > 0) ?? ['', {}];
  return { dosages: dosage, dosagePath: `${path}/dosage` };
};

const choicesIn = ({ drug, dispensationAuthorization, administration = [] }: MedicationPrescriptionType) => {
  const all: readonly (readonly [string, DrugChoiceType | undefined])[] = [
    ['drug', drug],
    ['dispensationAuthorization/drug', dispensationAuthorization?.drug],
    ...administration.map(given => ['administration/drug', given.drug] as const),
  ];
  return all.filter((choice): choice is Choice => choice[1] !== undefined);
};

/**
 * The drug as prescribed, else as to be dispensed, else as first administered. The dosage is the first one given with that
 * drug, or without a drug, and not with another strength or form. Both come with their paths below the prescription. What is
 * not selected is not read, and therefore counted.
 */
export const selectDrug = (prescription: MedicationPrescriptionType) => {
  const choices = choicesIn(prescription);
  const chosen =
    choices.find(([, choice]) => isNamed(peek(choice))) ??
    choices.find(([, choice]) => isDescribed(peek(choice)));
  const [drugPath, drug]: Choice = chosen ?? ['drug', {}];
  const fitting = choices.filter(([, choice]) => {
    const [candidate, selected] = [peek(choice), peek(drug)];
    return (
      choice === drug ||
      ((!isNamed(candidate) || isSame(candidate, selected)) && !differs(candidate, selected))
    );
  });
  return { drug, drugPath, ...firstDosages(fitting) };
};
