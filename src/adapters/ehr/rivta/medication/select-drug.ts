// Which drug a prescription is about, and whose dosage goes with it: a drug stands with what is prescribed, with what may be
// dispensed, or with what was given.
import { peek } from '../../translation/unread.ts';
import { filled, nameOf } from '../values.ts';
import type { DosageType, DrugChoiceType } from './drug-choice.ts';
import type { MedicationPrescriptionType } from './wire-types.ts';

/** What the drug is called, in whichever way that is told. */
const nameIn = ({ drug, drugArticle, merchandise, unstructuredDrugInformation: written }: DrugChoiceType) =>
  nameOf(drug?.nplId) ??
  nameOf(drugArticle?.nplPackId) ??
  nameOf(merchandise?.articleNumber) ??
  written?.unstructuredInformation;

/** What tells one drug from another, the most exact first. */
const identities: readonly ((choice: DrugChoiceType) => string | undefined)[] = [
  ({ drug }) => drug?.nplId?.code,
  ({ drugArticle }) => drugArticle?.nplPackId?.code,
  ({ merchandise }) => merchandise?.articleNumber?.code,
  nameIn,
  ({ generics }) => generics?.substance,
  ({ drug }) => drug?.atcCode?.code,
  ({ drug }) => nameOf(drug?.atcCode),
];

const identitiesOf = (choice: DrugChoiceType) =>
  identities.map(identity => filled(identity(choice))?.trim().toLowerCase());

const isNamed = (choice: DrugChoiceType) => identitiesOf(choice).some(one => one !== undefined);

/** Whether two name the same drug, by the most exact of the ways in which both do; without one, nobody can tell. */
const isSame = (one: DrugChoiceType, other: DrugChoiceType): boolean => {
  const [ours, theirs] = [identitiesOf(one), identitiesOf(other)];
  const at = ours.findIndex((identity, index) => identity !== undefined && theirs[index] !== undefined);
  return at !== -1 && ours[at] === theirs[at];
};

/** Whether anything is said of a drug, beside its dosage. */
const isDescribed = ({ drug, generics }: DrugChoiceType) =>
  [drug?.pharmaceuticalForm, drug?.strength, generics?.strength?.value, generics?.form].some(
    said => filled(said) !== undefined,
  );

const firstDosages = (choices: readonly DrugChoiceType[]) =>
  choices.map(({ dosage = [] }) => dosage).find(dosages => dosages.length > 0) ?? [];

export type SelectedDrug = {
  readonly drug: DrugChoiceType;
  readonly dosages: readonly DosageType[];
};

/**
 * The drug that is prescribed, else the one to be dispensed, else the first that was given; and its dosage, from the first of
 * them that has one, unless that one names another drug. Of those that are not chosen nothing is read, so that they are
 * counted.
 */
export const selectDrug = (found: MedicationPrescriptionType): SelectedDrug => {
  const choices = [
    found.drug,
    found.dispensationAuthorization?.drug,
    ...(found.administration ?? []).map(({ drug }) => drug),
  ].filter(choice => choice !== undefined);
  const chosen =
    choices.find(choice => isNamed(peek(choice))) ?? choices.find(choice => isDescribed(peek(choice)));
  if (chosen === undefined) return { drug: {}, dosages: firstDosages(choices) };
  const fitting = choices.filter(choice => {
    const [one, other] = [peek(choice), peek(chosen)];
    return choice === chosen || !isNamed(one) || isSame(one, other);
  });
  return { drug: chosen, dosages: firstDosages(fitting) };
};
