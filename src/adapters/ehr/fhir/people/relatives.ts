// Relatives of a patient: the contacts on the record itself, and RelatedPersons.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import { filled, some } from '../../translation/values.ts';
import { firstWords } from '../elements/coded.ts';
import { contactPoints, postalAddress } from '../elements/contact-points.ts';
import {
  child,
  children,
  type Element,
  firstChild,
  loseOnce,
  quietly,
  rootElement,
  text,
  texts,
} from '../elements/element.ts';
import { chosenName, fullName, hasEnded, type Now } from '../elements/names.ts';
import { marksProtected, withholdingElement } from '../linked/labels.ts';
import type { Context } from '../linked/reading.ts';
import { nowIn } from '../translation.ts';
import { keyOf, type Resource } from '../wire/bundle.ts';
import { ownerOf } from './whose.ts';

type Patient = NonNullable<Static<typeof PatientExtract>['Patient']>;
type Relative = NonNullable<NonNullable<Patient['PatientRelatives']>['PatientRelative']>[number];

const addressParts = (address: Element | undefined) => {
  if (address === undefined) return {};
  const { careOf, lines, postalCode, city, text: whole } = postalAddress(address);
  return {
    PatientRelativeAddress: whole,
    PatientRelativeCOAddress: careOf,
    PatientRelativeStreetAddress: filled(lines.join(', ')),
    PatientRelativePostalCode: postalCode,
    PatientRelativeCity: city,
  };
};

type Told = {
  readonly element: Element;
  readonly name: Element | undefined;
  readonly address: Element | undefined;
};

const relativeOf = ({ element, name, address }: Told): Relative | undefined => {
  const phones = contactPoints(element).filter(({ isEmail }) => !isEmail);
  return some<Relative>({
    PatientRelativeType: firstWords(element, 'relationship'),
    PatientRelativeGivenName: name === undefined ? undefined : filled(texts(name, 'given').join(' ')),
    PatientRelativeFamilyName: name === undefined ? undefined : text(name, 'family'),
    PatientRelativeName: fullName(name),
    PatientRelativeHomePhonenumber: phones.find(({ use }) => use !== 'work')?.value,
    PatientRelativeWorkPhonenumber: phones.find(({ use }) => use === 'work')?.value,
    ...addressParts(address),
  });
};

/** Somebody whose own identity is protected: who it is to the patient, and no more. */
const relationAlone = (element: Element): Relative => {
  element.tally.losses.push({ path: 'Patient/contact', reason: 'withheld' });
  return omitUndefined<Relative>({ PatientRelativeType: firstWords(element, 'relationship') });
};

/** A name for comparison alone. */
const plain = (name: string | undefined) => name?.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The RelatedPersons of the patient that are in force; the losses are the patient's. */
const inForce = (
  root: Element,
  { person, translation }: Context,
  { relatedPersons, now }: { relatedPersons: readonly Resource[]; now: Now },
) =>
  relatedPersons.flatMap(resource => {
    const element = rootElement(resource, root.tally);
    const { isOurs } = ownerOf(child(quietly(element), 'patient'), { person, translation });
    if (!isOurs || resource.active === false || hasEnded(element, now)) return [];
    const because = withholdingElement(resource, translation.own);
    if (because !== undefined) {
      const path = `RelatedPerson/${because}`;
      loseOnce(root, `${keyOf(resource)} withheld`, { path, reason: 'withheld' });
      return [];
    }
    return [{ element, name: chosenName(children(element, 'name'), now), resource }];
  });

export const relativesOf = (
  root: Element,
  context: Context,
  relatedPersons: readonly Resource[],
): (Relative | undefined)[] => {
  const { translation } = context;
  const now = { times: translation.times, now: nowIn(translation) };
  const persons = inForce(root, context, { relatedPersons, now });
  const isHidden = ({ resource }: (typeof persons)[number]) => marksProtected(resource) !== false;
  const hiddenNames = new Set(
    persons.filter(isHidden).flatMap(({ name }) => plain(fullName(name && quietly(name))) ?? []),
  );

  const contacts = children(root, 'contact').map(element => {
    const name = child(element, 'name');
    // A contact has no mark of its own: the same name is the same person.
    const isSame = hiddenNames.has(plain(fullName(name && quietly(name))) ?? '');
    return isSame
      ? relationAlone(element)
      : relativeOf({ element, name, address: child(element, 'address') });
  });
  const related = persons.map(one =>
    isHidden(one)
      ? relationAlone(one.element)
      : relativeOf({ element: one.element, name: one.name, address: firstChild(one.element, 'address') }),
  );
  return [...contacts, ...related];
};
