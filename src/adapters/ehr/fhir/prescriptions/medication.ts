// The medicine of a prescription: its name, codes, form, strength and substance.
import type * as R4 from 'fhir/r4.js';
import type { Prescription } from '../../../../domain/records/prescription/content.ts';
import { inSentence } from '../../translation/dosage/digits.ts';
import { unitOf } from '../../translation/dosage/units.ts';
import { medicineWord } from '../../translation/words/headings.ts';
import { ownText } from '../../translation/words/word-list.ts';
import { partialObject } from '../../values/values.ts';
import {
  type Concept,
  coded,
  conceptOf,
  conceptText,
  isAtc,
  isSaid,
  textOfConcept,
} from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  ignoringLosses,
  isPresent,
  objectAt,
  type With,
  wasSent,
} from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import { idsIn, publishedIdentifier } from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { type Quantity, quantity } from '../elements/quantities.ts';
import { countUnresolved } from '../elements/reference.ts';
import { readPart } from '../elements/tally.ts';
import type { Reading } from '../records/context.ts';

type Product = NonNullable<Prescription['MainProductTreatment']>;

const articleUrl = 'http://electronichealth.se/fhir/StructureDefinition/NLLArticleInfo';
const nplSystems = new Set(['urn:oid:1.2.752.129.2.1.5.1', 'urn:oid:1.2.752.129.2.1.5.2']);

const isNpl = (system: string | undefined): boolean =>
  system !== undefined && (nplSystems.has(system) || /\/npl(?:id|packid)?$/.test(system));

const articleName = (root: Element<R4.Medication> | undefined): string | undefined =>
  text(extension(extension(root, articleUrl), 'productName'), 'valueString');

/** The word of a unit; one that is not known as it was sent. */
const unitWord = ({ unit, code }: Quantity): string | undefined => unitOf(unit, code)?.[0] ?? unit ?? code;

/** The unit of a strength: `mg`, `mg/ml`, `mg/5 ml`, `mg/tablett`. */
const unitOfStrength = (numerator: Quantity, denominator: Quantity | undefined): string | undefined => {
  const unit = unitWord(numerator);
  if (denominator === undefined) return unit;
  const per = unitWord(denominator);
  const number = Number(denominator.digits) === 1 ? '' : inSentence(denominator.digits);
  const amount = [number, per].filter(part => part !== undefined && part !== '').join(' ');
  return amount === '' ? unit : `${unit ?? ''}/${amount}`;
};

/** The strength of a single ingredient. Several strengths, or one with a comparator, have no member and are counted. */
const strengthOf = (ingredients: readonly Element<R4.MedicationIngredient>[]) => {
  const only = ingredients[0];
  if (only === undefined) return undefined;
  if (ingredients.length > 1) {
    for (const ingredient of ingredients)
      if (child(ingredient, 'strength') !== undefined) countLoss(ingredient, 'strength', 'out-of-bounds');
    return undefined;
  }
  const strength = child(only, 'strength');
  if (strength === undefined) return undefined;
  const [numerator, denominator] = [quantity(strength, 'numerator'), quantity(strength, 'denominator')];
  if (denominator !== undefined && !wasSent(strength, 'numerator')) countLoss(only, 'strength');
  if (numerator === undefined) return undefined;
  // Without it, 5 mg in an unknown volume would be 5 mg.
  if (denominator === undefined && isPresent(strength, 'denominator')) return undefined;
  if (numerator.comparator !== undefined || denominator?.comparator !== undefined)
    return countLoss(only, 'strength', 'out-of-bounds');
  return {
    PrescriptionProductStrengthNumeric: inSentence(numerator.digits),
    PrescriptionProductStrengthNumericUnit: unitOfStrength(numerator, denominator),
  };
};

/** The name of a referenced ingredient. One that is missing and has no name is counted. */
const referencedSubstance = (item: Element<R4.Reference>, { references }: Reading): string | undefined => {
  const lookup = references.lookUp(item);
  // Counted already. Its display is withheld too.
  if (lookup.state === 'withheld') return undefined;
  const target = references.find(item, 'Medication', 'Substance');
  return textOfConcept(conceptOf(child(target, 'code'))) ?? text(item, 'display') ?? countUnresolved(item);
};

/**
 * Reads a medicine or a substance as a concept or a reference: whichever of the two members is present. If both are, the reference is only
 * counted: it may name another medicine.
 */
