// Selects the drug of a prescription, and the dosage that belongs to it. A document can name a drug in three places: as
// prescribed, as to be dispensed, and as administered.
import { nonBlank } from '../../values/values.ts';
import { peek } from '../../xml/tracked-document.ts';
import { codedWords } from '../values.ts';
import { drugNameIn, formOf, strengthOf } from './product.ts';
import type { DrugChoiceType, MedicationPrescriptionType } from './wire-types.ts';

/** What identifies a drug, most specific first. */
const identities: readonly ((choice: DrugChoiceType) => string | undefined)[] = [
  ({ drug }) => drug?.nplId?.code,
  ({ drugArticle }) => drugArticle?.nplPackId?.code,
  ({ merchandise }) => merchandise?.articleNumber?.code,
  drugNameIn,
  ({ generics }) => generics?.substance,
  ({ drug }) => drug?.atcCode?.code,
  ({ drug }) => codedWords(drug?.atcCode),
];

const comparable = (text: string | undefined) => nonBlank(text)?.trim().toLowerCase();

const identitiesOf = (choice: DrugChoiceType) => identities.map(identity => comparable(identity(choice)));

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
