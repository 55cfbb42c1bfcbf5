// A patient's relatives: the contacts in the Patient itself, and the RelatedPersons.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import { nonBlank, partialObject } from '../../translation/values.ts';
import { firstConceptText } from '../elements/coded.ts';
import { contactPoints, postalAddress } from '../elements/contact-points.ts';
import {
  child,
  children,
  countLossOnce,
  type Element,
  firstChild,
  ignoringLosses,
  rootElement,
  text,
  texts,
} from '../elements/element.ts';
import { chosenName, fullName, hasEnded, type Now } from '../elements/names.ts';
import { marksProtected, withholdingElement } from '../linked/labels.ts';
import type { Context } from '../linked/reading.ts';
import { nowIn } from '../translation.ts';
import { keyOf, type Resource } from '../wire/bundle.ts';
import { ownerOf } from './owner.ts';

type Patient = NonNullable<Static<typeof PatientExtract>['Patient']>;
type Relative = NonNullable<NonNullable<Patient['PatientRelatives']>['PatientRelative']>[number];

const addressParts = (address: Element | undefined) => {
  if (address === undefined) return {};
  const { careOf, lines, postalCode, city, text: whole } = postalAddress(address);
  return {
    PatientRelativeAddress: whole,
    PatientRelativeCOAddress: careOf,
    PatientRelativeStreetAddress: nonBlank(lines.join(', ')),
    PatientRelativePostalCode: postalCode,
    PatientRelativeCity: city,
  };
};

type RelativeParts = {
  readonly element: Element;
  readonly name: Element | undefined;
  readonly address: Element | undefined;
};

const relativeOf = ({ element, name, address }: RelativeParts): Relative | undefined => {
  const phones = contactPoints(element).filter(({ isEmail }) => !isEmail);
  return partialObject<Relative>({
    PatientRelativeType: firstConceptText(element, 'relationship'),
    PatientRelativeGivenName: name === undefined ? undefined : nonBlank(texts(name, 'given').join(' ')),
    PatientRelativeFamilyName: name === undefined ? undefined : text(name, 'family'),
    PatientRelativeName: fullName(name),
    PatientRelativeHomePhonenumber: phones.find(({ use }) => use !== 'work')?.value,
    PatientRelativeWorkPhonenumber: phones.find(({ use }) => use === 'work')?.value,
    ...addressParts(address),
  });
};

/** A relative with protected identity: only the relationship is published. */
const relationshipOnly = (element: Element): Relative => {
  element.tally.losses.push({ path: 'Patient/contact', reason: 'withheld' });
  return omitUndefined<Relative>({ PatientRelativeType: firstConceptText(element, 'relationship') });
};

/** A name, normalized for comparison. */
const plain = (name: string | undefined) => name?.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The patient's active RelatedPersons. Their losses count for the patient. */
const currentRelatedPersons = (
  root: Element,
  { person, translation }: Context,
  { relatedPersons, now }: { relatedPersons: readonly Resource[]; now: Now },
) =>
  relatedPersons.flatMap(resource => {
    const element = rootElement(resource, root.tally);
    const { isPatient } = ownerOf(child(ignoringLosses(element), 'patient'), { person, translation });
    if (!isPatient || resource.active === false || hasEnded(element, now)) return [];
    const because = withholdingElement(resource, translation.members);
    if (because !== undefined) {
      const path = `RelatedPerson/${because}`;
      countLossOnce(root, `${keyOf(resource)} withheld`, { path, reason: 'withheld' });
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
  const persons = currentRelatedPersons(root, context, { relatedPersons, now });
  const isHidden = ({ resource }: (typeof persons)[number]) => marksProtected(resource) !== false;
  const hiddenNames = new Set(
    persons.filter(isHidden).flatMap(({ name }) => plain(fullName(name && ignoringLosses(name))) ?? []),
  );

  const contacts = children(root, 'contact').map(element => {
    const name = child(element, 'name');
    // A contact cannot be marked as protected: the same name counts as the same person.
    const isSame = hiddenNames.has(plain(fullName(name && ignoringLosses(name))) ?? '');
    return isSame
      ? relationshipOnly(element)
      : relativeOf({ element, name, address: child(element, 'address') });
  });
  const related = persons.map(one =>
    isHidden(one)
      ? relationshipOnly(one.element)
      : relativeOf({ element: one.element, name: one.name, address: firstChild(one.element, 'address') }),
  );
  return [...contacts, ...related];
};