const conceptOrReference = <C extends string, M extends string>(
  element: With<C, R4.CodeableConcept> & With<M, R4.Reference>,
  members: { readonly concept: C; readonly reference: M },
) => {
  const { value: concept, isComplete } = readPart(element, () =>
    conceptOf(objectAt<R4.CodeableConcept, C>(element, members.concept)),
  );
  if (isComplete && !isSaid(concept))
    return { concept, reference: objectAt<R4.Reference, M>(element, members.reference) };
  if (isPresent<Record<M, R4.Reference>>(element, members.reference))
    countLoss<Record<M, R4.Reference>>(element, members.reference, 'repeated');
  return { concept, reference: undefined };
};

const medicineMembers = { concept: 'medicationCodeableConcept', reference: 'medicationReference' } as const;
const substanceMembers = { concept: 'itemCodeableConcept', reference: 'itemReference' } as const;

/** The substance of a single ingredient. */
const substanceOf = (
  ingredients: readonly Element<R4.MedicationIngredient>[],
  reading: Reading,
): string | undefined => {
  const only = ingredients[0];
  if (only === undefined || ingredients.length > 1) return undefined;
  const { concept, reference } = conceptOrReference(only, substanceMembers);
  if (isSaid(concept)) return textOfConcept(concept) ?? countLoss(only, 'itemCodeableConcept');
  return reference === undefined ? undefined : referencedSubstance(reference, reading);
};

const codesOf = (concept: Concept | undefined, medication: Element<R4.Medication> | undefined) => {
  const npl = concept?.codings.find(({ system, code }) => isNpl(system) && code !== undefined);
  const own = medication && idsIn(medication).find(({ system }) => isNpl(system));
  const atc = concept?.codings.find(({ system }) => isAtc(system));
  return {
    PrescriptionProductNplID: publishedIdentifier(
      npl === undefined ? own : { system: npl.system, value: npl.code },
    ),
    PrescriptionProduct_AtcCode: atc && coded(atc),
  };
};

/** Whether the medicine or an ingredient is withheld from patients, and with it the prescription. */
export const isMedicineWithheld = ({ root, references }: Reading<R4.MedicationRequest>): boolean => {
  const isWithheld = (reference: Element<R4.Reference> | undefined) =>
    reference !== undefined && references.lookUp(reference).state === 'withheld';
  const medicine = child(ignoringLosses(root), 'medicationReference');
  const ingredients = children(references.find(medicine, 'Medication'), 'ingredient');
  return isWithheld(medicine) || ingredients.some(one => isWithheld(child(one, 'itemReference')));
};

/** The trade name: the text, else the name in the register of products; that of an ATC code is the substance. */
const tradeNameOf = (concept: Concept | undefined): string | undefined => {
  const { text: written, codings = [] } = concept ?? {};
  const registered = codings.filter(({ system }) => isNpl(system)).map(({ display }) => display);
  const codes = new Set(codings.map(({ code }) => code));
  return ownText([written, ...registered], codes) ?? textOfConcept(concept);
};

/** The prescribed product. A medicine that is missing and has no name is counted; the prescription stays. */
export const productOf = (reading: Reading<R4.MedicationRequest>): Product | undefined => {
  const { root, references } = reading;
  const { concept: ownConcept, reference } = conceptOrReference(root, medicineMembers);
  const medication = references.find(reference, 'Medication');
  const display = text(reference, 'display');
  if (reference !== undefined && medication === undefined && display === undefined)
    countUnresolved(reference);
  const concept = medication === undefined ? ownConcept : conceptOf(child(medication, 'code'));
  const ingredients = children(medication, 'ingredient');
  const substance = substanceOf(ingredients, reading);
  const ownName = tradeNameOf(concept);
  const name = ownName ?? articleName(medication) ?? display;
  // A code is no name (D39, words and not codes). One that names the medicine alone, or that has no member, is counted.
  const isNameless = name === undefined && substance === undefined && isSaid(concept);
  const hasMember = concept?.codings.some(({ system }) => isNpl(system) || isAtc(system)) === true;
  if (isNameless || (ownName === undefined && isSaid(concept) && !hasMember)) {
    if (medication === undefined) countLoss(root, 'medicationCodeableConcept');
    else countLoss(medication, 'code');
  }
  return partialObject<Product>({
    PrescriptionProductTradeName: isNameless ? medicineWord : name,
    ...codesOf(concept, medication),
    PrescriptionProductDrugFormTextSv: conceptText(medication, 'form'),
    ...strengthOf(ingredients),
    MainSubstance: substance,
  });
};
